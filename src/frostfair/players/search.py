"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for any game of the contract.

Each simulation imagines a world from the view and plays it to the end: first along a tree, then at random.  Moves that look
alike to the searcher share an edge; an edge leads to one node for each view that the searcher can have at the next
question, nature being sampled.  Whoever decides takes the move with the best share of the win for its own seat so far, with
room for the rarely tried, counted only where it was there to be chosen (UCB1 with availability, as in that paper).
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule
from frostfair.engine.play import nature
from frostfair.players.greedy import hear_others

rules: ModuleType

CURIOSITY = 0.7  # weight of what was rarely tried
TREE = 1 << 15  # most edges of a tree, and most nodes; a full one grows no further
OVERLOOKED, NEW = -2, -1
DEEP = 256  # most decisions of a simulation that lead along the tree

NODE = np.dtype([("sight", "i8"), ("next", "i4"), ("edges", "i4")], align=True)
EDGE = np.dtype(
    [
        ("move", "i2"),  # as the searcher sees it
        ("next", "i4"),  # the next edge of the same node; -1: none
        ("nodes", "i4"),  # the first node that it leads to
        ("visits", "i4"),
        ("there", "i4"),  # how often it could have been chosen
        ("last", "i4"),  # the last simulation that could
        ("value", "f8"),  # sum of the decider's shares of the win
    ],
    align=True,
)


@rule
def grow(kits, views, seats, desks, stream):
    """Grow a tree by `desks[0].simulations`; its root's edges tell what the moves of the view's seat are worth.

    Moves that `desks[0].overlooked` marks, by their place among the legal ones, are not looked at.
    """
    kit, view, desk = kits[0], views[0], desks[0]
    desk.edged, desk.noded, desk.nodes[0].edges = 0, 1, -1
    for simulation in range(desk.simulations):
        desk.simulation = simulation
        desk.world = view
        rules.imagine(kit, desk.world, stream)
        hear_others(kit, desk.world, int(view.viewer), desk.moves[0], stream)
        depth = descend(kit, desk.world, int(view.viewer), desk, stream)
        roll_out(kit, desk.world, desk.moves[0], stream)
        rules.standing(kit, desk.world, desk.place, desk.score)
        winners = 0
        for p in range(seats):
            winners += desk.place[p] == 1
        for d in range(depth):
            edge = desk.edges[desk.path[d]]
            edge.visits += 1
            if desk.place[desk.deciders[d]] == 1:
                edge.value += 1 / winners


@rule
def most_visited(desk):
    """The root's edge that was chosen most, of equals the one worth more."""
    best, e = desk.nodes[0].edges, desk.edges[desk.nodes[0].edges].next
    while e >= 0:
        edge, top = desk.edges[e], desk.edges[best]
        if edge.visits > top.visits or (edge.visits == top.visits and edge.value > top.value):
            best = e
        e = edge.next
    return best


@rule
def descend(kit, s, me, desk, stream):
    """From the root along the best edges to a fresh one; returns how many edges, in `desk.path` with their `deciders`."""
    node, depth, fresh = 0, 0, False
    who = rules.waiting(kit, s)
    while who >= 0 and not fresh and depth < DEEP and desk.edged < TREE and desk.noded < TREE:
        e, move, fresh = choose_edge(kit, s, who, me, node, desk, stream)
        desk.path[depth], desk.deciders[depth] = e, who
        depth += 1
        rules.apply(kit, s, move)
        who = let_nature(kit, s, desk.moves[0], stream)
        if who >= 0 and not fresh:
            node = node_behind(kit, s, me, e, desk)
    return depth


@rule
def choose_edge(kit, s, who, me, node, desk, stream):
    """A move never tried from this node, any of them, else the best; returns its edge, the move, whether the edge is new."""
    moves, edges, marks = desk.moves[0], desk.edges, desk.marks
    n = rules.legal(kit, s, who, moves)
    new, untried, best, high = 0, 0, -1, -1.0
    for i in range(n):
        marks[i] = edge_of(kit, s, moves[i], me, node, desk)
        if node == 0 and desk.overlooked[i]:
            marks[i] = OVERLOOKED
        elif marks[i] == NEW:
            new += 1
            if below(stream, new) == 0:
                untried = i
        elif edges[marks[i]].last != desk.simulation:  # the first of its look-alikes
            edge = edges[marks[i]]
            edge.last = desk.simulation
            edge.there += 1
            worth = edge.value / edge.visits + CURIOSITY * np.sqrt(np.log(edge.there) / edge.visits)
            if worth > high:
                best, high = marks[i], worth
    if new > 0:
        return new_edge(rules.seen(kit, s, moves[untried], me), node, desk), moves[untried], True
    alike, chosen = 0, moves[0]
    for i in range(n):
        if marks[i] == best:
            alike += 1
            if below(stream, alike) == 0:
                chosen = moves[i]
    return best, chosen, False


@rule
def edge_of(kit, s, move, me, node, desk):
    """The edge of a move, by what the searcher sees of it; NEW if there is none yet."""
    seen, e = rules.seen(kit, s, move, me), desk.nodes[node].edges
    while e >= 0 and desk.edges[e].move != seen:
        e = desk.edges[e].next
    return e


@rule
def new_edge(seen, node, desk):
    e = desk.edged
    desk.edged += 1
    edge = desk.edges[e]
    edge.move, edge.next, edge.nodes, edge.visits, edge.value = seen, desk.nodes[node].edges, -1, 0, 0.0
    edge.there, edge.last = 1, desk.simulation
    desk.nodes[node].edges = e
    return e


@rule
def node_behind(kit, s, me, e, desk):
    """The node of what the searcher sees now, behind an edge."""
    desk.look = s
    rules.hide(kit, desk.look, me)
    sight, x = digest(desk.sights), desk.edges[e].nodes
    while x >= 0 and desk.nodes[x].sight != sight:
        x = desk.nodes[x].next
    if x < 0:
        x = desk.noded
        desk.noded += 1
        node = desk.nodes[x]
        node.sight, node.edges, node.next = sight, -1, desk.edges[e].nodes
        desk.edges[e].nodes = x
    return x


@rule
def digest(words):
    """62 bits that tell views apart."""
    a, b = 1, 2
    for i in range(len(words)):
        word = int(words[i]) & 0xFFFFFFFF
        a = (a ^ word) * 1640531527
        a = (a ^ a >> 31) & 0x7FFFFFFF
        b = (b ^ word) * 1013904223
        b = (b ^ b >> 31) & 0x7FFFFFFF
    return a << 31 | b


@rule
def let_nature(kit, s, moves, stream):
    """Nature moves until a seat is asked or all is over; returns who is asked."""
    who = rules.waiting(kit, s)
    while who == rules.NATURE:
        rules.apply(kit, s, nature(kit, s, moves, rules.legal(kit, s, who, moves), stream))
        who = rules.waiting(kit, s)
    return who


@rule
def roll_out(kit, s, moves, stream):
    """Random moves to the end."""
    who = let_nature(kit, s, moves, stream)
    while who >= 0:
        rules.apply(kit, s, moves[below(stream, rules.legal(kit, s, who, moves))])
        who = let_nature(kit, s, moves, stream)
