/* Random play of Soul Ward, written by hand in C99: what the machine code made from rules.py is measured against.

   The same contract (setup, waiting, legal, weight, apply on one small record, the numbers in a kit), the same methods,
   the same stream and the same draws in the same order, so that both sides play the same games to the last move.
   Numbers such as W-13 are rulings of the rule book.  Spaces, moves and masks are numbered as in rules.py.

   gcc -std=c99 -O3 -march=native -shared -fPIC soul_ward.c -o soul_ward.so */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NATURE = 2, EDGES = 5, MIDDLES = 8, PILE = 15, MOST = 60, SETS = 1 << EDGES, SUPPLIES = 9 * 9 * 9 * 9 * 9 };
enum { ICE = 1, FIRE, LIGHTNING, LIGHT, SHADOW };
enum { STRIKE = 1 };
enum { DEAL, DRAFT, LAY, MARK, ACT, WIN, REFILL, GATHER, STORM, OVER };
enum { MARKS = 60, TAKES = 72, DEALS = 81, LAYS = 89, ACTS = 94, WINS, REFILLS, GATHERS, STORMS };
static const unsigned LEFT = 0111, RIGHT = 0444, ALL = 0777; /* middle spaces, an octal digit a row */

typedef struct { /* the fields of KIT */
    int16_t edge_copies[EDGES + 1], edge_number[EDGES + 1];
    int8_t middle_what[MIDDLES + 1];
    int16_t middle_number[MIDDLES + 1], middle_copies[MIDDLES + 1];
    int16_t ward[2], most, last;
    int8_t storm, quick;
} Kit;

typedef struct {
    uint8_t phase, first, placed, acted, storm, winner, hole, drawn, dealt;
    int16_t rounds, ward[2];
    uint16_t ice[2], marks[2], taken, filled; /* filled: middle spaces with a card */
    uint8_t order[6], edge[12], supply[EDGES + 1], middle[9], pile[PILE], deck[MIDDLES + 1], gone[2][MIDDLES + 1];
} State;

typedef struct {
    int64_t moves, decisions;
    uint64_t digest;
} Tally;

static const uint16_t FACES[12] = {0111, 0222, 0444, 07, 070, 0700, 0111, 0222, 0444, 07, 070, 0700};
static const int8_t LOOP[16] = {0, 1, 2, -1, 3, 4, 5, -1, 8, 7, 6, -1, 11, 10, 9, -1};
static const uint8_t DRAFTER[12] = {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
static const int POWER[EDGES + 1] = {0, 1, 9, 81, 729, 6561};

static int8_t room[216][SETS];
static uint16_t fits[216][SETS][3];
static int32_t ways[SUPPLIES];

/* A side is p = a + 6 b + 36 c (0 empty); room: how many empty spaces can at most be filled from a set of kinds. */
static void find_room(void) {
    memset(room, -9, sizeof room);
    for (int a = 1; a <= EDGES; a++)
        for (int b = 1; b <= EDGES; b++)
            for (int c = 1; c <= EDGES; c++) {
                if (a == b || b == c) continue;
                for (int laid = 0; laid < 8; laid++) {
                    int p = (laid & 1 ? a : 0) + (laid & 2 ? 6 * b : 0) + (laid & 4 ? 36 * c : 0);
                    uint32_t fresh[3] = {laid & 1 ? 0 : 1u << a >> 1, laid & 2 ? 0 : 1u << b >> 1, laid & 4 ? 0 : 1u << c >> 1};
                    for (uint32_t kinds = 0; kinds < SETS; kinds++) {
                        int n = !!(kinds & fresh[0]) + !!(kinds & fresh[1]) + !!(kinds & fresh[2]);
                        if (n > room[p][kinds]) room[p][kinds] = (int8_t)n;
                    }
                }
            }
}

/* What a side can get while a set of kinds has so much more room than cards left: bit 5 i + k - 1 for k on space i. */
static void find_fits(void) {
    static const int place[3] = {1, 6, 36};
    memset(fits, 0, sizeof fits);
    for (int p = 0; p < 216; p++)
        for (int i = 0; i < 3; i++)
            for (int k = 1; k <= EDGES && p / place[i] % 6 == 0; k++)
                for (int kinds = 0; kinds < SETS; kinds++)
                    for (int slack = 0; slack < 3; slack++)
                        if (room[p][kinds] - room[p + k * place[i]][kinds] - (kinds >> (k - 1) & 1) <= slack)
                            fits[p][kinds][slack] |= (uint16_t)(1 << (5 * i + k - 1));
}

/* In how many ways up to three whole sides can be filled with just these cards; a card of kind k counts 9**(k - 1). */
static void find_ways(int supply, int sides) {
    ways[supply]++;
    for (int a = 1; a <= EDGES && sides; a++)
        for (int b = 1; b <= EDGES; b++)
            for (int c = 1; c <= EDGES; c++)
                if (a != b && b != c) find_ways(supply + POWER[a] + POWER[b] + POWER[c], sides - 1);
}

/* Fill the tables; returns the size of a kit, to be compared with KIT's. */
int prepare(void) {
    find_room();
    find_fits();
    memset(ways, 0, sizeof ways);
    find_ways(0, 3);
    return sizeof(Kit);
}

/* xoshiro128**, Blackman and Vigna 2018 */
static inline uint32_t rotate(uint32_t x, int n) { return x << n | x >> (32 - n); }

static inline int below(uint32_t s[4], uint32_t n) {
    uint32_t x = rotate(s[1] * 5, 7) * 9, t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11);
    return (int)((uint64_t)x * n >> 32);
}

