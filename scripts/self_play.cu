// Self-play of the standard round of Hanamikoji on a graphics processor, with which the standard network was made.
//
// The method is that of `hana train`, see solver/core/src/search/learning; the features are those of
// solver/hanamikoji/src/learn/encoder.rs, and the weights have the same order. A warp plays a round and its
// variations, some thousand warps make a batch, and gradients are added in global memory, so that the result of a
// run depends on their order. Between batches the values of undecided layouts follow the play: the outcomes of the
// rounds make the Markov chain of `hana favour`.
//
//     nvcc -O3 -arch=sm_90 -std=c++17 --use_fast_math -o self_play scripts/self_play.cu
//     ./self_play --table solver/hanamikoji/src/between_rounds/favour_table.csv --seconds 600 --out NAME
//     cargo run --release -p hanamachi-hanamikoji --example network_file -- NAME-smooth.f32 NAME.json NAME.network
//
// As C++ the same source plays on one core, with one lane for each warp:
//
//     g++ -x c++ -O3 -march=native -ffast-math -std=c++17 -o self_play scripts/self_play.cu
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;
typedef u64 Cards;

// One source for both: W lanes work on a warp's round, 32 or 1. What is not said to be divided among lanes is done
// by all of them alike.
#ifdef __CUDACC__
#define DEV __device__ __forceinline__
#define DEVN __device__ __noinline__
#define W 32
#define LANE (threadIdx.x & 31)
#define SYNC() __syncwarp()
#define SHFL(x, s) __shfl_sync(0xffffffffu, x, s)
DEV float wsum(float x) { for (int o = 16; o; o >>= 1) x += __shfl_xor_sync(0xffffffffu, x, o); return x; }
DEV float wmax(float x) { for (int o = 16; o; o >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o)); return x; }
DEV u32 wballot(bool b) { return __ballot_sync(0xffffffffu, b); }
DEV int ctz32(u32 x) { return __ffs(x) - 1; }
DEV int ctz64(u64 x) { return __ffsll(x) - 1; }
DEV int pop32(u32 x) { return __popc(x); }
DEV float fexp(float x) { return __expf(x); }
DEV float flog(float x) { return __logf(x); }
#else
#define DEV inline
#define DEVN
#define W 1
#define LANE 0
#define SYNC()
#define SHFL(x, s) (x)
inline float wsum(float x) { return x; }
inline float wmax(float x) { return x; }
inline u32 wballot(bool b) { return b; }
inline int ctz32(u32 x) { return __builtin_ctz(x); }
inline int ctz64(u64 x) { return __builtin_ctzll(x); }
inline int pop32(u32 x) { return __builtin_popcount(x); }
inline float fexp(float x) { return expf(x); }
inline float flog(float x) { return logf(x); }
#endif

// The shape of the network, and where each table of weights begins (network.rs).
constexpr int CTX_ROWS = 3592, ACT_ROWS = 1548, HID = 128, WID = 64, HEADS = 192, BUCKETS = 16;
constexpr int DENSE = (HID + 1) * HEADS;
constexpr int O_BIAS = CTX_ROWS * HID, O_DENSE = O_BIAS + HID, O_ACT = O_DENSE + BUCKETS * DENSE,
              O_LIN = O_ACT + ACT_ROWS * WID, NW = O_LIN + ACT_ROWS;
static_assert(NW == 956812, "weights");
// Layouts of the markers; outcomes of a round are the undecided ones, a win of the first player, one of the second.
constexpr int LAYOUTS = 2187, UNDECIDED = 274, OUTCOMES = UNDECIDED + 2;
// Rows of the views, the most actions of a hand, decisions of a round, and rows of a context.
constexpr int VIEW_ROWS = 933, MAXA = 168, MAXD = 12, MAXCTX = 46;
// As in self_play.rs.
constexpr float FROM_POLICY = 0.5f, TREMBLE = 0.05f, COARSE = 1e-3f, LEAST = 1e-6f;
constexpr int C2 = WID / W, C4 = HID / W;

// A lane's share of a row of 64 or 128 numbers.
template <int N> struct Chunk { float v[N]; };
#ifdef __CUDACC__
DEV void load(Chunk<2>& c, const float* p) { float2 t = __ldg((const float2*)(p) + LANE); c.v[0] = t.x; c.v[1] = t.y; }
DEV void load(Chunk<4>& c, const float* p) { float4 t = __ldg((const float4*)(p) + LANE); c.v[0] = t.x; c.v[1] = t.y; c.v[2] = t.z; c.v[3] = t.w; }
DEV void loadm(Chunk<2>& c, const float* p) { float2 t = *((const float2*)(p) + LANE); c.v[0] = t.x; c.v[1] = t.y; }
DEV void loadm(Chunk<4>& c, const float* p) { float4 t = *((const float4*)(p) + LANE); c.v[0] = t.x; c.v[1] = t.y; c.v[2] = t.z; c.v[3] = t.w; }
DEV void store(const Chunk<2>& c, float* p) { *((float2*)(p) + LANE) = make_float2(c.v[0], c.v[1]); }
DEV void store(const Chunk<4>& c, float* p) { *((float4*)(p) + LANE) = make_float4(c.v[0], c.v[1], c.v[2], c.v[3]); }
DEV void add_to(float* p, const Chunk<2>& c, float s) { atomicAdd((float2*)(p) + LANE, make_float2(s * c.v[0], s * c.v[1])); }
DEV void add_to(float* p, const Chunk<4>& c, float s) { atomicAdd((float4*)(p) + LANE, make_float4(s * c.v[0], s * c.v[1], s * c.v[2], s * c.v[3])); }
DEV void add1(float* p, float v) { atomicAdd(p, v); }
#else
template <int N> inline void load(Chunk<N>& c, const float* p) { for (int k = 0; k < N; k++) c.v[k] = p[k]; }
template <int N> inline void loadm(Chunk<N>& c, const float* p) { load(c, p); }
template <int N> inline void store(const Chunk<N>& c, float* p) { for (int k = 0; k < N; k++) p[k] = c.v[k]; }
template <int N> inline void add_to(float* p, const Chunk<N>& c, float s) { for (int k = 0; k < N; k++) p[k] += s * c.v[k]; }
inline void add1(float* p, float v) { *p += v; }
#endif
typedef Chunk<C2> R64;
typedef Chunk<C4> R128;

struct Tables {
    // Row of each combination of counts, for geisha of 2, 3, 4 and 5 cards.
    u16 view_index[81 + 256 + 625 + 1296];
    u16 slot_start[7];
    u16 slot_count[7];
    u16 ternary[128];
    u8 charm[128];
    // By layout after the round: utility to the first player, the winner, the bin of its value for each seat.
    float util[LAYOUTS];
    u8 winner[LAYOUTS];
    u8 worth[2][LAYOUTS];
    u16 layouts[UNDECIDED];
    // Number of the layout among the undecided ones, and of the outcome that it is.
    u16 start_id[LAYOUTS], out_id[LAYOUTS];
    // Actions by hand.
    u32 hand_start[12960];
    u16 hand_ends[12960][4];
};

// Random numbers: SplitMix64, the same for all lanes.
struct Rng { u64 s; };
DEV u64 mix(u64 x) { x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull; x = (x ^ (x >> 27)) * 0x94d049bb133111ebull; return x ^ (x >> 31); }
DEV u64 next(Rng& r) { r.s += 0x9e3779b97f4a7c15ull; return mix(r.s); }
DEV float unit(Rng& r) { return (float)(next(r) >> 40) * (1.0f / 16777216.0f); }
DEV u32 below(Rng& r, u32 n) { return (u32)(((next(r) >> 32) * (u64)n) >> 32); }

