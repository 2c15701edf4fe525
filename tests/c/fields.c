#include "gridstar.h"

#include <stdio.h>

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 12;
    def.height = 6;
    uint64_t grid = 0, field = 0, range = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    GridstarRect wall = {6, 0, 1, 5}; /* a wall; row 5 stays free */
    gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);

    /* One field for all agents on their way to two gates. */
    GridstarCell gates[] = {{11, 0}, {11, 5}};
    if (gridstar_field_create(grid, gates, 2, 0, 0, NULL, &field) < 0) {
        return 1;
    }
    GridstarCell agents[] = {{0, 0}, {10, 1}};
    GridstarFieldCell steps[2];
    gridstar_field_get_steps(field, agents, 2, steps, 2);
    printf("cost %.1f, ", steps[0].cost);
    gridstar_grid_set_cell(grid, GRIDSTAR_CELL_PLANE_TYPES, 6, 0, GRIDSTAR_CELL_TYPE_WALKABLE); /* a door opens */
    gridstar_field_update(field, 0);
    gridstar_field_get_steps(field, agents, 1, steps, 2);
    printf("through the door %.1f, ", steps[0].cost);

    /* Away from the gates: their costs times -1.2 are the values of places. */
    uint64_t flight = 0;
    double weight = -1.2;
    if (gridstar_field_combine(grid, &field, &weight, 1, GRIDSTAR_FIELD_OPERATION_SUM, 0, NULL, &flight) < 0) {
        return 1;
    }
    GridstarCell path[12 * 6];
    GridstarPathResult result;
    result.struct_size = sizeof result;
    gridstar_field_find_path(flight, 10, 1, path, 12 * 6, &result);
    printf("safe at (%d, %d), ", (int)path[result.length - 1].x, (int)path[result.length - 1].y);
    gridstar_destroy(flight);

    /* What a unit reaches with 2 points. */
    GridstarQueryDef query;
    gridstar_query_def_default(&query, sizeof query);
    query.max_cost = 2.0;
    if (gridstar_field_create(grid, agents, 1, GRIDSTAR_FIELD_FROM_STARTS, 0, &query, &range) < 0) {
        return 1;
    }
    GridstarFieldCell cells[12 * 6];
    uint32_t count = 0;
    gridstar_field_get_range(range, 0.0, 1, 0, cells, 12 * 6, &count);
    printf("%u cells in range, ", (unsigned)count);

    /* Others keep away from the unit: a penalty of 10 steps in its cell, and less the farther away. */
    gridstar_field_write_penalties(range, 0.0, 160, 2.0, 0);
    uint32_t penalties[2] = {0};
    for (int32_t x = 0; x < 2; x++) {
        gridstar_grid_get_cell(grid, GRIDSTAR_CELL_PLANE_PENALTIES, x, 0, &penalties[x]);
    }
    printf("penalties %u and %u\n", (unsigned)penalties[0], (unsigned)penalties[1]);
    gridstar_destroy(range);
    gridstar_destroy(field);
    gridstar_destroy(grid);
    return 0;
}