static inline bool several(unsigned mask) { return mask & (mask - 1); }
static inline unsigned across(unsigned mask) { return (mask << 6 | mask >> 6) & 0xFFF; }
static inline int lowest(unsigned mask) { return __builtin_ctz(mask); }
static inline int count(unsigned mask) { return __builtin_popcount(mask); }

static void setup(const Kit *kit, State *s) {
    memset(s, 0, sizeof *s);
    for (int p = 0; p < 2; p++) s->ward[p] = kit->ward[p];
    for (int k = 0; k <= EDGES; k++) s->supply[k] = (uint8_t)kit->edge_copies[k];
    for (int k = 0; k <= MIDDLES; k++) s->deck[k] = (uint8_t)kit->middle_copies[k];
}

/* The middle cards in front of two markers of p, one on top or bottom, one left or right (W-21, W-22, W-26). */
static inline unsigned won(const State *s, int p) {
    static const uint16_t rows[8] = {0, 07, 070, 077, 0700, 0707, 0770, 0777};
    unsigned marks = s->marks[p];
    return ((marks | marks >> 6) & 7) * LEFT & rows[(marks >> 3 | marks >> 9) & 7] & s->filled & ~(unsigned)s->taken;
}

static inline int waiting(const State *s) {
    switch (s->phase) {
    case DRAFT: return DRAFTER[s->placed];
    case MARK: return (s->first + s->placed) & 1;
    case WIN: return several(won(s, s->winner)) ? s->winner : NATURE;
    case OVER: return -1;
    default: return NATURE;
    }
}

/* The draft's moves after which the edge can still be completed (W-3). */
static uint64_t fitting(const State *s) {
    int p[4];
    uint64_t mask = (UINT64_C(1) << MARKS) - 1;
    unsigned supplied = 0;
    for (int i = 0; i < 4; i++) p[i] = s->edge[3 * i] + 6 * s->edge[3 * i + 1] + 36 * s->edge[3 * i + 2];
    for (int k = 1; k <= EDGES; k++) supplied |= (unsigned)(s->supply[k] > 0) << (k - 1);
    for (unsigned kinds = supplied; kinds; kinds = (kinds - 1) & supplied) {
        int slack = room[p[0]][kinds] + room[p[1]][kinds] + room[p[2]][kinds] + room[p[3]][kinds];
        for (int k = 1; k <= EDGES; k++) slack -= kinds >> (k - 1) & 1 ? s->supply[k] : 0;
        if (slack < 3)
            mask &= (uint64_t)fits[p[0]][kinds][slack] | (uint64_t)fits[p[1]][kinds][slack] << 15
                  | (uint64_t)fits[p[2]][kinds][slack] << 30 | (uint64_t)fits[p[3]][kinds][slack] << 45;
    }
    return mask;
}

static inline int list(uint64_t mask, int base, int16_t out[]) {
    int n = 0;
    for (; mask; mask &= mask - 1) out[n++] = (int16_t)(base + __builtin_ctzll(mask));
    return n;
}