// Sets of cards, a byte for each geisha (card.rs).
constexpr u64 ONES = 0x0001010101010101ull, TOPS = ONES << 7, PS = 0x0101010101010101ull;
constexpr u32 VALUES = 0x5433222;
DEV u32 value_of(int g) { return (VALUES >> (4 * g)) & 15; }
DEV u32 cnt(Cards c, int g) { return (u32)(c >> (8 * g)) & 255; }
DEV u32 len(Cards c) { return (u32)((c * PS) >> 56); }
DEV Cards one(int g) { return 1ull << (8 * g); }
DEV Cards nth(Cards c, u32 p) { u64 sums = c * PS; u64 b = (sums + PS * (u64)(0x7f - p)) & (PS << 7); return (b & (0 - b)) >> 7; }
DEV u32 gather(u64 t) { return (u32)(((t >> 7) * 0x0102040810204000ull) >> 56) & 0x7f; }
DEV u32 majorities(Cards a, Cards b) { u64 notmore = ((b | TOPS) - a) & TOPS; return gather(~notmore & TOPS); }
DEV int first_card(Cards c) { return ctz64(c) / 8; }
constexpr Cards PACK = 0x0005040303020202ull;

// A round in progress (state.rs, turn.rs). Actions and turns are packed as there.
enum { DRAW, ACT, ANSWER, END };
struct State { Cards hand[2], row[2], secret[2], trade[2], deck; u16 seen[2][8]; u8 left[2]; u8 turns, phase; };

DEV int letter(u16 c, int p) { return (c >> (9 - 3 * p)) & 7; }
DEV Cards cards_of(u16 c, int n) { Cards s = 0; for (int p = 0; p < n; p++) s += one(letter(c, p)); return s; }
DEV Cards action_cards(u16 a) { int t = a >> 12; return cards_of(a, t == 1 || t == 5 ? 1 : t == 2 || t == 6 ? 2 : t == 3 ? 3 : 4); }

DEV void end_turn(State& s) { s.turns++; s.phase = s.turns == 8 ? END : DRAW; }
DEV void play(State& s, u16 a) {
    int t = a >> 12, me = s.turns & 1, other = me ^ 1;
    Cards c = action_cards(a);
    if (t <= 4) {
        s.hand[me] -= c;
        s.left[me] &= ~(1 << (t - 1));
        s.seen[me][s.turns] = a;
        s.seen[other][s.turns] = t == 1 ? 10 << 12 : t == 2 ? 11 << 12 : a;
        if (t == 1) s.secret[me] = c;
        else if (t == 2) s.trade[me] = c;
        else { s.phase = ANSWER; return; }
        end_turn(s);
    } else {
        u16 e = s.seen[0][s.turns];
        Cards all = action_cards(e);
        s.row[me] += all - c;
        s.row[other] += c;
        u16 base = e & 4095, tag;
        if (e >> 12 == 3) { int x = letter(a, 0); tag = 5 + (letter(base, 0) == x ? 0 : letter(base, 1) == x ? 1 : 2); }
        else tag = 8 + ((base >> 6) != ((a >> 6) & 63));
        s.seen[0][s.turns] = s.seen[1][s.turns] = tag << 12 | base;
        end_turn(s);
    }
}
DEV void draw(State& s, Cards card) { s.deck -= card; s.hand[s.turns & 1] += card; s.phase = ACT; }
DEV Cards hand_of(Cards deck, u32 n, Rng& r) {
    Cards rest = deck; u32 l = len(deck);
    for (u32 k = 0; k < n; k++) rest -= nth(rest, below(r, l - k));
    return deck - rest;
}
DEV void start(State& s) {
    for (int k = 0; k < 2; k++) { s.hand[k] = s.row[k] = s.secret[k] = s.trade[k] = 0; s.left[k] = 15; for (int t = 0; t < 8; t++) s.seen[k][t] = 0; }
    s.deck = PACK; s.turns = 0; s.phase = DRAW;
}
DEV void deal(State& s, Rng& r) {
    start(s);
    s.deck -= nth(s.deck, below(r, 21));
    for (int k = 0; k < 2; k++) { s.hand[k] = hand_of(s.deck, 6, r); s.deck -= s.hand[k]; }
}
DEV u32 hand_index(Cards h) {
    u32 i = 0;
    for (int g = 6; g >= 0; g--) i = i * (value_of(g) + 1) + cnt(h, g);
    return i;
}
// Markers: own bits | other bits << 8.
DEV u32 favour_after(u32 own, u32 other, Cards a, Cards b) {
    u32 up = majorities(a, b), down = majorities(b, a);
    return ((own & ~down) | up) | ((other & ~up) | down) << 8;
}
DEV u32 favour_index(const Tables& T, u32 own, u32 other) { return T.ternary[own] + 2 * T.ternary[other]; }

// The features of a decision (encoder.rs). Branch j of action a is br[3 * a + j]; the top bit of a row subtracts it.
constexpr int BR = 20;
struct alignas(8) Branch { u16 n; u16 rows[BR - 1]; };
struct alignas(16) Dec {
    float hid[3][HID];
    float heads[3][HEADS];
    float val[MAXA], prob[MAXA], ref[MAXA];
    State st;
    u32 seat, bucket, nctx, nact, played;
    u16 ctx[MAXCTX];
    u16 act[MAXA];
    u8 nb[MAXA];
    Branch br[3 * MAXA];
};
struct alignas(16) Work { Dec dec[MAXD]; float slopes[MAXA]; };

// What the player to act knows, and the slot of each geisha, a nibble each.
struct View { Cards mine, theirs, hand, unseen; u32 own, other; u32 slots; int seat; };

DEV int pair_of(int a, int b) { int lo = a < b ? a : b, hi = a < b ? b : a; return hi * (hi + 1) / 2 + lo; }
DEV int share_of(bool gift, u32 off, u32 taken) {
    // Packed tables, a nibble each.
    if (gift) { u64 t = 0; if (off == 1) t = 0x010; else if (off == 2) t = 0x032; else t = 0x040; return (t >> (4 * taken)) & 15; }
    u64 t = 0;
    if (off == 1) t = 0x010; else if (off == 2) t = 0x432; else if (off == 3) t = 0x650; else t = 0x700;
    return 5 + ((t >> (4 * taken)) & 15);
}
DEV int uses_of(int kind, u32 n) { return ((0x6310 >> (4 * kind)) & 15) + (int)n - 1; }
DEV u16 view_row(const Tables& T, const View& v, int g, u32 mine, u32 theirs, u32 hand, u32 unseen) {
    u32 base = value_of(g) + 1;
    u32 code = ((unseen * base + hand) * base + theirs) * base + mine;
    u32 off = base == 3 ? 0 : base == 4 ? 81 : base == 5 ? 81 + 256 : 81 + 256 + 625;
    u32 marker = (v.own >> g & 1) ? 1 : (v.other >> g & 1) ? 2 : 0;
    int slot = (v.slots >> (4 * g)) & 15;
    return T.slot_start[slot] + T.view_index[off + code] + marker * T.slot_count[slot];
}
DEV int slot_of(const View& v, int g) { return (v.slots >> (4 * g)) & 15; }

#define CTX(x) { if (LANE == 0) d.ctx[n] = (u16)(x); n++; }
// Places of the features of the history, after the views (Tables in encoder.rs).
constexpr int K_SHARE = 64, K_PAIR = 1520, K_SECRET = 2416, K_TRADE = 2423, K_CHARM = 2437, K_GEISHA = 2481, K_LEFT = 2497, K_OFFER = 2561, K_OPAIR = 2631;

// Cards known in an entry, and those taken.
DEV void entry_cards(u16 e, Cards& c, Cards& t) {
    int tag = e >> 12;
    c = 0; t = 0;
    if (tag == 1) c = cards_of(e, 1);
    else if (tag == 2) c = cards_of(e, 2);
    else if (tag == 3 || (tag >= 5 && tag < 8)) { c = cards_of(e, 3); if (tag >= 5) t = one(letter(e, tag - 5)); }
    else if (tag == 4 || tag == 8 || tag == 9) {
        c = cards_of(e, 4);
        if (tag >= 8) { int p = 2 * (tag - 8); t = one(letter(e, p)) + one(letter(e, p + 1)); }
    }
}

