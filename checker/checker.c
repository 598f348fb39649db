/* The checker: proves a table of tihbat, with no code of the program that wrote it
 * cc -std=c99 -O2 -o checker checker.c && ./checker modiar.mtb. Written from docs/format.md alone. The file is read whole, so it
 * must fit into memory. Exit code 0: every entry is proven. 1: an entry is wrong; the first one is shown. 2: no table, or damaged.
 *
 * THE CLAIM. A board holds the seeds of each pit, the row of the player to move (the mover) first. A layer is all boards of n
 * seeds. Captured seeds never come back: a capture leads to a lower layer, any other move (a quiet move; a pass is one) stays
 * in its layer. For each board the table claims a margin m: the seeds that the mover still gets minus those that the opponent
 * still gets, if both play perfectly from a fresh history, where a repeated position and endless play pay 0. If m is not 0, it
 * also claims a distance d in plies. The checker accepts exactly if these equations hold on every board:
 *   (a) If the game is over, m is what the end pays. Otherwise m is the largest worth of a legal move. The worth of a move to
 *       a board b' is (seeds taken) - m(b'), because b' is seen by the other player.
 *   (b) If the game is over, d = 0. Otherwise a move keeps the margin if its worth is m. A capture has length 1, a quiet move
 *       1 + d(b'). If m > 0, d is the smallest length of the moves that keep the margin; if m < 0, the largest.
 *   (c) If m = 0, the table has d = 0, which means nothing.
 *
 * WHY (a) ALONE IS NOT ENOUGH. Let two boards lead only to each other, by quiet moves. Endless play pays 0, but +1 and -1 satisfy
 * (a) too: each supports the other. (b) forbids it, because d would have to be 1 more than the other's d on both boards.
 *
 * WHY (a) TO (c) ARE ENOUGH. Induction over n: all layers below n are right. Choose one player, and let the claim c of a position
 * be m if this player moves, and -m if the other does. The player gets at least the claim by playing, on each turn, a move that
 * keeps the margin; if it is positive, one of the smallest length:
 *   1. The claim never falls. The player's moves keep it. By (a) no move of the other player has a worth above their margin -c, so
 *      after it the claim (with the seeds of a capture counted) is c or more.
 *   2. While the claim is positive and does not change, d falls by at least 1 with every quiet ply. On the player's turns the
 *      chosen move has length d; on the other's turns d is the largest length of all moves that keep the claim.
 *   3. So quiet play with a positive claim comes to an end: claims are finitely many, so they stop rising, and then d falls. Nor
 *      does it repeat a position: the claim is a function of the position, so by 1 it was constant since the first visit, and by
 *      2 d has fallen since, but d is a function of the position too. A cycle cannot support a positive claim.
 *   4. Thus play ends in one of three ways. The game is over, and by (a) pays the claim. Or a capture leads to a lower layer,
 *      whose margins are right by induction; its history is fresh, since no earlier position can come again. Or a repetition or
 *      endless play pays 0; by 3 the claim is then 0 or less. In each case the player gets at least the claim.
 * So the mover gets at least m, and the opponent at least -m. What both get adds up to 0, so m is exact. How the table was found
 * is never used. d is exact too: it is the number of plies to the next capture or the end, if the player with the positive claim
 * hurries, the other one delays, and both keep the claim. (b) is the recursion of this number, and it has one solution. For let d
 * and d' differ and satisfy (b). Of all boards where they differ take one whose smaller number, say d, is smallest. If m > 0,
 * follow the move that gives d; if it captured, d' would be 1 too, so d(b') = d - 1 and d'(b') >= d' - 1 > d(b'). If m < 0, follow
 * the move that gives d'; it is quiet because d' > d >= 1, so d'(b') = d' - 1 > d - 1 >= d(b'). Both differ on b', contradiction.
 *
 * BOUNDS. If the rules leave open what a repetition pays, a board has two numbers: F, the seeds that the mover can force by finite
 * play, and G, those that the opponent can. If the game is over, they are what it pays. Otherwise F is the largest (seeds taken)
 * + G(b') and G the smallest F(b') of all moves. Lengths are as above. The distance of F is the smallest length of a move that
 * keeps F, that of G the largest length of a move that keeps G; it is 0 if the number is 0. Call the player who gets the seeds of
 * a number its holder. Lower bound: the holder plays as above. By 1 and 2 the number never falls, and its distance falls while it
 * is positive and constant, so the holder gets it in finitely many plies. Upper bound: the other player plays moves that keep the
 * number, and no move of the holder raises it. Play that captures or ends thus gives no more (by induction), and play that does
 * neither forces nothing. Distances have one solution as above. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST_PITS = 16, MOST_SEEDS = 127, MOST_HEADER = 65536, BLOCK = 65536, PAGE = 4096 };
/* Says what was expected and what was found, and ends. */
#define refuse(...) do { fprintf(stderr, "checker: " __VA_ARGS__); fputc('\n', stderr); exit(2); } while (0)

