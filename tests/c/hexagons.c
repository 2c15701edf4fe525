#include "gridstar.h"

#include <stdio.h>

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 7;
    def.height = 5;
    def.layout = GRIDSTAR_LAYOUT_HEX_ODD_ROWS; /* rows with an odd y are shifted by half a cell */
    uint64_t grid = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    GridstarRect wall = {3, 0, 1, 4}; /* a wall; row 4 stays free */
    gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);

    GridstarCell path[35];
    GridstarPathResult result = {.struct_size = sizeof result};
    GridstarCell start = {1, 0}, goal = {5, 0};
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, NULL, path, 35, &result);
    if (status != GRIDSTAR_STATUS_OK) {
        printf("%s\n", gridstar_status_message(status));
        return 1;
    }
    printf("%u cells, cost %.1f; ", (unsigned)result.length, result.cost);

    /* Lines of sight are for squares. */
    uint32_t is_free = 0;
    GridstarCell last, blocked;
    status = gridstar_grid_linecast(grid, &start, &goal, NULL, &is_free, &last, &blocked);
    printf("%s\n", status == GRIDSTAR_STATUS_UNSUPPORTED_LAYOUT ? "no lines of sight" : "?");
    gridstar_destroy(grid);
    return 0;
}