DEVN void encode(const Tables& T, const u16* lists, const State& st, int seat, u32 own, u32 other, Dec& d) {
    View v;
    v.seat = seat;
    v.own = own; v.other = other;
    v.mine = st.row[seat] + st.secret[seat];
    v.theirs = st.row[seat ^ 1];
    v.hand = st.hand[seat];
    v.unseen = PACK - v.mine - v.theirs - v.hand - st.trade[seat];
    int nh = st.turns + (st.phase == ANSWER);
    // Order of equals.
    u64 key[5];
    for (int g = 0; g < 5; g++) {
        u32 marker = (own >> g & 1) ? 1 : (other >> g & 1) ? 2 : 0;
        key[g] = (u64)marker << 3 | cnt(v.hand, g);
    }
    for (int t = 0; t < nh; t++) {
        Cards c, k;
        entry_cards(st.seen[seat][t], c, k);
        for (int g = 0; g < 5; g++) key[g] = key[g] << 5 | (u64)cnt(c, g) << 2 | cnt(k, g);
    }
    int s0 = (key[1] > key[0]) + (key[2] > key[0]);
    int s1 = (key[0] >= key[1]) + (key[2] > key[1]);
    int s2 = (key[0] >= key[2]) + (key[1] >= key[2]);
    int s3 = 3 + (key[4] > key[3]), s4 = 3 + (key[3] >= key[4]);
    v.slots = s0 | s1 << 4 | s2 << 8 | s3 << 12 | s4 << 16 | 5 << 20 | 6 << 24;
    int n = 0;
    for (int g = 0; g < 7; g++) CTX(view_row(T, v, g, cnt(v.mine, g), cnt(v.theirs, g), cnt(v.hand, g), cnt(v.unseen, g)));
    for (int t = 0; t < nh; t++) {
        u16 e = st.seen[seat][t];
        int tag = e >> 12;
        int kind = tag == 1 || tag == 10 ? 0 : tag == 2 || tag == 11 ? 1 : tag == 3 || (tag >= 5 && tag < 8) ? 2 : 3;
        int time = 2 * t + ((t & 1) == seat);
        CTX(VIEW_ROWS + (seat * 8 + t) * 4 + kind);
        Cards c, k;
        entry_cards(e, c, k);
        bool open = tag == 3 || tag == 4;
        for (int g = 0; g < 7; g++) {
            u32 m = cnt(c, g);
            if (!m) continue;
            int slot = slot_of(v, g), place;
            if (kind == 0) place = K_SECRET + slot;
            else if (kind == 1) place = K_TRADE + 2 * slot + (m > 1);
            else if (open) place = K_OFFER + slot * 10 + uses_of(kind, m);
            else place = K_SHARE + (time * 7 + slot) * 13 + share_of(kind == 2, m, cnt(k, g));
            CTX(VIEW_ROWS + place);
        }
        if (kind == 3) {
            for (int p = 0; p < 2; p++) {
                int a = letter(e, 2 * p), b = letter(e, 2 * p + 1);
                int pr = pair_of(slot_of(v, a), slot_of(v, b));
                int place;
                if (open) place = K_OPAIR + pr;
                else {
                    int q = 2 * (tag - 8);
                    bool took = letter(e, q) == a && letter(e, q + 1) == b;
                    place = K_PAIR + (time * 28 + pr) * 2 + took;
                }
                CTX(VIEW_ROWS + place);
            }
        }
    }
    u32 now = favour_after(own, other, v.mine, v.theirs);
    CTX(VIEW_ROWS + K_CHARM + T.charm[now & 127]);
    CTX(VIEW_ROWS + K_GEISHA + pop32(now & 127));
    CTX(VIEW_ROWS + K_CHARM + 22 + T.charm[now >> 8]);
    CTX(VIEW_ROWS + K_GEISHA + 8 + pop32(now >> 8));
    CTX(VIEW_ROWS + K_LEFT + (0 * 2 + seat) * 16 + st.left[seat]);
    CTX(VIEW_ROWS + K_LEFT + (1 * 2 + seat) * 16 + st.left[seat ^ 1]);
    // Actions.
    u32 nact = 0;
    u16 offer = 0;
    u32 start = 0;
    u16 ends[4];
    if (st.phase == ACT) {
        u32 h = hand_index(v.hand);
        start = T.hand_start[h];
        u32 before = 0;
        for (int k = 0; k < 4; k++) {
            ends[k] = T.hand_ends[h][k];
            u32 l = ends[k] - before;
            if (st.left[seat] >> k & 1) {
                for (u32 a = LANE; a < l; a += W) d.act[nact + a] = lists[start + before + a];
                nact += l;
            }
            before = ends[k];
        }
    } else {
        offer = st.seen[0][st.turns];
        int a = letter(offer, 0), b = letter(offer, 1), c = letter(offer, 2), e = letter(offer, 3);
        if (offer >> 12 == 3) {
            if (LANE == 0) d.act[nact] = 5 << 12 | a << 9;
            nact++;
            if (b != a) { if (LANE == 0) d.act[nact] = 5 << 12 | b << 9; nact++; }
            if (c != b) { if (LANE == 0) d.act[nact] = 5 << 12 | c << 9; nact++; }
        } else {
            if (LANE == 0) d.act[nact] = 6 << 12 | a << 9 | b << 6;
            nact++;
            if (c != a || e != b) { if (LANE == 0) d.act[nact] = 6 << 12 | c << 9 | e << 6; nact++; }
        }
    }
    SYNC();
    if (LANE == 0) { d.seat = seat; d.bucket = 2 * (st.turns < 7 ? st.turns : 7) + (st.phase == ANSWER); d.nctx = n; d.nact = nact; }
    constexpr int A_USES = VIEW_ROWS + 6, A_PAIR = VIEW_ROWS + 76, A_TAKEN = VIEW_ROWS + 216, A_END = VIEW_ROWS + 230, A_WORTH = VIEW_ROWS + 582;
    for (u32 a = LANE; a < nact; a += W) {
        u16 act = d.act[a];
        int tag = act >> 12;
        int nb = 1;
        int l0 = letter(act, 0), l1 = letter(act, 1), l2 = letter(act, 2), l3 = letter(act, 3);
        if (tag == 3) nb = 1 + (l1 != l0) + (l2 != l1);
        if (tag == 4) nb = 1 + (l2 != l0 || l3 != l1);
        d.nb[a] = nb;
        Cards cards = action_cards(act), all = tag >= 5 ? action_cards(offer) : cards;
        for (int j = 0; j < nb; j++) {
            Branch& b = d.br[3 * a + j];
            int m = 0;
            b.rows[m++] = VIEW_ROWS + tag - 1;
            // Cards that go to me and to the opponent.
            Cards to_me, to_them;
            int card = 0;
            if (tag == 1) { to_me = cards; to_them = 0; }
            else if (tag == 2) { to_me = 0; to_them = 0; }
            else if (tag == 3) {
                card = j == 0 ? l0 : (j == 1 ? (l1 != l0 ? l1 : l2) : l2);
                to_them = one(card); to_me = cards - to_them;
            } else if (tag == 4) {
                to_them = j == 0 ? one(l0) + one(l1) : one(l2) + one(l3); to_me = cards - to_them;
            } else { to_me = cards; to_them = all - cards; }
            u32 f = favour_after(own, other, v.mine + to_me, v.theirs + to_them);
            u32 fo = f & 127, ft = f >> 8;
            b.rows[m++] = A_END + (0 * 22 + T.charm[fo]) * 8 + pop32(fo);
            b.rows[m++] = A_END + (1 * 22 + T.charm[ft]) * 8 + pop32(ft);
            b.rows[m++] = A_WORTH + T.worth[seat][favour_index(T, fo, ft)];
            for (int g = 0; g < 7; g++) {
                u32 u = cnt(all, g);
                if (!u) continue;
                u32 mine = cnt(v.mine, g), theirs = cnt(v.theirs, g), hand = cnt(v.hand, g), unseen = cnt(v.unseen, g);
                b.rows[m++] = 0x8000 | view_row(T, v, g, mine, theirs, hand, unseen);
                u32 km = cnt(to_me, g), kt = cnt(to_them, g);
                if (tag <= 4) {
                    b.rows[m++] = view_row(T, v, g, mine + km, theirs + kt, hand - u, unseen);
                    b.rows[m++] = A_USES + slot_of(v, g) * 10 + uses_of(tag - 1, u);
                } else b.rows[m++] = view_row(T, v, g, mine + km, theirs + kt, hand, unseen - u);
            }
            if (tag == 2) b.rows[m++] = A_PAIR + 0 * 28 + pair_of(slot_of(v, l0), slot_of(v, l1));
            else if (tag == 3) b.rows[m++] = A_TAKEN + 7 + slot_of(v, card);
            else if (tag == 4) {
                int p0 = pair_of(slot_of(v, l0), slot_of(v, l1)), p1 = pair_of(slot_of(v, l2), slot_of(v, l3));
                b.rows[m++] = A_PAIR + 1 * 28 + (j == 0 ? p0 : p1);
                b.rows[m++] = A_PAIR + 2 * 28 + (j == 0 ? p1 : p0);
            } else if (tag == 5) b.rows[m++] = A_TAKEN + slot_of(v, l0);
            else if (tag == 6) {
                b.rows[m++] = A_PAIR + 3 * 28 + pair_of(slot_of(v, l0), slot_of(v, l1));
                Cards rest = all - cards;
                int x = first_card(rest), y = first_card(rest - one(x));
                b.rows[m++] = A_PAIR + 4 * 28 + pair_of(slot_of(v, x), slot_of(v, y));
            }
            b.n = m;
        }
    }
    SYNC();
}

