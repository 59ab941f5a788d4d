"""The board of Soul Ward: five by five spaces, what lies on them, and what a frame tells about them."""

from __future__ import annotations

from markupsafe import escape

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from frostfair.games.soul_ward.look_story import LOOK, Story
from frostfair.games.soul_ward.voice import CORNERS, EDGE_ICONS, Voice, middle_icon
from frostfair.paint import frames, icon

LETTERS = "gr"  # green is a hexagon, red a diamond, everywhere
PAINTS = ("#4db38a", "#9c1f3b")
GLOW, INK = "#ffb52e", frames.INK


class Grid:
    """One drawing of the five by five spaces."""

    def __init__(self, scene: Scene, story: Story) -> None:
        self.scene, self.story, self.lang = scene, story, scene.lang
        self.view, self.s = scene.view, scene.view.record
        self.voice = Voice(scene.view, scene.lang)
        self.laying = [move for move in scene.trial if move < rules.MARKS]
        self.markers = self._markers()

    def draw(self, over: str = "") -> str:
        """All 25 places; `over` is drawn above them."""
        bands = "".join(f'<div class="band {self._band(e)}"></div>' for e in self.story.lines)
        edges = "".join(self.edge(e) for e in range(12))
        corners = "".join(self.corner(at, name) for at, name in CORNERS.items())
        return f'<div class="grid">{bands}{edges}{corners}{"".join(self.middle(m) for m in range(9))}{self.chain()}{over}</div>'

    def _band(self, e: int) -> str:
        """Over the line of an edge card; the card itself belongs to it when it acts."""
        return f"{'r' if e // 3 & 1 else 'c'}{e % 3 + 1}" + (f" {SPACES[e][0]}" if self.story.acting >> e & 1 else "")

    def _markers(self) -> dict[int, tuple[int, int, bool]]:
        """Seat, number and whether it is only tried, by edge space."""
        s, placed = self.s, {}
        for nth, e in enumerate(s.order):
            if e >= 0:
                placed[int(e)] = (self.voice.turn(nth), nth // 2 + 1, False)
        mine = [nth for nth in range(int(s.placed), 6) if self.voice.turn(nth) == self.scene.seat]
        for nth, e in zip(mine, self.story.tried, strict=False):
            placed[e] = (self.scene.seat, nth // 2 + 1, True)
        return placed

    def say(self, key: str, **fields: object) -> str:
        return LOOK.say(self.lang, key, **fields)

    def tag(self, at: str, cls: str, label: list[str], inner: str, move: int = -1) -> str:
        """A space, what it is in words, and a button if it is a legal move."""
        chosen = move in self.scene.trial
        cls += " tight chosen" if chosen else " tight can" if move in self.scene.legal else ""
        names = f'id="{at}" class="{cls}" aria-label="{escape(", ".join(label))}"'
        if move not in self.scene.legal:
            return f'<div role="img" {names}>{inner}</div>'
        pressed = ' aria-pressed="true"' if chosen else ""
        return f'<button form="try" name="try" value="{escape(self.scene.value(move))}" {names}{pressed}>{inner}</button>'

    def edge(self, e: int) -> str:
        if self.s.edge[e] == rules.EMPTY:
            return self.empty(e)
        s, kind = self.s, int(self.s.edge[e])
        label = [self.voice.at(kind, e)]
        inner, cls = str(icon(EDGE_ICONS[kind])), f"edge {SPACES[e]} {SPACES[e][0]} k{kind}"
        if e in self.markers:
            seat, nr, tried = self.markers[e]
            newest = " last" if e == self.story.marked else ""
            label.append(self.say("marker_trial" if tried else "marker", name=self.voice.name(seat), n=nr))
            inner += f'<span class="mk{newest}" data-glide="marker-{seat}-{nr}">{icon(f"mark-{LETTERS[seat]}{nr}")}</span>'
        if s.storm >= 0 and rules.LOOP[s.storm] == e:
            label.append(self.say("under_storm"))
            inner += self.storm()
            cls += " off"
        if self.story.acting >> e & 1:
            label.append(self.say("acts"))
            cls += " lit"
        if e == self.story.fresh_edge:
            label.append(self.say("laid"))
            cls += " fresh"
        move = rules.MARKS + e
        if move in self.scene.trial:
            label.append(self.say("chosen"))
        elif move in self.scene.legal:
            label = [self.voice.label(move)]
        return self.tag(f"edge-{SPACES[e]}", cls, label, inner, move)

    def empty(self, e: int) -> str:
        """A space to lay a card on: one button for each kind, of which the page shows those of the kind picked."""
        buttons = ""
        for kind in range(1, rules.EDGES + 1):
            move = 5 * e + kind - 1
            if move in self.scene.legal or move in self.scene.trial:
                label = [self.voice.label(move)]
                if move in self.scene.trial:
                    label.append(self.say("chosen"))
                buttons += self.tag(f"lay-{SPACES[e]}-{kind}", f"lay k{kind}", label, str(icon(EDGE_ICONS[kind])), move)
        cls = f"edge {SPACES[e]} {SPACES[e][0]} empty"
        if buttons:
            return f'<div id="edge-{SPACES[e]}" class="{cls}">{buttons}</div>'
        return self.tag(f"edge-{SPACES[e]}", cls, [self.say("empty", place=self.voice.edge(e))], "")

    def storm(self) -> str:
        return f'<span class="st{" lit" if self.story.blown else ""}" data-glide="storm">{icon("storm")}</span>'

    def corner(self, at: int, name: str) -> str:
        if self.s.storm == at:
            return self.tag(f"corner-{name}", f"corner {name}", [self.say("corner")], self.storm())
        return f'<div id="corner-{name}" class="corner {name}" aria-hidden="true">{icon("i-corner", "turn" + name)}</div>'

    def middle(self, m: int) -> str:
        s, story, kit = self.s, self.story, self.view.kit
        gone = story.won >> m & 1 and story.prize
        kind = story.prize if gone else int(s.middle[m])
        cls, label, inner = f"mid m{m}", [self.voice.middle(m)], ""
        if kind:
            label[0] = self.voice.say("label.card", card=self.voice.card("middle", kind), space=label[0])
            art = middle_icon(kit, kind)
            glide = f' data-glide="pile-{s.drawn - 1}"' if m == story.fresh_middle and s.drawn else ""
            inner = f'<span class="art"{glide}>{icon(art)}</span>'
            if art != "frozen":
                inner += f'<span class="n">{kit.record[0]["middle_number"][kind]}</span>'
            cls += " fz" if art == "frozen" else ""
        else:
            label[0] = self.say("empty", place=label[0])
            cls += " bare"
        inner += self.ice(m, label)
        move = rules.TAKES + m
        if story.won >> m & 1:
            label.append(self.say("won"))
            inner += f'<span class="tag">{escape(self.say("won"))}</span>'
            cls += " win"
        if m == story.fresh_middle:
            label.append(self.say("new"))
            cls += " fresh"
        if move in self.scene.legal:
            label = [self.voice.label(move)]
        return self.tag(f"space-{m}", cls, label, inner, move)

    def ice(self, m: int, label: list[str]) -> str:
        """The token on a space, and one that has just been lifted from it."""
        story, drawn = self.story, ""
        for seat in range(rules.SEATS):
            if story.lifted[seat] >> m & 1:
                drawn += str(icon(f"ice-{LETTERS[seat]}", "ice lifted"))
        for seat in range(rules.SEATS):
            if self.s.ice[seat] >> m & 1:
                label.append(self.say("ice", name=self.voice.name(seat)))
                return drawn + str(icon(f"ice-{LETTERS[seat]}", "ice laid" if story.laid[seat] >> m & 1 else "ice"))
        if m in story.chain:
            label.append(self.say("link", n=story.chain.index(m) + 1))
        else:
            label.append(self.say("no_ice"))
        return drawn

    def chain(self) -> str:
        """The links of a Lightning, numbered, over the tokens they count."""
        chain, paint = self.story.chain, PAINTS[self.story.chain_seat]
        if not chain:
            return ""
        at = {m: (_TOKENS[m % 3], _TOKENS[m // 3]) for m in chain}
        links = [(m, o) for m in chain for o in (m + 1, m + 3) if o in at and (o == m + 3 or o % 3)]
        path = "".join(f"M{at[m][0]} {at[m][1]}L{at[o][0]} {at[o][1]}" for m, o in links)
        dots = ""
        for nth, m in enumerate(chain, 1):
            x, y = at[m]
            outer, inner = (_outline(self.story.chain_seat, x, y, r) for r in (6.9, 5.1))
            dots += f'<g class="link"><path d="{outer}" fill="{GLOW}" stroke="{INK}" stroke-width=".9"/>'
            dots += f'<path d="{inner}" fill="{paint}" stroke="{INK}" stroke-width=".5"/>'
            dots += frames.number(nth, x, y, 5.6, INK if self.story.chain_seat == rules.GREEN else "#ffffff") + "</g>"
        line = f'<path d="{path}" stroke="{INK}" stroke-width="4.6"/><path d="{path}" stroke="{GLOW}" stroke-width="3"/>'
        return f'<svg class="links" viewBox="0 0 100 100" aria-hidden="true"><g fill="none">{line}</g>{dots}</svg>'


# Centres of the ice tokens along one side of the board, in hundredths of it: columns of 1, 1.32 (three times), 1 and gaps.
_UNIT, _GAP = 15.65, 1.68
_TOKENS = [round(_UNIT + _GAP + i * (1.32 * _UNIT + _GAP) + 1.32 * _UNIT * 0.75 + 0.6, 2) for i in range(3)]


def _outline(seat: int, x: float, y: float, r: float) -> str:
    if seat == rules.GREEN:
        return frames.hexagon(x, y, r)
    r *= 1.08
    return f"M{x:.4g} {y - r:.4g}l{r:.4g} {r:.4g}{-r:.4g} {r:.4g}{-r:.4g}{-r:.4g}z"


def pile(scene: Scene) -> str:
    """The next cards, face up in their order (W-5)."""
    voice, kit, rows = Voice(scene.view, scene.lang), scene.view.kit, ""
    left = [(i, int(k)) for i, k in enumerate(voice.s.pile) if k]
    for nth, (i, kind) in enumerate(left, 1):
        art, number = middle_icon(kit, kind), kit.record[0]["middle_number"][kind]
        text = escape(LOOK.say(scene.lang, "pile_next", n=nth, card=voice.card("middle", kind)))
        digit = f'<span class="n">{number}</span>' if art != "frozen" else ""
        card = f'<span role="img" aria-label="{text}"><i data-glide="pile-{i}">{icon(art)}</i>{digit}</span>'
        rows += f'<li id="pile-{nth}">{card}</li>'
    if not rows and voice.s.phase != rules.DEAL:
        rows = f"<li>{escape(LOOK.say(scene.lang, 'pile_empty'))}</li>"
    return f'<section class="pile"><h2>{escape(LOOK.say(scene.lang, "pile"))}</h2><ol>{rows}</ol></section>'