/* ---- The clauses, in the order of the header, and the values of each in the order of its enum ---- */
enum { PITS, SOWING_FIRST, ORIGIN_ON_LAPS, LIFT_MIN, COUNTS, WHERE, CHAIN, FEEDING, GRAND_SLAM, NO_MOVE, REPETITION, CLAUSES };
enum { FIRST_ORIGIN, FIRST_NEXT }; enum { LAPS_SOWN, LAPS_SKIPPED };
enum { WHERE_OWN, WHERE_OPPONENT, WHERE_BOTH }; enum { CHAIN_NONE, CHAIN_BACKWARDS };
enum { FEEDING_NONE, FEEDING_IF_ABLE, FEEDING_IF_ABLE_OR_OVER };
enum { SLAM_ALLOWED, SLAM_FORBIDDEN, SLAM_FORBIDDEN_UNLESS_ONLY, SLAM_TAKES_NOTHING, SLAM_TAKES_NOTHING_IF_ONLY };
enum { NO_MOVE_PASS, NO_MOVE_OWN_ROW, NO_MOVE_OPPONENT_TAKES, NO_MOVE_SPLIT }; enum { REPETITION_SPLIT, REPETITION_OPEN };
static const struct { const char *name, *values[6]; int most; } CLAUSE[CLAUSES] = {
    {"pits", {0}, MOST_PITS / 2}, {"sowing.first", {"origin", "next"}, 0}, {"sowing.origin_on_laps", {"sown", "skipped"}, 0},
    {"lift.min", {0}, MOST_SEEDS}, {"capture.counts", {0}, MOST_SEEDS}, {"capture.where", {"own", "opponent", "both"}, 0},
    {"capture.chain", {"none", "backwards"}, 0}, {"feeding", {"none", "if_able", "if_able_or_over"}, 0},
    {"grand_slam", {"allowed", "forbidden", "forbidden_unless_only", "takes_nothing", "takes_nothing_if_only"}, 0},
    {"no_move", {"pass", "own_row", "opponent_takes", "split"}, 0}, {"repetition", {"split", "open"}, 0}};
static int clause[CLAUSES];          /* the value of each clause: a number, or one of the enums */
static int counts[MOST_SEEDS + 1];   /* capture.counts: whether a pit with this number of seeds can be captured */
static int side, pits;               /* pits a side, and on the board */

/* Reads "4" or, for capture.counts, "2,4,6" or "none". Returns the last number; 0 if the text is anything else. */
static int read_numbers(int which, const char *text) {
    int last = 0;
    if (which == COUNTS && strcmp(text, "none") == 0) return 1;
    for (char *rest;; text = rest + 1) {
        long next = *text >= '1' && *text <= '9' ? strtol(text, &rest, 10) : 0;
        if (next <= last || next > CLAUSE[which].most) return 0;
        counts[last = (int)next] |= which == COUNTS;
        if (*rest == '\0') return last;
        if (*rest != ',' || which != COUNTS) return 0;
    }
}

static void read_clauses(const char *text) {
    for (int which = 0; which < CLAUSES; ++which) {
        char value[512] = "", line[600];
        sscanf(text, "%*s = %511s", value);
        size_t width = (size_t)sprintf(line, "%s = %s\n", CLAUSE[which].name, value);
        if (strncmp(text, line, width)) refuse("clause %d of the header should be %s", which + 1, CLAUSE[which].name);
        text += width;
        int known = CLAUSE[which].most ? (clause[which] = read_numbers(which, value)) : 0;
        for (int i = 0; CLAUSE[which].values[i]; ++i)
            if (strcmp(value, CLAUSE[which].values[i]) == 0) known = 1, clause[which] = i;
        if (!known) refuse("the clause %s has a value that does not exist", CLAUSE[which].name);
    }
    if (*text) refuse("something follows the last clause of the header");
    if (clause[WHERE] == WHERE_OWN && clause[GRAND_SLAM] != SLAM_ALLOWED) refuse("capture.where = own needs grand_slam = allowed");
    if (clause[NO_MOVE] == NO_MOVE_SPLIT && clause[REPETITION] == REPETITION_OPEN) refuse("open does not fit with no_move = split");
    pits = 2 * (side = clause[PITS]);
}