// Scores and their gradient (network.rs).
DEV float dot_chunks(const R64& a, const R64& b) { float s = 0; for (int k = 0; k < C2; k++) s += a.v[k] * b.v[k]; return s; }

struct Rows {
#ifdef __CUDACC__
    u32 mine; int n;
    DEV Rows(const Branch& b) { n = b.n; mine = LANE < n ? b.rows[LANE] : 0; }
    DEV u32 at(int r) const { return SHFL(mine, r); }
    DEV float linear(const float* lin) const { return LANE < n ? ((mine & 0x8000) ? -lin[mine & 0x7fff] : lin[mine & 0x7fff]) : 0.0f; }
#else
    const Branch& b; int n;
    Rows(const Branch& b) : b(b), n(b.n) {}
    u32 at(int r) const { return b.rows[r]; }
    float linear(const float* lin) const { float s = 0; for (int r = 0; r < n; r++) s += (b.rows[r] & 0x8000) ? -lin[b.rows[r] & 0x7fff] : lin[b.rows[r] & 0x7fff]; return s; }
#endif
};

DEV void branch_features(const float* net, const Rows& rows, const R64& context, R64& y) {
    y = context;
    const float* table = net + O_ACT;
#pragma unroll 4
    for (int r = 0; r < rows.n; r++) {
        u32 row = rows.at(r);
        R64 x;
        load(x, table + (row & 0x7fff) * WID);
        float s = (row & 0x8000) ? -1.0f : 1.0f;
        for (int k = 0; k < C2; k++) y.v[k] += s * x.v[k];
    }
    for (int k = 0; k < C2; k++) y.v[k] = y.v[k] > 0 ? y.v[k] : 0;
}

DEVN void forward(const float* net, Dec& d, int which, float* scores) {
    R128 h;
    load(h, net + O_BIAS);
    int nctx = d.nctx;
#pragma unroll 4
    for (int i = 0; i < nctx; i++) {
        R128 x;
        load(x, net + d.ctx[i] * HID);
        for (int k = 0; k < C4; k++) h.v[k] += x.v[k];
    }
    for (int k = 0; k < C4; k++) h.v[k] = h.v[k] > 0 ? h.v[k] : 0;
    store(h, d.hid[which]);
    const float* dense = net + O_DENSE + d.bucket * DENSE;
    R64 o[3];
    for (int p = 0; p < 3; p++) load(o[p], dense + HID * HEADS + p * WID);
    for (int src = 0; src < W; src++) {
#pragma unroll
        for (int k = 0; k < C4; k++) {
            float x = SHFL(h.v[k], src);
            if (x > 0) {
                const float* row = dense + (src * C4 + k) * HEADS;
                for (int p = 0; p < 3; p++) {
                    R64 w;
                    load(w, row + p * WID);
                    for (int q = 0; q < C2; q++) o[p].v[q] += x * w.v[q];
                }
            }
        }
    }
    for (int p = 0; p < 3; p++) store(o[p], d.heads[which] + p * WID);
    int nact = d.nact;
    const float* lin = net + O_LIN;
    for (int a = 0; a < nact; a++) {
        int nb = d.nb[a];
        float sc[3], we[3];
        sc[1] = sc[2] = 0; we[1] = we[2] = -1e30f;
        for (int j = 0; j < nb; j++) {
            Rows rows(d.br[3 * a + j]);
            R64 y;
            branch_features(net, rows, o[0], y);
            float s = wsum(dot_chunks(y, o[1]) + rows.linear(lin));
            float w = nb > 1 ? wsum(dot_chunks(y, o[2])) : 0;
            if (j == 0) { sc[0] = s; we[0] = w; } else if (j == 1) { sc[1] = s; we[1] = w; } else { sc[2] = s; we[2] = w; }
        }
        float top = fmaxf(we[0], fmaxf(we[1], we[2]));
        float e0 = fexp(we[0] - top), e1 = fexp(we[1] - top), e2 = fexp(we[2] - top);
        float mean = (e0 * sc[0] + e1 * sc[1] + e2 * sc[2]) / (e0 + e1 + e2);
        if (LANE == 0) scores[a] = mean;
    }
    SYNC();
}

// Adds the gradient of the sum of slopes[a] × score[a].
DEVN void backward(const float* net, float* grad, Dec& d, int which, const float* slopes) {
    R64 o[3], og[3];
    for (int p = 0; p < 3; p++) { loadm(o[p], d.heads[which] + p * WID); for (int q = 0; q < C2; q++) og[p].v[q] = 0; }
    int nact = d.nact;
    bool any = false;
    float* gt = grad + O_ACT;
    float* gl = grad + O_LIN;
    const float* lin = net + O_LIN;
    R64 kind_sum;
    float kind_lin = 0;
    int kind = -1;
    for (int q = 0; q < C2; q++) kind_sum.v[q] = 0;
    for (int base = 0; base < nact; base += W) {
        float mine = base + LANE < nact ? slopes[base + LANE] : 0;
        u32 todo = wballot(fabsf(mine) >= LEAST);
        while (todo) {
            int src = ctz32(todo);
            todo &= todo - 1;
            int a = base + src;
            float slope = SHFL(mine, src);
            any = true;
            int nb = d.nb[a];
            R64 y[3];
            float sc[3], we[3];
            sc[1] = sc[2] = 0; we[0] = 0; we[1] = we[2] = -1e30f;
#pragma unroll
            for (int j = 0; j < 3; j++)
                if (j < nb) {
                    Rows rows(d.br[3 * a + j]);
                    branch_features(net, rows, o[0], y[j]);
                    if (nb > 1) {
                        sc[j] = wsum(dot_chunks(y[j], o[1]) + rows.linear(lin));
                        we[j] = wsum(dot_chunks(y[j], o[2]));
                    }
                }
            float top = fmaxf(we[0], fmaxf(we[1], we[2]));
            float e[3];
            for (int j = 0; j < 3; j++) e[j] = fexp(we[j] - top);
            float all = e[0] + e[1] + e[2];
            float mean = nb > 1 ? (e[0] * sc[0] + e[1] * sc[1] + e[2] * sc[2]) / all : 0;
#pragma unroll
            for (int j = 0; j < 3; j++)
                if (j < nb) {
                    float score = slope * (e[j] / all);
                    float weight = nb > 1 ? score * (sc[j] - mean) : 0;
                    R64 f;
                    for (int q = 0; q < C2; q++) {
                        f.v[q] = y[j].v[q] > 0 ? score * o[1].v[q] + weight * o[2].v[q] : 0;
                        og[0].v[q] += f.v[q];
                        og[1].v[q] += score * y[j].v[q];
                        og[2].v[q] += weight * y[j].v[q];
                    }
                    Rows rows(d.br[3 * a + j]);
                    int row0 = rows.at(0);
                    if (row0 != kind) {
                        if (kind >= 0) { add_to(gt + kind * WID, kind_sum, 1); if (LANE == 0) add1(gl + kind, kind_lin); }
                        kind = row0; kind_lin = 0;
                        for (int q = 0; q < C2; q++) kind_sum.v[q] = 0;
                    }
                    kind_lin += score;
                    for (int q = 0; q < C2; q++) kind_sum.v[q] += f.v[q];
                    for (int r = 1; r < rows.n; r++) {
                        u32 row = rows.at(r);
                        add_to(gt + (row & 0x7fff) * WID, f, (row & 0x8000) ? -1.0f : 1.0f);
                    }
#ifdef __CUDACC__
                    if (LANE > 0 && LANE < rows.n) add1(gl + (rows.mine & 0x7fff), (rows.mine & 0x8000) ? -score : score);
#else
                    for (int r = 1; r < rows.n; r++) { u32 row = rows.at(r); add1(gl + (row & 0x7fff), (row & 0x8000) ? -score : score); }
#endif
                }
        }
    }
    if (!any) return;
    add_to(gt + kind * WID, kind_sum, 1);
    if (LANE == 0) add1(gl + kind, kind_lin);
    const float* dense = net + O_DENSE + d.bucket * DENSE;
    float* gd = grad + O_DENSE + d.bucket * DENSE;
    for (int p = 0; p < 3; p++) add_to(gd + HID * HEADS + p * WID, og[p], 1);
    R128 h, oh;
    loadm(h, d.hid[which]);
    for (int src = 0; src < W; src++) {
#pragma unroll
        for (int k = 0; k < C4; k++) {
            float x = SHFL(h.v[k], src);
            float s = 0;
            if (x > 0) {
                int i = src * C4 + k;
                for (int p = 0; p < 3; p++) {
                    R64 w;
                    load(w, dense + i * HEADS + p * WID);
                    s += dot_chunks(w, og[p]);
                    add_to(gd + i * HEADS + p * WID, og[p], x);
                }
                s = wsum(s);
            }
            if (LANE == src) oh.v[k] = s;
        }
    }
    add_to(grad + O_BIAS, oh, 1);
    int nctx = d.nctx;
    for (int i = 0; i < nctx; i++) add_to(grad + d.ctx[i] * HID, oh, 1);
}

