/* Asks a table about a board, or about every board:
 *
 *     cc -std=c99 -O2 -o probe examples/probe.c
 *     ./probe data/tihbat.mtb 1-2-1-1     margin and distance of a board
 *     ./probe data/tihbat.mtb             index, board, margin and distance of all boards, as CSV
 *
 * For a table of bounds: what the player to move and the opponent can force, each with its distance.
 */
#include "mtb.h"

static void print_entry(int value, int distance) {
    if (distance == -2) printf(",not in the table,");
    else if (distance == -1) printf(",%d,", value);
    else printf(",%d,%d", value, distance);
}

static void print(const struct mtb *table, const uint8_t *board) {
    int value, distance;
    printf("%llu,", (unsigned long long)mtb_index(board, table->pits));
    for (unsigned pit = 0; pit < table->pits; pit++) printf(pit > 0 ? "-%d" : "%d", board[pit]);
    for (unsigned number = 0; number < table->numbers; number++) {
        if (table->numbers == 1) distance = mtb_probe(table, board, &value);
        else distance = mtb_forced(table, board, number, &value);
        print_entry(value, distance);
    }
    printf("\n");
}

/* The next board of the same layer in the order of the index; 0 after the last. */
static int next(uint8_t *board, unsigned pits) {
    uint8_t first = board[0];
    unsigned pit = 1;
    while (pit < pits && board[pit] == 0) pit++;
    if (pit == pits) return 0;
    board[0] = 0;
    board[pit]--;
    board[pit - 1] = (uint8_t)(first + 1);
    return 1;
}

int main(int count, char **arguments) {
    struct mtb table;
    if (count < 2 || count > 3) return fprintf(stderr, "usage: probe TABLE [BOARD]\n"), 2;
    const char *error = mtb_open(&table, arguments[1]);
    if (error != NULL) return fprintf(stderr, "%s: %s\n", arguments[1], error), 2;
    uint8_t board[16] = {0};
    if (count == 3) {
        char *text = arguments[2];
        for (unsigned pit = 0; pit < table.pits; pit++) {
            long seeds = strtol(text, &text, 10);
            if (seeds < 0 || seeds > 127 || *text != (pit + 1 < table.pits ? '-' : '\0'))
                return fprintf(stderr, "a board of this table is %u pits joined by dashes\n", table.pits), 2;
            board[pit] = (uint8_t)seeds;
            text++;
        }
        print(&table, board);
    } else {
        if (table.numbers == 1) printf("index,board,margin,distance\n");
        else printf("index,board,forced,forced_distance,forced_other,forced_other_distance\n");
        for (unsigned seeds = 0; seeds <= table.max_seeds; seeds++) {
            memset(board, 0, sizeof board);
            board[table.pits - 1] = (uint8_t)seeds;
            do print(&table, board);
            while (next(board, table.pits));
        }
    }
    mtb_close(&table);
    return 0;
}