/* ---- Legal moves ---- */
/* The pit that is lifted (-1: a pass), the seeds taken, whether it is a grand slam, the board after it (the old mover first). */
struct move { int pit, taken, slam; uint8_t after[MOST_PITS]; };
/* How a board goes on: its moves, or the end of the game and what it pays. An even split pays both 0, as only margins have one. */
struct play { int count, over, mover, opponent; struct move moves[MOST_PITS / 2]; };

static int row(const uint8_t *board, int first) {
    int seeds = 0;
    for (int pit = first; pit < first + side; ++pit) seeds += board[pit];
    return seeds;
}

/* Returns the pit of the last seed. */
static int sow(const uint8_t *board, int origin, uint8_t *after) {
    int pit = origin;
    memcpy(after, board, MOST_PITS);
    after[origin] = clause[SOWING_FIRST] == FIRST_ORIGIN;
    for (int hand = board[origin] - after[origin]; hand > 0; --hand) {
        do pit = (pit + 1) % pits; while (pit == origin && clause[ORIGIN_ON_LAPS] == LAPS_SKIPPED);
        ++after[pit];
    }
    return pit;
}

static int in_the_row_of_captures(int pit) { return clause[WHERE] == WHERE_BOTH || (clause[WHERE] == WHERE_OWN) == (pit < side); }

/* Takes the last pit and, in a chain, the previous ones. A pit that was taken is empty, so it ends a chain that comes round. */
static int capture(uint8_t *after, int pit) {
    int taken = 0;
    for (; in_the_row_of_captures(pit) && counts[after[pit]]; pit = (pit + pits - 1) % pits) {
        taken += after[pit], after[pit] = 0;
        if (clause[CHAIN] == CHAIN_NONE) break;
    }
    return taken;
}

/* One move for every pit that may be lifted; the clauses below remove some of them. */
static void lift(const uint8_t *board, struct play *play) {
    for (int pit = 0; pit < side; ++pit) {
        if (board[pit] < clause[LIFT_MIN]) continue;
        struct move *move = &play->moves[play->count++];
        move->pit = pit;
        int last = sow(board, pit, move->after), given = row(move->after, side);
        move->taken = capture(move->after, last);
        move->slam = given > 0 && row(move->after, side) == 0;
    }
}

/* Keeps the moves that are no grand slams or, for feeding, those that leave the opponent a seed. */
static void keep(struct play *play, int feeding) {
    int kept = 0;
    for (int i = 0; i < play->count; ++i)
        if (feeding ? row(play->moves[i].after, side) > 0 : !play->moves[i].slam) play->moves[kept++] = play->moves[i];
    play->count = kept;
}

static void grand_slam(const uint8_t *board, struct play *play) {
    int slams = 0, empty = 0, how = clause[GRAND_SLAM];
    for (int i = 0; i < play->count; ++i) slams += play->moves[i].slam, empty += row(play->moves[i].after, side) == 0;
    if (slams == 0 || how == SLAM_ALLOWED || (how == SLAM_FORBIDDEN_UNLESS_ONLY && empty == play->count)) return;
    if (how == SLAM_TAKES_NOTHING || (how == SLAM_TAKES_NOTHING_IF_ONLY && slams == play->count)) {
        for (struct move *move = play->moves; move < play->moves + play->count; ++move)
            if (move->slam) sow(board, move->pit, move->after), move->taken = 0;
    } else keep(play, 0);
}

static void end(struct play *play, int mover, int opponent) { *play = (struct play){0, 1, mover, opponent, {{0}}}; }

static void feeding(const uint8_t *board, struct play *play) {
    int feed = 0;
    if (clause[FEEDING] == FEEDING_NONE || row(board, side) > 0) return;
    for (int i = 0; i < play->count; ++i) feed += row(play->moves[i].after, side) > 0;
    if (feed > 0) keep(play, 1);
    else if (clause[FEEDING] == FEEDING_IF_ABLE_OR_OVER) end(play, row(board, 0), 0);
}