// Rounds and what is learned from them (self_play.rs, rounds.rs).
struct Stats { double entropy, error; unsigned long long decisions; };
struct Args {
    const Tables* T; const u16* lists; const float* net[3]; float* grad[2];
    Work* work; u16* source; Stats* stats; u32* count;
    float temperature, magnet, trace, variations, any; u64 seed; u32 games;
};

DEV void decide(const Args& A, Dec& d, Rng& rng) {
    forward(A.net[0], d, 0, d.val);
    forward(A.net[1], d, 1, d.prob);
    int n = d.nact;
    float top = -1e30f;
    for (int a = LANE; a < n; a += W) top = fmaxf(top, d.prob[a]);
    top = wmax(top);
    float all = 0;
    for (int a = LANE; a < n; a += W) { float e = fexp(d.prob[a] - top); d.prob[a] = e; all += e; }
    all = wsum(all);
    for (int a = LANE; a < n; a += W) d.prob[a] /= all;
    SYNC();
    if (A.magnet > 0) {
        forward(A.net[2], d, 2, d.ref);
        top = -1e30f;
        for (int a = LANE; a < n; a += W) top = fmaxf(top, d.ref[a]);
        top = wmax(top);
        all = 0;
        for (int a = LANE; a < n; a += W) all += fexp(d.ref[a] - top);
        all = flog(wsum(all)) + top;
        for (int a = LANE; a < n; a += W) d.ref[a] -= all;
        SYNC();
    }
}
DEV int drawn(const Dec& d, Rng& rng) {
    float left = unit(rng);
    int n = d.nact;
    for (int a = 0; a < n; a++) { left -= d.prob[a]; if (left < 0) return a; }
    return n - 1;
}

// Plays to the end; decisions are appended from `count`. Returns the utility of the first player.
DEVN float play_on(const Args& A, Work& w, State& s, u32 fav, int& count, Rng& rng) {
    const Tables& T = *A.T;
    while (s.phase != END) {
        if (s.phase == DRAW) { draw(s, nth(s.deck, below(rng, len(s.deck)))); continue; }
        int seat = (s.turns & 1) ^ (s.phase == ANSWER);
        u32 own = seat ? fav >> 8 : fav & 255, other = seat ? fav & 255 : fav >> 8;
        Dec& d = w.dec[count];
        encode(T, A.lists, s, seat, own, other, d);
        if (d.nact == 1) { u16 a = d.act[0]; SYNC(); play(s, a); continue; }
        if (LANE == 0) d.st = s;
        decide(A, d, rng);
        int a = drawn(d, rng);
        if (LANE == 0) d.played = a;
        SYNC();
        count++;
        play(s, d.act[a]);
    }
    u32 f = favour_after(fav & 255, fav >> 8, s.row[0] + s.secret[0], s.row[1] + s.secret[1]);
    return T.util[favour_index(T, f & 127, f >> 8)];
}

DEVN void learn(const Args& A, Work& w, int from, int to, float utility, float wfirst, float wopp, Rng& rng,
               float& sum_entropy, float& sum_error, u32& decisions) {
    float results[2];
    results[0] = utility; results[1] = -utility;
    u32 first_seat = w.dec[from].seat;
    for (int i = to - 1; i >= from; i--) {
        Dec& d = w.dec[i];
        int seat = d.seat;
        float weight = (u32)seat == first_seat ? 1.0f : wopp;
        float of_action = i == from ? wfirst : 1.0f;
        int n = d.nact, played = d.played;
        float result = seat ? results[1] : results[0];
        float error = d.val[played] - result;
        float ent = 0, value = 0;
        for (int a = LANE; a < n; a += W) {
            float p = d.prob[a];
            if (p > 0) ent -= p * flog(p);
            value += p * d.val[a];
        }
        ent = wsum(ent);
        value = wsum(value);
        float divergence = 0;
        if (A.magnet > 0) {
            for (int a = LANE; a < n; a += W) { float p = d.prob[a]; if (p > 0) divergence += p * (flog(p) - d.ref[a]); }
            divergence = wsum(divergence);
        }
        decisions++;
        sum_entropy += ent;
        sum_error += error * error;
        for (int a = LANE; a < n; a += W) w.slopes[a] = a == played ? weight * error : 0;
        SYNC();
        backward(A.net[0], A.grad[0], d, 0, w.slopes);
        SYNC();
        u64 salt = next(rng);
        for (int a = LANE; a < n; a += W) {
            float p = d.prob[a];
            float hit = a == played ? 1.0f : 0.0f;
            float gain = p * (d.val[a] - value) - (hit - p) * of_action * error;
            float disorder = p * (flog(fmaxf(p, 1.1754944e-38f)) + ent);
            float pull = A.magnet > 0 ? p * (flog(fmaxf(p, 1.1754944e-38f)) - d.ref[a] - divergence) : 0;
            float slope = weight * (A.temperature * disorder + A.magnet * pull - gain);
            if (fabsf(slope) < COARSE) {
                float u = (float)(mix(salt + (u64)(a + 1) * 0x9e3779b97f4a7c15ull) >> 40) * (1.0f / 16777216.0f);
                slope = u * COARSE < fabsf(slope) ? copysignf(COARSE, slope) : 0.0f;
            }
            w.slopes[a] = slope;
        }
        SYNC();
        backward(A.net[1], A.grad[1], d, 1, w.slopes);
        SYNC();
        float next_result = A.trace * result + (1 - A.trace) * value;
        if (seat) results[1] = next_result; else results[0] = next_result;
    }
}

