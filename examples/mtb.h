/* Reads tihbat tables (.mtb) in C99, without any other library. The file is described in docs/format.md.
 *
 *     struct mtb table;
 *     const char *error = mtb_open(&table, "tihbat.mtb");
 *     uint8_t board[] = {1, 2, 1, 1};              the pits in sowing order, the mover's row first
 *     int margin;
 *     int distance = mtb_probe(&table, board, &margin);
 *
 * A table of bounds (version 2) has two numbers of seeds for each board: those that the player to move can force, and those that the
 * opponent can force.
 *
 *     int forced, other;
 *     int distance = mtb_forced(&table, board, 0, &forced), other_distance = mtb_forced(&table, board, 1, &other);
 */
#ifndef MTB_H
#define MTB_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mtb {
    uint8_t *bytes;
    unsigned pits;       /* of the whole board */
    unsigned max_seeds;  /* the last layer */
    uint64_t boards;
    unsigned numbers;    /* of each board: 1 (its margin), or 2 (what each side can force) */
    uint64_t values_at[2], distances_at[2];
    uint64_t far_at[2], far_from;  /* high bytes of distances, from this board on */
};

static uint64_t mtb_number(const uint8_t *at, unsigned bytes) {
    uint64_t number = 0;
    while (bytes-- > 0) number = number << 8 | at[bytes];
    return number;
}

/* Reads a whole table; NULL if all is well, else what is wrong. Checksums are left to "tihbat verify". */
static const char *mtb_open(struct mtb *table, const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t head[96];
    table->bytes = NULL;
    if (file == NULL) return "cannot be opened";
    const char *error = NULL;
    uint64_t size = 0;
    if (fread(head, 1, sizeof head, file) < sizeof head || memcmp(head, "\x89MTB\r\n\x1a\n", 8) != 0)
        error = "not a tihbat table";
    else if (mtb_number(head + 8, 4) != 1 && mtb_number(head + 8, 4) != 2)
        error = "a table of another version";
    else {
        size = mtb_number(head + 88, 8);
        table->bytes = size > SIZE_MAX ? NULL : malloc((size_t)size);
        if (table->bytes == NULL)
            error = "too large for this machine's memory";
        else if (fseek(file, 0, SEEK_SET) != 0 || fread(table->bytes, 1, (size_t)size, file) < size || fgetc(file) != EOF)
            error = "not as long as its header says";
    }
    fclose(file);
    if (error != NULL) {
        free(table->bytes);
        table->bytes = NULL;
        return error;
    }
    table->pits = 2 * (unsigned)mtb_number(head + 16, 4);
    table->max_seeds = (unsigned)mtb_number(head + 20, 4);
    table->boards = mtb_number(head + 24, 8);
    table->numbers = (unsigned)mtb_number(head + 8, 4);
    table->far_from = mtb_number(head + 80, 8);
    for (unsigned number = 0; number < table->numbers; number++) {
        /* The offsets of the second number of each board are the end of the header. */
        const uint8_t *at = number == 0 ? head + 56 : table->bytes + 16 + mtb_number(head + 12, 4) - 24;
        table->values_at[number] = mtb_number(at, 8);
        table->distances_at[number] = mtb_number(at + 8, 8);
        table->far_at[number] = mtb_number(at + 16, 8);
    }
    return NULL;
}

static void mtb_close(struct mtb *table) {
    free(table->bytes);
    table->bytes = NULL;
}

/* The index of a board: the sum over j of C(S_j + j - 1, j), with S_j the seeds in its first j pits. Exact for boards
 * of any table below 2^56 boards. */
static uint64_t mtb_index(const uint8_t *board, unsigned pits) {
    uint64_t index = 0, seeds = 0;
    for (unsigned j = 1; j <= pits; j++) {
        uint64_t term = 1;
        seeds += board[j - 1];
        for (unsigned k = 1; k <= j; k++) term = term * (seeds + k - 1) / k;
        index += term;
    }
    return index;
}

/* A number of a board and, as the answer, its distance in plies, -1 where the number is 0. -2 if the table has not the board's
 * layer. */
static int mtb_entry(const struct mtb *table, const uint8_t *board, unsigned number, uint8_t *value) {
    unsigned seeds = 0;
    for (unsigned pit = 0; pit < table->pits; pit++) seeds += board[pit];
    if (seeds > table->max_seeds || number >= table->numbers) return -2;
    uint64_t index = mtb_index(board, table->pits);
    int distance = table->bytes[table->distances_at[number] + index];
    if (index >= table->far_from) distance |= table->bytes[table->far_at[number] + (index - table->far_from)] << 8;
    *value = table->bytes[table->values_at[number] + index];
    return *value == 0 ? -1 : distance;
}

/* The margin of a board for the player to move, and as the answer its distance: plies to the next capture or the end
 * of the game, -1 for margin 0. -2 if the table has not the board's layer, or has no margins. */
static inline int mtb_probe(const struct mtb *table, const uint8_t *board, int *margin) {
    uint8_t value = 0;
    int distance = table->numbers == 1 ? mtb_entry(table, board, 0, &value) : -2;
    *margin = (int8_t)value;
    return distance;
}

/* The seeds that a side can force: the player to move (0) or the opponent (1). The answer is their distance: plies to the conversion
 * that secures them, -1 if there are none. -2 if the table has not the board's layer, or has no bounds. */
static inline int mtb_forced(const struct mtb *table, const uint8_t *board, unsigned side, int *seeds) {
    uint8_t value = 0;
    int distance = table->numbers == 2 ? mtb_entry(table, board, side, &value) : -2;
    *seeds = value;
    return distance;
}

#endif
