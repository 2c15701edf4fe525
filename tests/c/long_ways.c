#include "gridstar.h"

#include <stdio.h>

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 2000;
    def.height = 100;
    uint64_t grid = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    GridstarRect wall = {1000, 0, 1, 99}; /* a wall; row 99 stays free */
    gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);

    /* The first 8 cells of a path that costs at most 1.1 times as much as an optimal one. */
    GridstarQueryDef query;
    gridstar_query_def_default(&query, sizeof query);
    query.heuristic_weight = 1.1;
    query.max_cells = 8;
    GridstarCell path[8];
    GridstarPathResult result = {.struct_size = sizeof result};
    GridstarCell start = {0, 0}, goal = {1999, 0};
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, &query, path, 8, &result);
    if (status != GRIDSTAR_STATUS_OK) {
        printf("%s\n", gridstar_status_message(status));
        return 1;
    }
    printf("%u cells of a path within %s of the best, ", (unsigned)result.length, result.bound <= 1.1f ? "1.1" : "?");

    /* May a building stand in the last gap? */
    GridstarCell spawn = {0, 0}, exit = {1999, 0};
    GridstarPlacement building = {sizeof building, 1000, 99, 1, 1, GRIDSTAR_CELL_TYPE_OBSTACLE};
    status = gridstar_grid_try_place(grid, &building, &spawn, 1, &exit, 1, NULL, NULL);
    printf("and a building in the gap cuts off %u spawn\n", status == GRIDSTAR_STATUS_NO_PATH ? 1 : 0);
    gridstar_destroy(grid);
    return 0;
}