static void no_move(const uint8_t *board, struct play *play) {
    int own = row(board, 0), other = row(board, side), how = clause[NO_MOVE];
    if (how == NO_MOVE_OWN_ROW) end(play, own, other);
    else if (how == NO_MOVE_OPPONENT_TAKES) end(play, 0, own + other);
    else if (how == NO_MOVE_SPLIT || own + other == 0) end(play, 0, 0);
    else {
        play->count = 1, play->moves[0].pit = -1, play->moves[0].taken = 0;
        memcpy(play->moves[0].after, board, MOST_PITS);
    }
}

static void find_moves(const uint8_t *board, struct play *play) {
    play->count = play->over = 0;
    lift(board, play);
    grand_slam(board, play);
    feeding(board, play);
    if (play->count == 0 && !play->over) no_move(board, play);
}

/* ---- The file ---- */
static uint8_t *file;                                   /* all its bytes */
static uint64_t length, boards, far_from, records_at, blocks_at;
static int kinds, layers;                               /* 1: margins, 2: F and G; the last layer */
static uint64_t column[3][2];                           /* where values, low bytes and high bytes begin, for each kind; or 0 */
static uint64_t below[MOST_SEEDS + 2][MOST_PITS + 1];   /* below[s][j] = C(s + j - 1, j): boards of j pits, fewer than s seeds */
static uint32_t crc_of[256];

static uint64_t sum(uint64_t one, uint64_t other) { return one > UINT64_MAX - other ? UINT64_MAX : one + other; }
static void prepare(void) {
    for (uint32_t byte = 0; byte < 256; ++byte) {
        crc_of[byte] = byte;
        for (int bit = 0; bit < 8; ++bit) crc_of[byte] = crc_of[byte] >> 1 ^ (crc_of[byte] & 1 ? 0xEDB88320u : 0);
    }
    for (int s = 1; s <= MOST_SEEDS + 1; ++s)           /* what does not fit becomes UINT64_MAX, and no file has that length */
        for (int j = 1; j <= MOST_PITS; ++j) below[s][j] = sum(below[s - 1][j], j == 1 ? 1 : below[s][j - 1]);
}

static uint32_t crc(uint32_t sum, const uint8_t *bytes, uint64_t count) {
    for (sum = ~sum; count > 0; --count) sum = sum >> 8 ^ crc_of[(sum ^ *bytes++) & 0xFF];
    return ~sum;
}

static uint64_t get(uint64_t at, int bytes) { return bytes == 0 ? 0 : get(at + 1, bytes - 1) << 8 | file[at]; }
static uint64_t aligned(uint64_t at, uint64_t to) { return (at + to - 1) / to * to; }
static void expect(const char *name, uint64_t at, int bytes, uint64_t wanted) {
    if (get(at, bytes) != wanted)
        refuse("%s, at byte %" PRIu64 ", should be %" PRIu64 ", found %" PRIu64, name, at, wanted, get(at, bytes));
}
static void expect_zeros(uint64_t from, uint64_t to) { for (; from < to && from < length; ++from) expect("a gap", from, 1, 0); }

static void read_file(const char *path) {
    static char piece[1 << 16];
    FILE *stream = fopen(path, "rb");
    if (!stream) refuse("%s cannot be opened", path);
    for (size_t some; (some = fread(piece, 1, sizeof piece, stream)) > 0;) length += some;   /* ftell ends at 2 GB in places */
    if (ferror(stream) || fseek(stream, 0, SEEK_SET)) refuse("%s cannot be read, or not twice", path);
    if (length < 128) refuse("%s has %" PRIu64 " bytes, too few for a table", path, length);
    if (length > SIZE_MAX || !(file = malloc((size_t)length))) refuse("the %" PRIu64 " bytes of it do not fit into memory", length);
    if (fread(file, 1, (size_t)length, stream) != length) refuse("%s was changed while it was read", path);
    fclose(stream);
}

/* The columns follow each other from `at` on, each from a multiple of PAGE; `more` is where the header has the offsets of G. */
static void check_columns(uint64_t at, uint64_t more) {
    for (int part = 0; part < 3; ++part)
        for (int kind = 0; kind < kinds; ++kind) {
            if (part < 2 || far_from < boards) {
                expect_zeros(at, column[part][kind] = aligned(at, PAGE));
                at = column[part][kind] + boards - (part == 2 ? far_from : 0);
            }
            expect("the offset of a column", (kind == 0 ? 56 : more) + 8 * (uint64_t)part, 8, column[part][kind]);
        }
    expect("the length of the file", 88, 8, at);
    if (length != at) refuse("the file should have %" PRIu64 " bytes, found %" PRIu64, at, length);
}

