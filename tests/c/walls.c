#include "gridstar.h"

#include <stdio.h>

static double cost(uint64_t grid, GridstarCell start, GridstarCell goal) {
    GridstarCell path[8 * 6];
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, NULL, path, 8 * 6, &result);
    return status == GRIDSTAR_STATUS_OK ? result.cost : -1.0;
}

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 8;
    def.height = 6;
    uint64_t grid = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    /* A room with a door, and a terrace along the top with a ledge to jump down from. */
    GridstarRect room = {2, 0, 3, 3}, terrace = {0, 4, 8, 2};
    GridstarCell inside = {4, 1}, outside = {5, 1}, top = {4, 5};
    uint32_t around = GRIDSTAR_SIDE_LEFT | GRIDSTAR_SIDE_RIGHT | GRIDSTAR_SIDE_UP;
    gridstar_grid_set_passages(grid, &room, around, GRIDSTAR_PASSAGE_WALL);
    gridstar_grid_set_passages(grid, &terrace, GRIDSTAR_SIDE_DOWN, GRIDSTAR_PASSAGE_ONE_WAY);
    double closed = cost(grid, outside, inside);
    gridstar_grid_set_passage(grid, &outside, &inside, GRIDSTAR_PASSAGE_OPEN); /* the door opens: one edit */
    double open = cost(grid, outside, inside);
    double down = cost(grid, top, inside), up = cost(grid, inside, top);

    uint32_t door = 0;
    gridstar_grid_get_passage(grid, &inside, &outside, &door);
    uint8_t plane[8 * 6]; /* of each cell: the closed steps to the next column and row, and back */
    uint32_t count = 0;
    gridstar_grid_get_cells(grid, GRIDSTAR_CELL_PLANE_PASSAGES, NULL, plane, sizeof plane, &count);
    printf("closed %.1f, open %.1f, down %.1f, up %.1f, the door %s, %u at (4, 3)\n", closed, open, down, up,
           door == GRIDSTAR_PASSAGE_OPEN ? "open" : "closed", (unsigned)plane[3 * 8 + 4]);
    gridstar_destroy(grid);
    return 0;
}
