"""What lies under the tray: the edge cards still to lay, then the order in which the cards act."""

from __future__ import annotations

from markupsafe import escape

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.look_board import LETTERS
from frostfair.games.soul_ward.look_story import LOOK, Story
from frostfair.games.soul_ward.voice import EDGE_ICONS, Voice
from frostfair.paint import icon, unseen


def supply(scene: Scene) -> str:
    """Pick a kind here, then a space on the board.

    The pick is a radio button outside any form: it never leaves the page, and is made anew for each card.
    """
    voice, lang = Voice(scene.view, scene.lang), scene.lang
    may = {move % 5 + 1 for move in scene.legal if move < rules.MARKS}
    picked = next((move % 5 + 1 for move in scene.trial if move < rules.MARKS), min(may, default=0))
    kinds = ""
    for kind in range(1, rules.EDGES + 1):
        if not scene.view.kit.record[0]["edge_copies"][kind]:
            continue
        name, left = escape(voice.card("edge", kind)), voice.s.supply[kind]
        inner = f'<span class="paper k{kind}">{icon(EDGE_ICONS[kind])}</span><span>{name} <b>×{left}</b></span>'
        if kind in may:
            on = " checked" if kind == picked else ""
            box = f'<input type="radio" name="kind" id="kind-{voice.s.placed}-{kind}" autocomplete="off"{on}>'
            kinds += f'<label class="kind kind-{kind}">{box}{inner}</label>'
        else:
            kinds += f'<span class="kind">{inner}</span>'
    title = escape(LOOK.say(lang, "choose" if may else "supply"))
    group = f'<div role="group" aria-labelledby="plan">{kinds}</div>'
    return f'<section class="plan supply" aria-labelledby="plan"><h2 id="plan">{title}</h2>{group}</section>'


def order(scene: Scene, story: Story) -> str:
    """The six markers in the order in which they are put down and their cards act (W-7, W-12)."""
    s = scene.view.record
    tried = iter(story.tried)
    rows = ""
    for nth in range(6):
        seat, e, cls = rules.turn(s, nth), int(s.order[nth]), ""
        if e < 0 and nth >= s.placed and seat == scene.seat:
            e = next(tried, -1)
            cls = "now" if e >= 0 else ""
        elif e >= 0 and nth == story.turn:
            cls = "lit"
        elif s.phase >= rules.ACT and nth < s.acted:
            cls = "did"
        rows += _turn(scene, nth, e, cls)
    title = escape(_title(scene, story))
    return f'<section class="plan" aria-labelledby="plan"><h2 id="plan">{title}</h2><ol class="six">{rows}</ol></section>'


def _turn(scene: Scene, nth: int, e: int, cls: str) -> str:
    """The nth marker: where it stands and what its card is, or that it is still to come."""
    voice, lang = Voice(scene.view, scene.lang), scene.lang
    seat, nr = voice.turn(nth), nth // 2 + 1
    mark, name = icon(f"mark-{LETTERS[seat]}{nr}"), unseen(LOOK.say(lang, "marker", name=voice.name(seat), n=nr))
    if e < 0:
        passed = nth < voice.s.placed and voice.s.phase < rules.GATHER  # only in mind
        text = escape(LOOK.say(lang, "open" if passed else "to_come"))
        sign = f'<span class="two"><span data-glide="marker-{seat}-{nr}">{mark}</span>{icon("i-wait")}</span>'
        return f'<li class="act todo">{sign}<span>{name} {text}</span></li>'
    state = {"did": "done", "lit": "acts", "now": "chosen"}.get(cls)
    more = unseen(LOOK.say(lang, state)) if state else ""
    sign = f'<span class="two">{mark}{icon(EDGE_ICONS[voice.s.edge[e]])}</span>'
    line = escape(LOOK.say(lang, "row" if e // 3 & 1 else "column", i=e % 3 + 1))
    return f'<li class="act {cls}">{sign}<span>{name} {unseen(voice.edge_card(e))} {line} {more}</span></li>'


def _title(scene: Scene, story: Story) -> str:
    s = scene.view.record
    if story.turn >= 0:
        return LOOK.say(scene.lang, "acting", n=story.turn + 1, of=6)
    return LOOK.say(scene.lang, "winning" if story.prize or s.phase in (rules.WIN, rules.REFILL) else "order")