static void read_header(void) {
    static char text[MOST_HEADER + 1];
    if (memcmp(file, "\x89MTB\r\n\x1a\n", 8)) refuse("this is not a table, or not a finished one: its first 8 bytes are others");
    kinds = get(8, 4) == 2 ? 2 : 1;
    expect("the version, 1 or 2", 8, 4, (uint64_t)kinds);
    uint64_t end = 16 + get(12, 4), more = kinds == 2 ? 24 : 0, blocks = 0;
    if (end > 16 + MOST_HEADER || end + 4 > length || end < 112 + more) refuse("no header has %" PRIu64 " bytes", end - 16);
    expect("the checksum of the header", end, 4, crc(0, file, end));
    if (get(96, 8) > end - 112 - more) refuse("the clauses do not fit into the header");
    memcpy(text, file + 104, (size_t)get(96, 8));
    read_clauses(text);
    expect("the length of the clauses", 96, 8, strlen(text));
    expect("the length of the program's name", 104 + strlen(text), 8, end - more - 112 - strlen(text));
    if ((clause[REPETITION] == REPETITION_OPEN) != (kinds == 2)) refuse("version %d does not fit with repetition", kinds);
    expect("pits", 16, 4, (uint64_t)side);
    if (get(20, 4) > MOST_SEEDS) refuse("the last layer should be at most %d, found %" PRIu64, MOST_SEEDS, get(20, 4));
    layers = (int)get(20, 4);
    expect("the number of boards", 24, 8, boards = below[layers + 1][pits]);
    if (boards > length) refuse("%" PRIu64 " boards do not fit into %" PRIu64 " bytes", boards, length);
    for (int layer = 0; layer <= layers; ++layer) blocks += (below[layer + 1][pits] - below[layer][pits] + BLOCK - 1) / BLOCK;
    expect("the size of a block", 32, 8, BLOCK);
    expect("the offset of the records", 40, 8, records_at = aligned(end + 4, 8));
    expect("the offset of the block checksums", 48, 8, blocks_at = records_at + 8 * ((uint64_t)layers + 1));
    expect_zeros(end + 4, records_at);
    far_from = get(80, 8);
    for (int layer = 0; far_from != below[layer][pits]; ++layer)
        if (layer > layers) refuse("the high bytes should begin with a layer, found board %" PRIu64, far_from);
    check_columns(blocks_at + 4 * blocks, end - more);
}

/* Compares a layer with its checksums. `block` is its first one. Returns the first one of the next layer. */
static uint64_t check_checksums(int layer, uint64_t block) {
    uint64_t first = below[layer][pits], end = below[layer + 1][pits], record = records_at + 8 * (uint64_t)layer;
    uint8_t head[] = {(uint8_t)layer, file[record + 4], file[record + 5]};
    uint32_t sum = crc(0, head, 3);
    for (uint64_t from = first; from < end; from += BLOCK, ++block) {
        uint64_t count = end - from < BLOCK ? end - from : BLOCK;
        uint32_t found = 0;
        for (int part = 0; part < (first >= far_from ? 3 : 2); ++part)
            for (int kind = 0; kind < kinds; ++kind)
                found = crc(found, file + column[part][kind] + from - (part == 2 ? far_from : 0), count);
        if (found != get(blocks_at + 4 * block, 4)) refuse("layer %d is damaged in the block of board %" PRIu64, layer, from);
        sum = crc(sum, file + blocks_at + 4 * block, 4);
    }
    if (sum != get(record, 4) || get(record + 6, 2)) refuse("the record of layer %d is damaged", layer);
    return block;
}

/* ---- The proof ---- */
struct entry { int value, distance; };
/* What the table claims of a board: its margin or F (kind 0), or G (kind 1). */
static struct entry entry(uint64_t index, int kind) {
    int value = file[column[0][kind] + index], distance = file[column[1][kind] + index];
    if (index >= far_from) distance += 256 * file[column[2][kind] + index - far_from];
    return (struct entry){kinds == 1 && value > 127 ? value - 256 : value, distance};
}

/* The index of the board after a move, seen by the next player: their row comes first. */
static uint64_t index_after(const struct move *move) {
    uint64_t index = 0;
    for (int j = 1, sum = 0; j <= pits; ++j) index += below[sum += move->after[j <= side ? side + j - 1 : j - side - 1]][j];
    return index;
}