DEVN void play_game(const Args& A, u32 warp, Stats* stats) {
    Work& w = A.work[warp];
    const Tables& T = *A.T;
    Rng rng{mix(A.seed + (u64)(warp + 1) * 0x9e3779b97f4a7c15ull)};
    next(rng);
    u32 src = A.source[2 * warp], again = A.source[2 * warp + 1] & 1;
    u32 fav = (src & 127) | (src >> 8 & 127) << 8;
    if (unit(rng) < A.any) {
        u32 index = T.layouts[below(rng, UNDECIDED)];
        u32 one_ = 0, two = 0;
        for (int g = 0; g < 7; g++) { u32 x = index % 3; index /= 3; one_ |= (x == 1) << g; two |= (x == 2) << g; }
        fav = one_ | two << 8;
    }
    State s;
    deal(s, rng);
    int count = 0;
    float sum_entropy = 0, sum_error = 0;
    u32 decisions = 0;
    float utility = play_on(A, w, s, fav, count, rng);
    u32 after = favour_after(fav & 255, fav >> 8, s.row[0] + s.secret[0], s.row[1] + s.secret[1]);
    learn(A, w, 0, count, utility, 1, 1, rng, sum_entropy, sum_error, decisions);
    for (int place = count - 1; place >= 0; place--) {
        if (unit(rng) >= A.variations) continue;
        Dec& d = w.dec[place];
        State v = d.st;
        int actions = d.nact;
        bool by_policy = unit(rng) < FROM_POLICY;
        int played = by_policy ? drawn(d, rng) : (int)below(rng, actions);
        float p = d.prob[played], uniform = 1.0f / actions;
        float q = FROM_POLICY * p + (1 - FROM_POLICY) * uniform;
        float trembling = (1 - TREMBLE) * p + TREMBLE * uniform;
        SYNC();
        if (LANE == 0) d.played = played;
        SYNC();
        play(v, d.act[played]);
        int n = place + 1;
        float u = play_on(A, w, v, fav, n, rng);
        learn(A, w, place, n, u, p / q, trembling / q, rng, sum_entropy, sum_error, decisions);
    }
    u32 next_fav;
    if (T.winner[favour_index(T, after & 127, after >> 8)]) next_fav = 0;
    else next_fav = (after >> 8) | (after & 127) << 8;
    if (next_fav == 0) {
        if (again) next_fav = (fav >> 8) | (fav & 255) << 8;
        again ^= 1;
    }
    if (LANE == 0) {
        u32* cell = A.count + T.start_id[favour_index(T, fav & 127, fav >> 8)] * OUTCOMES + T.out_id[favour_index(T, after & 127, after >> 8)];
#ifdef __CUDACC__
        atomicAdd(cell, 1u);
#else
        ++*cell;
#endif
        A.source[2 * warp] = (u16)next_fav;
        A.source[2 * warp + 1] = (u16)again;
#ifdef __CUDACC__
        atomicAdd(&stats->entropy, (double)sum_entropy);
        atomicAdd(&stats->error, (double)sum_error);
        atomicAdd(&stats->decisions, (unsigned long long)decisions);
#else
        stats->entropy += sum_entropy; stats->error += sum_error; stats->decisions += decisions;
#endif
    }
}

// Adds the statistics of a batch to those since the last line of the log.
DEV void clear(Stats* now, Stats* sum) {
    sum->entropy += now->entropy; sum->error += now->error; sum->decisions += now->decisions;
    now->entropy = now->error = 0; now->decisions = 0;
}

// A step of Adam, as in optimizer.rs.
struct Step { float* w; float* g; float* m; float* v; float* smooth; float rate, root, keep; const Stats* stats; };
DEV void adam_one(const Step& a, int i, float scale) {
    float g = a.g[i] * scale, m = a.m[i];
    if (g == 0 && fabsf(m) < 1e-12f) { if (m != 0) a.m[i] = 0; if (a.smooth) a.smooth[i] = a.keep * a.smooth[i] + (1 - a.keep) * a.w[i]; return; }
    a.g[i] = 0;
    m = 0.9f * m + 0.1f * g;
    float v = 0.995f * a.v[i] + 0.005f * g * g;
    a.m[i] = m; a.v[i] = v;
    float w = a.w[i] - a.rate * m / (sqrtf(v * a.root) + 1e-8f);
    a.w[i] = w;
    if (a.smooth) a.smooth[i] = a.keep * a.smooth[i] + (1 - a.keep) * w;
}

#ifdef __CUDACC__
#ifndef BLOCKS
#define BLOCKS 4
#endif
__global__ void __launch_bounds__(128, BLOCKS) k_play(Args A) {
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (warp < A.games) play_game(A, warp, A.stats);
}
__global__ void k_adam(Step a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < NW) adam_one(a, i, 1.0f / (float)max(1ull, a.stats->decisions));
}
__global__ void k_clear(Stats* now, Stats* sum) { clear(now, sum); }
#endif

