#include "gridstar.h"

#include <stdio.h>

int main(void) {
    if (gridstar_abi_version() != GRIDSTAR_ABI_VERSION) {
        return 1; /* a library of another ABI than the header's */
    }
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 12;
    def.height = 6;
    uint64_t grid = 0;
    GridstarStatus status = gridstar_grid_create(&def, &grid);
    if (status < 0) {
        fprintf(stderr, "%s\n", gridstar_status_message(status));
        return 1;
    }
    GridstarRect wall = {6, 0, 1, 5}; /* a wall; row 5 stays free */
    gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);

    GridstarCell path[12 * 6]; /* no path has more cells than the grid */
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarCell start = {1, 0}, goal = {10, 0};
    status = gridstar_grid_find_path(grid, &start, &goal, NULL, path, 12 * 6, &result);
    if (status == GRIDSTAR_STATUS_OK) {
        printf("%u cells, cost %.1f\n", (unsigned)result.length, result.cost);
    } else {
        printf("no path: %s\n", gridstar_status_message(status));
    }
    gridstar_destroy(grid);
    return 0;
}
