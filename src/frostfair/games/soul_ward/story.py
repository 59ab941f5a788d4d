"""What happened: one move of Soul Ward told as short sentences, with all its numbers."""

from __future__ import annotations

from frostfair.engine.game import View
from frostfair.engine.speech import Event
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.voice import CORNERS, EDGE_ICONS, PHASE, Voice, middle_icon, won_space

Told = tuple[int | None, str, list[str]]  # whose move, card or prize it is; the icon; the sentences


def event(before: View, move: int, after: View, lang: str) -> Event:
    """One move told with all its numbers."""
    was, then = Voice(before, lang), Voice(after, lang)
    seat, icon, sentences = _told(was, move, then)
    if after.over:
        sentences.append(then.result())
    elif then.s.rounds > was.s.rounds:
        sentences.append(then.say("event.round", round=then.s.rounds, name=then.name(then.s.first)))
    return Event(" ".join(sentences), icon, seat)


def _told(was: Voice, move: int, then: Voice) -> Told:
    match PHASE[move]:
        case rules.DEAL:
            return _dealt(was, move - rules.DEALS + 1)
        case rules.DRAFT | rules.LAY:
            return _laid(was, move, then)
        case rules.MARK:
            return _marked(was, move - rules.MARKS, then)
        case rules.ACT:
            return _acted(was, then)
        case rules.WIN:
            return _won(was, move, then)
        case rules.REFILL:
            return _refilled(was, then)
        case rules.GATHER:
            return None, "mark-g1", [was.say("event.gather")]
    return _blown(was, then)


def _dealt(was: Voice, k: int) -> Told:
    nth = int(was.s.dealt)
    key, space = ("event.deal", was.middle(nth)) if nth < 9 else ("event.deal.pile", "")
    return None, middle_icon(was.view.kit, k), [was.say(key, card=was.card("middle", k), space=space)]


def _laid(was: Voice, move: int, then: Voice) -> Told:
    if move < rules.MARKS:
        seat, key, (e, k) = was.view.waiting(), "event.draft", divmod(move, 5)
    else:
        seat, key, e, k = None, "event.lay", int(was.s.placed), move - rules.LAYS
    sentences = [was.say(key, name="" if seat is None else was.name(seat), place=was.at(k + 1, e))]
    if then.s.rounds:
        sentences.append(then.say("event.storm.start", place=then.storm()))
    return seat, EDGE_ICONS[k + 1], sentences


def _marked(was: Voice, e: int, then: Voice) -> Told:
    seat, n = was.view.waiting(), was.s.placed // 2 + 1
    sentences = [was.say("event.mark", name=was.name(seat), n=n, place=was.at(was.s.edge[e], e))]
    if then.s.phase == rules.ACT:
        sentences.append(then.say("event.marked"))
    return seat, f"mark-{'gr'[seat]}{n}", sentences


def _acted(was: Voice, then: Voice) -> Told:
    s, say = was.s, was.say
    seat, e = was.turn(s.acted), int(s.order[s.acted])
    line, what = int(rules.FACES[e]), int(s.edge[e])
    own, other = rules.count(s.ice[seat] & line), rules.count(s.ice[1 - seat] & line)
    names = {"name": was.name(seat), "card": was.edge_card(e), "line": was.line(e)}
    told, on = [say("event.act", **names)], not then.view.over
    if what == rules.ICE:
        told = [say("event.ice", **names), *_lifted(was, seat, other)]
    elif what == rules.FIRE:
        told += _changed(was, then, 1 - seat)
        told += [say("event.fire.lifts" if own + other else "event.fire.no_ice")] * on
    elif what == rules.LIGHTNING:
        n = rules.count(rules.chain(s, seat, e))
        told += [say("event.chain" if n else "event.no_chain", n=n, **names), *_changed(was, then, 1 - seat)]
        told += [say("event.chain.lifted")] * (on and n > 0)
    elif what == rules.LIGHT:
        told += [say("event.own_ice", n=own), *_changed(was, then, seat)]
    else:
        told += [say("event.swap", n=own + other)]
    return seat, EDGE_ICONS[what], told


def _won(was: Voice, move: int, then: Voice) -> Told:
    s = was.s
    seat = int(s.winner)
    m = won_space(was.view, move)
    k = int(s.middle[m])
    told = [was.say("event.win", name=was.name(seat), card=was.card("middle", k), space=was.middle(m))]
    if was.view.kit.record[0]["middle_what"][k] == rules.STRIKE:
        told += _changed(was, then, 1 - seat)
    else:
        told += [was.say("event.frozen", name=was.name(seat)), *_lifted(was, seat, rules.count(int(s.ice[1 - seat])))]
    if then.s.middle[m] == rules.EMPTY and then.s.phase != rules.REFILL:
        told.append(was.say("event.win.last"))
    return seat, middle_icon(was.view.kit, k), told


def _refilled(was: Voice, then: Voice) -> Told:
    m = int(was.s.hole)
    k = int(then.s.middle[m])
    told = [was.say("event.refill", card=was.card("middle", k), space=was.middle(m))]
    if not then.s.pile.any():
        told.append(was.say("event.refill.last"))
    return None, middle_icon(was.view.kit, k), told


def _blown(was: Voice, then: Voice) -> Told:
    told = [was.say("event.storm", place=then.storm())]
    if then.s.storm in CORNERS:
        told += [*_changed(was, then, rules.GREEN), *_changed(was, then, rules.RED)]
    return None, "storm", told


def _changed(was: Voice, then: Voice, seat: int) -> list[str]:
    """A ward's loss or gain, from what to what."""
    old, new = int(was.s.ward[seat]), int(then.s.ward[seat])
    key = "event.loses" if new < old else "event.gains" if new > old else "event.full"
    return [was.say(key, name=was.name(seat), number=abs(new - old), old=old, new=new)]


def _lifted(was: Voice, seat: int, n: int) -> list[str]:
    """So much of the other's ice is lifted."""
    return [was.say("event.lifted", name=was.name(1 - seat), n=n)] if n else []