static int legal(const State *s, int16_t out[]) {
    switch (s->phase) {
    case DRAFT: return list(fitting(s), 0, out);
    case LAY: return list(fitting(s) >> 5 * s->placed & (SETS - 1), LAYS, out);
    case MARK: {
        int p = (s->first + s->placed) & 1;
        unsigned taken = s->marks[0] | s->marks[1] | across(s->marks[1 - p]);
        if (LOOP[s->storm] >= 0) taken |= 1u << LOOP[s->storm];
        return list(~taken & 0xFFF, MARKS, out);
    }
    case WIN: {
        unsigned mask = won(s, s->winner);
        if (several(mask)) return list(mask, TAKES, out);
        out[0] = WINS;
        return 1;
    }
    case DEAL: {
        int n = 0;
        for (int k = 1; k <= MIDDLES; k++)
            if (s->deck[k]) out[n++] = (int16_t)(DEALS + k - 1);
        return n;
    }
    case ACT: out[0] = ACTS; return 1;
    case REFILL: out[0] = REFILLS; return 1;
    case GATHER: out[0] = GATHERS; return 1;
    default: out[0] = STORMS; return 1;
    }
}

/* In how many ways the last spaces can be filled, all neighbours differing (W-6). */
static int completions(int supply, int last, int spaces) {
    if (spaces % 3 == 0) return ways[supply];
    int n = 0;
    for (int k = 1; k <= EDGES; k++)
        if (k != last && supply / POWER[k] % 9) n += completions(supply - POWER[k], k, spaces - 1);
    return n;
}

static int weight(const State *s, int move) {
    if (s->phase == DEAL) return s->deck[move - DEALS + 1];
    int k = move - LAYS + 1, supply = -POWER[k];
    for (int i = 1; i <= EDGES; i++) supply += s->supply[i] * POWER[i];
    return completions(supply, k, 11 - s->placed);
}

static void begin(State *s) { /* W-7 */
    s->rounds++;
    s->placed = s->acted = 0;
    s->taken = 0;
    s->phase = MARK;
}

static void lay(const Kit *kit, State *s, int e, int k) {
    s->supply[k]--;
    s->edge[e] = (uint8_t)k;
    if (++s->placed == 12) { /* W-4 */
        s->storm = (uint8_t)kit->storm;
        begin(s);
    }
}

static void deal(const Kit *kit, State *s, int k) {
    s->deck[k]--;
    if (s->dealt < 9) {
        s->middle[s->dealt] = (uint8_t)k;
        s->filled |= (uint16_t)(1 << s->dealt);
    } else
        s->pile[s->dealt - 9] = (uint8_t)k;
    s->dealt++;
    for (int i = 1; i <= MIDDLES; i++)
        if (s->deck[i]) return;
    s->phase = kit->quick ? LAY : DRAFT;
}

/* This round's first player wins all theirs, then the other (W-19). */
static void seek(State *s) {
    s->phase = WIN;
    if (won(s, s->winner)) return;
    if (s->winner == s->first) {
        s->winner = 1 - s->first;
        if (won(s, s->winner)) return;
    }
    s->phase = GATHER;
}

/* A ward loses points; at 0 all is over, at once (W-30, W-31). */
static bool hit(State *s, int p, int loss) {
    s->ward[p] = (int16_t)(s->ward[p] > loss ? s->ward[p] - loss : 0);
    if (s->ward[p] == 0) s->phase = OVER;
    return s->phase == OVER;
}

/* A chain: all of `own` linked to `mask` by sides (W-15). */
static unsigned spread(unsigned mask, unsigned own) {
    for (unsigned grown = ~mask; grown != mask;) {
        grown = mask;
        mask |= (mask << 3 | mask >> 3 | (mask & ~RIGHT) << 1 | (mask & ~LEFT) >> 1) & own;
    }
    return mask;
}

static void act(const Kit *kit, State *s) { /* W-12 */
    int e = s->order[s->acted], p = (s->first + s->acted) & 1;
    unsigned line = FACES[e], mine = s->ice[p], other = s->ice[1 - p];
    s->acted++;
    switch (s->edge[e]) {
    case ICE: mine |= line, other &= ~line; break; /* W-13 */
    case FIRE: /* W-14 */
        if (hit(s, 1 - p, kit->edge_number[FIRE])) return;
        mine &= ~line, other &= ~line;
        break;
    case LIGHTNING: { /* W-15, W-16, W-17 */
        unsigned linked = spread(mine & line, mine);
        if (hit(s, 1 - p, linked ? count(linked) : kit->edge_number[LIGHTNING])) return;
        mine &= ~linked;
        break;
    }
    case LIGHT: {
        int ward = s->ward[p] + kit->edge_number[LIGHT] + count(mine & line);
        s->ward[p] = (int16_t)(ward < kit->most ? ward : kit->most);
        break;
    }
    case SHADOW: {
        unsigned swap = (mine ^ other) & line;
        mine ^= swap, other ^= swap;
        break;
    }
    }
    s->ice[p] = (uint16_t)mine, s->ice[1 - p] = (uint16_t)other;
    if (s->acted == 6) {
        s->winner = s->first;
        seek(s);
    }
}

