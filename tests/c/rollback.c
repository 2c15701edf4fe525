#include "gridstar.h"

#include <stdio.h>

#define RING 8

/* A tick of the game: its number alone decides what happens. */
static double tick(uint64_t grid, int number) {
    GridstarCell start = {0, 16}, goal = {31, 16}, path[32 * 32];
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    gridstar_grid_set_cell(grid, GRIDSTAR_CELL_PLANE_TYPES, 4 + number % 24, number * 7 % 32, 1);
    gridstar_grid_find_path(grid, &start, &goal, NULL, path, 32 * 32, &result);
    return result.cost;
}

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 32;
    def.height = 32;
    uint64_t grid = 0, ring[RING] = {0}, hash = 0, again = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    double costs = 0, costs_again = 0;
    for (int number = 0; number < 100; number++) {
        gridstar_destroy(ring[number % RING]); /* refused for 0, which does no harm */
        if (gridstar_grid_fork(grid, &ring[number % RING]) < 0) {
            return 1;
        }
        costs = tick(grid, number);
    }
    gridstar_grid_get_hash(grid, &hash); /* compare it with other machines each tick */

    /* A command for tick 95 comes late: go back to before it, and play the ticks again. */
    gridstar_grid_restore(grid, ring[95 % RING]);
    for (int number = 95; number < 100; number++) {
        costs_again = tick(grid, number);
    }
    gridstar_grid_get_hash(grid, &again);
    printf("%s, cost %.1f\n", hash == again && costs == costs_again ? "in step" : "apart", costs);
    gridstar_destroy_all(GRIDSTAR_KIND_GRID);
    return 0;
}