// From here on the host's part.
static std::vector<u16> host_lists;
static void fail(const std::string& why) { fprintf(stderr, "error: %s\n", why.c_str()); exit(1); }
// The owners of a layout's markers as bits, and the layout seen from the other seat.
static void markers(int layout, u32& own, u32& other) {
    for (int g = 0; g < 7; g++, layout /= 3) { own |= (layout % 3 == 1) << g; other |= (layout % 3 == 2) << g; }
}
static int flipped(int layout) {
    int f = 0;
    for (int p = 1; p < LAYOUTS; p *= 3, layout /= 3) f += p * (layout % 3 ? 3 - layout % 3 : 0);
    return f;
}
// The same layout with geisha of equal value in order: the first player's, the second player's, neutral ones.
static int sorted(int layout) {
    int owner[7], index = 0;
    for (int g = 0; g < 7; g++, layout /= 3) owner[g] = layout % 3;
    auto before = [](int a, int b) { return (a + 2) % 3 < (b + 2) % 3; };
    std::sort(owner, owner + 3, before);
    std::sort(owner + 3, owner + 5, before);
    for (int g = 6; g >= 0; g--) index = 3 * index + owner[g];
    return index;
}
// Utility of the player who starts with this layout: the opponent of one who leaves it to them.
static double layout_value(const Tables* T, int l) { return -T->util[flipped(T->layouts[l])]; }
static void set_layouts(Tables* T, const std::vector<double>& u);
// Solves the chain of rounds; returns the root mean square change of the layouts' values.
static double solve_chain(Tables* T, const std::vector<double>& sums, double prior) {
    std::vector<double> u(UNDECIDED), old(UNDECIDED);
    for (int l = 0; l < UNDECIDED; l++) old[l] = u[l] = layout_value(T, l);
    for (int k = 0; k < 60; k++) {
        std::vector<double> next(UNDECIDED);
        for (int l = 0; l < UNDECIDED; l++) {
            double n = prior, v = prior * old[l];
            for (int o = 0; o < OUTCOMES; o++) { double c = sums[l * OUTCOMES + o]; if (c > 0) { n += c; v += c * (o == UNDECIDED ? 1 : o == UNDECIDED + 1 ? -1 : -u[o]); } }
            next[l] = n > 0 ? v / n : old[l];
        }
        u = next;
    }
    double change = 0;
    for (int l = 0; l < UNDECIDED; l++) change += (u[l] - old[l]) * (u[l] - old[l]);
    set_layouts(T, u);
    return std::sqrt(change / UNDECIDED);
}
static void set_layouts(Tables* T, const std::vector<double>& u) {
    for (int i = 0; i < LAYOUTS; i++) if (!T->winner[i]) T->util[i] = (float)-u[T->out_id[i]];
    for (int k = 0; k < LAYOUTS; k++)
        for (int seat = 0; seat < 2; seat++) {
            double own = seat == 0 ? T->util[k] : -T->util[flipped(k)];
            int bin = (int)std::round((own + 1) / 2 * 32);
            T->worth[seat][k] = std::min(std::max(bin, 0), 32);
        }
}
static Tables* make_tables() {
    Tables* T = new Tables();
    int off = 0, values[7] = {2, 2, 2, 3, 3, 4, 5};
    int counts[6] = {0};
    for (int v = 2; v <= 5; v++) {
        int base = v + 1, n = base * base * base * base, c = 0;
        for (int code = 0; code < n; code++) {
            int sum = code % base + code / base % base + code / (base * base) % base + code / (base * base * base);
            T->view_index[off + code] = sum <= v ? c++ : 0xffff;
        }
        counts[v] = c;
        off += n;
    }
    int rows = 0;
    for (int s = 0; s < 7; s++) { T->slot_start[s] = rows; T->slot_count[s] = counts[values[s]]; rows += 3 * counts[values[s]]; }
    if (rows != VIEW_ROWS) fail("the rows of the views");
    for (int b = 0; b < 128; b++) {
        int t = 0, p = 1, c = 0;
        for (int g = 0; g < 7; g++) { if (b >> g & 1) { t += p; c += values[g]; } p *= 3; }
        T->ternary[b] = t; T->charm[b] = c;
    }
    int layouts = 0;
    for (int i = 0; i < LAYOUTS; i++) {
        u32 own = 0, other = 0;
        markers(i, own, other);
        auto wins = [&](u32 bits, bool by_charm) { return by_charm ? T->charm[bits] >= 11 : __builtin_popcount(bits) >= 4; };
        for (bool by_charm : {false, true})
            T->winner[i] = wins(own, by_charm) ? 1 : wins(other, by_charm) ? 2 : by_charm ? T->winner[i] : 0;
        T->util[i] = T->winner[i] == 1 ? 1 : T->winner[i] == 2 ? -1 : 0;
        if (!T->winner[i] && sorted(i) == i) T->layouts[layouts++] = i;
    }
    if (layouts != UNDECIDED) fail("there are 274 undecided layouts");
    for (int i = 0; i < LAYOUTS; i++) {
        T->start_id[i] = T->out_id[i] = 0xffff;
        for (int l = 0; l < UNDECIDED; l++) {
            if (T->layouts[l] == sorted(i)) T->start_id[i] = l;
            if (T->layouts[l] == sorted(flipped(i))) T->out_id[i] = l;
        }
        if (T->winner[i]) T->out_id[i] = UNDECIDED - 1 + T->winner[i];
    }
    // Lists of actions.
    for (int h = 0; h < 12960; h++) {
        int x = h, cnts[7], total = 0;
        for (int g = 0; g < 7; g++) { cnts[g] = x % (values[g] + 1); x /= values[g] + 1; total += cnts[g]; }
        T->hand_start[h] = host_lists.size();
        for (int k = 0; k < 4; k++) T->hand_ends[h][k] = 0;
        if (total > 7) continue;
        std::vector<std::pair<int, int>> pairs;
        size_t start = host_lists.size();
        for (int g = 0; g < 7; g++) if (cnts[g]) host_lists.push_back(1 << 12 | g << 9);
        T->hand_ends[h][0] = host_lists.size() - start;
        auto pairs_of = [&]() {
            std::vector<std::pair<int, int>> r;
            for (int p = 0; p < 7; p++) if (cnts[p]) { cnts[p]--; for (int q = p; q < 7; q++) if (cnts[q]) r.push_back({p, q}); cnts[p]++; }
            return r;
        };
        pairs = pairs_of();
        for (auto p : pairs) host_lists.push_back(2 << 12 | p.first << 9 | p.second << 6);
        T->hand_ends[h][1] = host_lists.size() - start;
        for (auto p : pairs) {
            cnts[p.first]--; cnts[p.second]--;
            for (int r = p.second; r < 7; r++) if (cnts[r]) host_lists.push_back(3 << 12 | p.first << 9 | p.second << 6 | r << 3);
            cnts[p.first]++; cnts[p.second]++;
        }
        T->hand_ends[h][2] = host_lists.size() - start;
        for (auto p : pairs) {
            cnts[p.first]--; cnts[p.second]--;
            for (auto q : pairs_of()) if (q >= p) host_lists.push_back(4 << 12 | p.first << 9 | p.second << 6 | q.first << 3 | q.second);
            cnts[p.first]++; cnts[p.second]++;
        }
        T->hand_ends[h][3] = host_lists.size() - start;
    }
    return T;
}
static std::vector<float> read_f32(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) fail("cannot read " + path);
    size_t n = in.tellg(); in.seekg(0);
    std::vector<float> v(n / 4); in.read((char*)v.data(), n);
    return v;
}
static void write_f32(const std::string& path, const std::vector<float>& v) {
    std::ofstream out(path, std::ios::binary);
    out.write((const char*)v.data(), v.size() * 4);
    if (!out.flush()) fail("cannot write " + path);
}
// All scores times `factor`.
static std::vector<float> scaled(std::vector<float> w, float factor) {
    for (int i = 0; i < BUCKETS * (HID + 1); i++) for (int k = WID; k < 2 * WID; k++) w[O_DENSE + i * HEADS + k] *= factor;
    for (int i = O_LIN; i < NW; i++) w[i] *= factor;
    return w;
}
// The values of the layouts, from lines of the markers as signs, the number of placements, the winning probability.
static std::vector<double> read_layouts(const Tables* T, const std::string& path) {
    std::ifstream in(path);
    std::vector<double> u(UNDECIDED, 2);
    std::string line;
    while (std::getline(in, line)) {
        if (line.size() < 9 || line[7] != ',' || line[0] == 'f') continue;
        int index = 0;
        for (int g = 6; g >= 0; g--) index = 3 * index + (line[g] == '+' ? 1 : line[g] == '-' ? 2 : 0);
        if (T->start_id[index] < UNDECIDED) u[T->start_id[index]] = 2 * atof(line.c_str() + line.find(',', 8) + 1) - 1;
    }
    if (*std::max_element(u.begin(), u.end()) > 1) fail("no value for some layouts in " + path);
    return u;
}
static void randomize(std::vector<float>& w, u64 seed) {
    u64 s = seed; auto r = [&]() { s += 0x9e3779b97f4a7c15ull; u64 x = s; x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull; x = (x ^ (x >> 27)) * 0x94d049bb133111ebull; x ^= x >> 31; return (float)(x >> 40) / 8388608.0f - 1.0f; };
    for (auto& x : w) x = 0;
    for (int i = 0; i < O_BIAS; i++) w[i] = 0.25f * r();
    for (int i = 0; i < HID; i++) w[O_BIAS + i] = 0.1f * r();
    for (int i = 0; i < ACT_ROWS * WID; i++) w[O_ACT + i] = 0.15f * r();
    for (int i = 0; i <= HID; i++) for (int k = 0; k < 2 * WID; k++) { float x = 0.1f * r(); for (int b = 0; b < BUCKETS; b++) w[O_DENSE + b * DENSE + i * HEADS + k] = x; }
}
static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

#ifdef __CUDACC__
static void check(cudaError_t error) { if (error != cudaSuccess) fail(cudaGetErrorString(error)); }
template <class X> static X* room(size_t n) { X* p; check(cudaMalloc(&p, n * sizeof(X))); check(cudaMemset(p, 0, n * sizeof(X))); return p; }
template <class X> static void copy(X* to, const X* from, size_t n) { check(cudaMemcpy(to, from, n * sizeof(X), cudaMemcpyDefault)); }
template <class X> static void zero(X* p, size_t n) { check(cudaMemset(p, 0, n * sizeof(X))); }
static void play(const Args& A) { k_play<<<(A.games * 32 + 127) / 128, 128>>>(A); }
static void step(const Step& s) { k_adam<<<(NW + 255) / 256, 256>>>(s); }
static void count(Stats* stats) { k_clear<<<1, 1>>>(stats, stats + 1); check(cudaGetLastError()); }
static void wait() { check(cudaDeviceSynchronize()); }
#else
template <class X> static X* room(size_t n) { return (X*)calloc(n, sizeof(X)); }
template <class X> static void copy(X* to, const X* from, size_t n) { memcpy(to, from, n * sizeof(X)); }
template <class X> static void zero(X* p, size_t n) { memset(p, 0, n * sizeof(X)); }
static void play(const Args& A) { for (u32 g = 0; g < A.games; g++) play_game(A, g, A.stats); }
static void step(const Step& s) { for (int i = 0; i < NW; i++) adam_one(s, i, 1.0f / s.stats->decisions); }
static void count(Stats* stats) { clear(stats, stats + 1); }
static void wait() {}
#endif
template <class X> static X* room_for(const std::vector<X>& from) { X* p = room<X>(from.size()); copy(p, from.data(), from.size()); return p; }