/* The worth of a move, and its length. */
static struct entry worth(const struct move *move, int kind) {
    struct entry next = entry(index_after(move), kinds == 1 ? 0 : 1 - kind);
    int value = kinds == 1 ? move->taken - next.value : kind == 0 ? move->taken + next.value : next.value;
    return (struct entry){value, move->taken > 0 ? 1 : 1 + next.distance};
}

/* What the equations want. The mover wants a large margin or F, and a small G. */
static struct entry implied(const struct play *play, int kind) {
    struct entry best = {0, 0};
    if (play->over) best.value = kinds == 1 ? play->mover - play->opponent : kind == 0 ? play->mover : play->opponent;
    for (int i = 0; i < play->count; ++i) {
        struct entry move = worth(&play->moves[i], kind);
        int hurries = kinds == 1 ? move.value > 0 : kind == 0;
        int better = kind == 0 ? move.value > best.value : move.value < best.value;
        int keeps = move.value == best.value && (hurries ? move.distance < best.distance : move.distance > best.distance);
        if (i == 0 || better || keeps) best = move;
    }
    if (best.value == 0) best.distance = 0;
    return best;
}

/* The next board of a layer. */
static void step(uint8_t *board) {
    int pit = 1, moved = board[0] + 1;
    while (board[pit] == 0) ++pit;
    --board[pit], board[0] = 0;
    board[pit - 1] = (uint8_t)(board[pit - 1] + moved);
}

static void show_wrong(const uint8_t *board, uint64_t index, const struct play *play, int kind) {
    const char *name = kinds == 1 ? "margin" : kind == 0 ? "F" : "G";
    struct entry claimed = entry(index, kind), wanted = implied(play, kind);
    printf("WRONG: the equations do not hold on board %" PRIu64 "\n\n  opponent ", index);
    for (int i = pits - 1; i >= 0; --i) printf("%4d%s", board[i >= side ? i : side - 1 - i], i == side ? "\n  mover    " : "");
    printf("\n\nthe table claims    %s %d, distance %d\n", name, claimed.value, claimed.distance);
    printf("the equations want  %s %d, distance %d%s\n", name, wanted.value, wanted.distance, play->over ? " (over)" : "");
    for (const struct move *move = play->moves; move < play->moves + play->count; ++move) {
        struct entry found = worth(move, kind);
        printf(move->pit < 0 ? "  pass, " : "  pit %d takes %d, ", move->pit + 1, move->taken);
        printf("leads to board %" PRIu64 ": worth %d, length %d\n", index_after(move), found.value, found.distance);
    }
}

/* Proves a layer. Returns whether it is right. */
static int prove(int layer) {
    uint8_t board[MOST_PITS] = {0};
    uint64_t first = below[layer][pits], end = below[layer + 1][pits];
    int longest = 0;
    board[pits - 1] = (uint8_t)layer;
    for (uint64_t index = first; index < end; ++index) {
        struct play play;
        find_moves(board, &play);
        for (int kind = 0; kind < kinds; ++kind) {
            struct entry claimed = entry(index, kind), wanted = implied(&play, kind);
            int right = claimed.value == wanted.value && claimed.distance == wanted.distance;
            if (!right) return show_wrong(board, index, &play, kind), 0;
            if (claimed.distance > longest) longest = claimed.distance;
        }
        if (index + 1 < end) step(board);
    }
    expect("the longest distance in a record", records_at + 8 * (uint64_t)layer + 4, 2, (uint64_t)longest);
    if (longest > 255 ? first < far_from : first == far_from) refuse("the high bytes begin at the wrong layer");
    printf("layer %3d: %12" PRIu64 " boards proven, longest distance %5d\n", layer, end - first, longest);
    fflush(stdout);
    return 1;
}

int main(int count, char **arguments) {
    uint64_t block = 0;
    int right = 1;
    if (count != 2) refuse("usage: checker TABLE");
    prepare();
    read_file(arguments[1]);
    read_header();
    for (int layer = 0; layer <= layers; ++layer) block = check_checksums(layer, block);
    printf("%.*s", (int)get(96, 8), (const char *)file + 104);
    for (int layer = 0; layer <= layers && right; ++layer) right = prove(layer);
    if (right) printf("PROVEN: all %" PRIu64 " boards of layers 0 to %d\n", boards, layers);
    if (fflush(stdout) || ferror(stdout)) refuse("the result cannot be written");
    return right ? 0 : 1;
}