/* The effect, then the card leaves, then the refill (W-21, W-23, W-24). */
static void win(const Kit *kit, State *s, int m) {
    int p = s->winner, k = s->middle[m];
    if (kit->middle_what[k] == STRIKE) {
        if (hit(s, 1 - p, kit->middle_number[k])) return;
    } else
        s->ice[p] = (uint16_t)ALL, s->ice[1 - p] = 0;
    s->middle[m] = 0;
    s->filled &= (uint16_t)~(1 << m);
    s->gone[p][k]++;
    s->taken |= (uint16_t)(1 << m);
    if (s->drawn < PILE && s->pile[s->drawn]) {
        s->hole = (uint8_t)m;
        s->phase = REFILL;
    } else
        seek(s); /* W-22 */
}

static void refill(State *s) {
    s->middle[s->hole] = s->pile[s->drawn];
    s->filled |= (uint16_t)(1 << s->hole);
    s->pile[s->drawn++] = 0;
    seek(s);
}

/* The Storm moves one step; on a corner both wards lose 1 at once (W-27, W-28, W-29); the other goes first. */
static void blow(const Kit *kit, State *s) {
    s->storm = (s->storm + 1) & 15;
    if (LOOP[s->storm] < 0) {
        bool over = hit(s, 0, 1);
        if (hit(s, 1, 1) || over) return;
    }
    if (s->rounds == kit->last) {
        s->phase = OVER;
        return;
    }
    s->first = 1 - s->first;
    begin(s);
}

static void mark(State *s, int e) {
    s->marks[(s->first + s->placed) & 1] |= (uint16_t)(1 << e);
    s->order[s->placed] = (uint8_t)e;
    if (++s->placed == 6) s->phase = ACT;
}

static void apply(const Kit *kit, State *s, int move) {
    switch (move) {
    case ACTS: act(kit, s); return;
    case WINS: win(kit, s, lowest(won(s, s->winner))); return;
    case REFILLS: refill(s); return;
    case GATHERS: /* W-27 */
        s->marks[0] = s->marks[1] = 0;
        s->phase = STORM;
        return;
    case STORMS: blow(kit, s); return;
    }
    if (move < MARKS) lay(kit, s, move / 5, move % 5 + 1);
    else if (move < TAKES) mark(s, move - MARKS);
    else if (move < DEALS) win(kit, s, move - TAKES);
    else if (move < LAYS) deal(kit, s, move - DEALS + 1);
    else lay(kit, s, s->placed, move - LAYS + 1);
}

static int nature(const State *s, const int16_t moves[], int n, uint32_t stream[4]) {
    if (n == 1) return moves[0];
    int weights[EDGES > MIDDLES ? EDGES : MIDDLES], total = 0;
    for (int i = 0; i < n; i++) total += weights[i] = weight(s, moves[i]);
    int rest = below(stream, (uint32_t)total), i = 0;
    while ((rest -= weights[i]) >= 0) i++;
    return moves[i];
}

/* FNV-1a, 64 bits, over a number's two bytes. */
static uint64_t mix(uint64_t digest, int64_t number) {
    digest = (digest ^ (number & 255)) * UINT64_C(1099511628211);
    return (digest ^ (number >> 8 & 255)) * UINT64_C(1099511628211);
}

/* So many random games; adds to the tally, mixes final wards, rounds and number of moves of each game into its digest. */
void many(const Kit *kit, int64_t games, uint32_t stream[4], Tally *tally) {
    State state, *s = &state;
    int16_t out[MOST];
    for (int64_t g = 0; g < games; g++) {
        int64_t before = tally->moves;
        setup(kit, s);
        for (int who = waiting(s); who >= 0; who = waiting(s)) {
            int n = legal(s, out), move;
            if (who == NATURE) move = nature(s, out, n, stream);
            else {
                move = out[below(stream, (uint32_t)n)];
                tally->decisions++;
            }
            apply(kit, s, move);
            tally->moves++;
        }
        int64_t facts[4] = {s->ward[0], s->ward[1], s->rounds, tally->moves - before};
        for (int i = 0; i < 4; i++) tally->digest = mix(tally->digest, facts[i]);
    }
}