static const char* USAGE =
    "Trains a policy for the standard round of Hanamikoji by self-play.\n\n"
    "  --seconds S            length of the run; schedules follow the clock\n"
    "  --out NAME             writes NAME-smooth.f32 (the policy), -policy.f32, -values.f32, -favour.csv, NAME.json\n"
    "  --table FILE           values of undecided layouts, as of `hana favour --csv`\n"
    "  --policy, --values F   weights to begin with\n"
    "  --games N              rounds between two steps\n"
    "  --t0 T, --t1 T         temperature, first and last; --hold X: reached after this share of the run\n"
    "  --r0 R, --r1 R         size of a step, first and last\n"
    "  --magnet W             weight of the divergence from the magnet; --ref-every N: rounds until the next\n"
    "  --any P                share of rounds that begin with a random undecided layout\n"
    "  --chain S              seconds between two updates of the layouts' values, 0 for none; --chain-from X,\n"
    "                         --chain-to X: within these shares of the run; --chain-keep X: share of the counts\n"
    "                         kept at an update; --prior N: rounds that the old value stands for\n"
    "  --trace L, --variations P, --over N   as in `hana train`: lambda, variations, smoothing\n"
    "  --seed N\n";

int main(int argc, char** argv) {
    auto arg = [&](const char* name, const char* usual) -> std::string {
        for (int i = 1; i + 1 < argc; i += 2) if (!strcmp(argv[i], name)) return argv[i + 1];
        return usual;
    };
    auto num = [&](const char* name, const char* usual) { return atof(arg(name, usual).c_str()); };
    if (argc % 2 == 0 || argc == 1) { printf("%s", USAGE); return argc != 1; }
    Tables* T = make_tables();
    set_layouts(T, read_layouts(T, arg("--table", "solver/hanamikoji/src/between_rounds/favour_table.csv")));
    std::vector<float> policy(NW), values(NW);
    if (arg("--policy", "").empty()) { randomize(policy, 11); randomize(values, 12); }
    else {
        policy = read_f32(arg("--policy", ""));
        if (policy.size() == NW) values = arg("--values", "").empty() ? scaled(policy, 0.01f) : read_f32(arg("--values", ""));
    }
    if (policy.size() != NW || values.size() != NW) fail("these are not the weights of a network");
    u32 games = (u32)num("--games", "4224");
    double seconds = num("--seconds", "60"), t0 = num("--t0", "0.05"), t1 = num("--t1", "0.01"), hold = num("--hold", "0.8");
    double r0 = num("--r0", "1e-3"), r1 = num("--r1", "3e-5"), over = num("--over", "3e6");
    double magnet_every = num("--ref-every", "2e6"), magnet_next = magnet_every;
    double chain_every = num("--chain", "3"), chain_from = num("--chain-from", "0.1"), chain_to = num("--chain-to", "0.9");
    double chain_keep = num("--chain-keep", "0.97"), prior = num("--prior", "500"), chain_last = 0;
    u64 seed = (u64)num("--seed", "1");
    std::string out = arg("--out", "net");

    Args A;
    A.magnet = num("--magnet", "0.05"); A.any = num("--any", "0.2"); A.trace = num("--trace", "0.9"); A.variations = num("--variations", "0.3");
    A.games = games;
    Tables* tables = room<Tables>(1);
    copy(tables, T, 1);
    float* net[3] = {room_for(values), room_for(policy), room_for(policy)};
    float* smooth = room_for(policy);
    float* moments[4];
    for (auto& m : moments) m = room<float>(NW);
    for (int k = 0; k < 3; k++) A.net[k] = net[k];
    for (auto& g : A.grad) g = room<float>(NW);
    A.T = tables; A.lists = room_for(host_lists); A.work = room<Work>(games); A.source = room<u16>(2 * games); A.stats = room<Stats>(2);
    A.count = room<u32>(UNDECIDED * OUTCOMES);
    std::vector<double> sums(UNDECIDED * OUTCOMES, 0.0);
    std::ostringstream curve;

    double begun = now(), last = begun, rounds = 0, last_rounds = 0;
    for (long steps = 1;; steps++) {
        double share = (now() - begun) / seconds;
        if (share >= 1) break;
        A.temperature = (float)(t0 * pow(t1 / t0, std::min(1.0, share / hold)));
        A.seed = seed * 0x123456789abcdefull + (u64)(steps - 1) * 0xda942042e4dd58b5ull;
        rounds += games;
        double rate = r0 * pow(r1 / r0, share) / (1 - pow(0.9, (double)steps)), root = 1 / (1 - pow(0.995, (double)steps));
        double keep = exp(-(double)games / std::max((double)games, std::min(over, rounds / 20)));
        play(A);
        for (int k = 0; k < 2; k++)
            step({net[k], A.grad[k], moments[2 * k], moments[2 * k + 1], k ? smooth : nullptr, (float)rate, (float)root, (float)keep, A.stats});
        count(A.stats);
        if (steps % 8 == 0) wait();
        if (A.magnet > 0 && rounds >= magnet_next) { magnet_next += magnet_every; copy(net[2], smooth, NW); }
        double t = now();
        if (chain_every > 0 && share >= chain_from && share < chain_to && t - chain_last > chain_every) {
            chain_last = t;
            std::vector<u32> cells(UNDECIDED * OUTCOMES);
            copy(cells.data(), A.count, cells.size());
            zero(A.count, cells.size());
            for (size_t i = 0; i < cells.size(); i++) sums[i] = chain_keep * sums[i] + cells[i];
            solve_chain(T, sums, prior);
            copy(tables, T, 1);
        }
        if (t - last > seconds / 20) {
            wait();
            t = now();
            Stats s;
            copy(&s, A.stats + 1, 1);
            zero(A.stats + 1, 1);
            double n = rounds - last_rounds, entropy = s.entropy / s.decisions, error = sqrt(s.error / s.decisions);
            printf("%7.1f s  %.2f million rounds, %.0f a second  entropy %.4f  error %.4f  temperature %.4f\n", t - begun, rounds / 1e6, n / (t - last), entropy, error, A.temperature);
            fflush(stdout);
            curve << (curve.tellp() > 0 ? "," : "") << "{\"rounds\":" << (u64)rounds << ",\"entropy\":" << entropy << ",\"error\":" << error << "}";
            last = t; last_rounds = rounds;
        }
    }

    std::vector<float> weights(NW);
    const float* what[3] = {smooth, net[1], net[0]};
    const char* names[3] = {"-smooth.f32", "-policy.f32", "-values.f32"};
    for (int k = 0; k < 3; k++) { copy(weights.data(), what[k], NW); write_f32(out + names[k], weights); }
    std::ofstream favour(out + "-favour.csv");
    for (int l = 0; l < UNDECIDED; l++) {
        for (int g = 0, i = T->layouts[l]; g < 7; g++, i /= 3) favour << ".+-"[i % 3];
        favour << ",," << 0.5 + 0.5 * layout_value(T, l) << "\n";
    }
    std::ofstream json(out + ".json");
    json << "{\"command\":\"";
    for (int i = 0; i < argc; i++) json << (i ? " " : "") << argv[i];
    json << "\",\"seed\":" << seed << ",\"rounds\":" << (u64)rounds << ",\"settings\":{\"games\":" << (u64)rounds << ",\"batch\":" << games
         << ",\"rate\":[" << r0 << "," << r1 << "],\"temperature\":[" << t0 << "," << t1 << "],\"attraction\":" << A.magnet << ",\"magnet_every\":" << (u64)magnet_every
         << ",\"trace\":" << A.trace << ",\"variations\":" << A.variations << ",\"smoothed_over\":" << over << "},\"curve\":[" << curve.str() << "]}\n";
    if (!favour.flush() || !json.flush()) fail("cannot write the results");
}
