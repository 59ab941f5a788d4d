"""What lies under the tray: the edge cards still to lay, then the order in which the cards act."""

from __future__ import annotations

from markupsafe import escape

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.look_board import LETTERS
from frostfair.games.soul_ward.look_story import LOOK, Story
from frostfair.games.soul_ward.story import EDGE_ICONS
from frostfair.games.soul_ward.voice import Voice
from frostfair.paint import icon, unseen


def _say(lang: str, key: str, **fields: object) -> str:
    return LOOK.say(lang, f"look.{key}", **fields)


def supply(scene: Scene) -> str:
    """Pick a kind here, then a space on the board.  The pick is a radio button outside the form: it never leaves the page."""
    voice, lang = Voice(scene.view, scene.lang), scene.lang
    may = {move % 5 + 1 for move in scene.legal if move < rules.MARKS}
    picked = next((move % 5 + 1 for move in scene.trial if move < rules.MARKS), min(may, default=0))
    kinds = ""
    for kind in range(1, rules.EDGES + 1):
        if not scene.view.kit.record[0]["edge_copies"][kind]:
            continue
        name, left = escape(voice.card("edge", kind)), voice.s.supply[kind]
        inner = f'<span class="paper k{kind}">{icon(EDGE_ICONS[kind])}</span><span>{name} <b class="n">×{left}</b></span>'
        if kind in may:
            box = f'<input type="radio" name="kind" id="kind-{kind}" form="" autocomplete="off"{" checked" if kind == picked else ""}>'
            kinds += f'<li><label class="kind">{box}{inner}</label></li>'
        else:
            kinds += f'<li class="kind off">{inner}</li>'
    title = escape(_say(lang, "choose" if may else "supply"))
    return f'<section class="plan supply"><h2>{title}</h2><ul role="group" aria-label="{title}">{kinds}</ul></section>'


def order(scene: Scene, story: Story) -> str:
    """The six markers in the order in which they are put down and their cards act (W-7, W-12)."""
    s = scene.view.record
    tried = iter(story.tried)
    rows = ""
    for nth in range(6):
        seat, nr, e, cls = int(s.first + nth) & 1, nth // 2 + 1, int(s.order[nth]), ""
        if e < 0 and nth >= s.placed and seat == scene.seat:
            e = next(tried, -1)
            cls = "now" if e >= 0 else ""
        elif e >= 0 and story.acting and nth == s.acted - 1 and s.phase in _ACTING:
            cls = "lit"
        elif s.phase >= rules.ACT and nth < s.acted:
            cls = "did"
        rows += _turn(scene, seat, nr, e, cls, nth < s.placed)
    title = escape(_title(scene))
    return f'<section class="plan"><h2>{title}</h2><ol class="six" aria-label="{title}">{rows}</ol></section>'


_ACTING = (rules.ACT, rules.WIN, rules.GATHER, rules.OVER)


def _turn(scene: Scene, seat: int, nr: int, e: int, cls: str, passed: bool) -> str:
    lang, voice, mark = scene.lang, Voice(scene.view, scene.lang), f"mark-{LETTERS[seat]}{nr}"
    name = unseen(_say(lang, "marker", name=voice.name(seat), n=nr))
    if e < 0:
        text = escape(_say(lang, "open" if passed else "to_come"))
        sign = f'<span class="two"><span data-glide="marker-{seat}-{nr}">{icon(mark)}</span>{icon("i-wait")}</span>'
        return f'<li class="act todo">{sign}<span>{name} {text}</span></li>'
    state = {"did": "done", "lit": "acts", "now": "chosen"}.get(cls)
    more = unseen(_say(lang, state)) if state else ""
    sign = f'<span class="two">{icon(mark)}{icon(EDGE_ICONS[scene.view.record.edge[e]])}</span>'
    line = escape(_say(lang, "row" if e // 3 & 1 else "column", i=e % 3 + 1))
    return f'<li class="act {cls}">{sign}<span>{name} {unseen(voice.edge_card(e))} {line} {more}</span></li>'


def _title(scene: Scene) -> str:
    s = scene.view.record
    if s.phase == rules.WIN or s.phase == rules.REFILL:
        return _say(scene.lang, "winning")
    if rules.ACT <= s.phase < rules.STORM and s.acted:
        return _say(scene.lang, "acting", n=s.acted, of=6)
    return _say(scene.lang, "order")
