#include "gridstar.h"

#include <stdio.h>

int main(void) {
    /* A ship's deck of 12 x 6 cells, each 0.5 wide and 1 long. The ship is turned: columns run along the world's z. */
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 12;
    def.height = 6;
    def.origin_x = 100.0f;
    def.column_axis_z = 0.5f;
    def.row_axis_x = -1.0f;
    uint64_t deck = 0;
    if (gridstar_grid_create(&def, &deck) < 0) {
        return 1;
    }
    GridstarRect wall = {6, 0, 1, 5};
    gridstar_grid_fill_cells(deck, GRIDSTAR_CELL_PLANE_TYPES, &wall, 1);

    GridstarCell cell;
    gridstar_grid_get_cell_at(deck, 99.25f, 7.0f, 2.25f, &cell);
    printf("cell (%d, %d)", (int)cell.x, (int)cell.y);

    /* The ship sails on: the same cells, at another place. */
    GridstarPlace place = {0};
    place.struct_size = sizeof place;
    gridstar_grid_get_place(deck, &place);
    place.origin_x += 40.0f;
    place.origin_y = 2.0f;
    gridstar_grid_set_place(deck, &place);

    float points[3 * 12 * 6];
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarCell start, goal, path[12 * 6];
    gridstar_grid_get_cell_at(deck, 139.5f, 2.0f, 0.25f, &start);
    gridstar_grid_get_cell_at(deck, 139.5f, 2.0f, 5.75f, &goal);
    GridstarStatus status = gridstar_grid_find_path(deck, &start, &goal, NULL, path, 12 * 6, &result);
    if (status != GRIDSTAR_STATUS_OK) {
        fprintf(stderr, "%s\n", gridstar_status_message(status));
        return 1;
    }
    gridstar_grid_get_centers(deck, path, result.length, 1, points, 12 * 6);
    printf(", a path of %u points from (%.2f, %.2f, %.2f)\n", (unsigned)result.length, points[0], points[1], points[2]);
    gridstar_destroy(deck);
    return 0;
}
