#include "gridstar.h"

#include <stdio.h>

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 9;
    def.height = 4;
    uint64_t grid = 0, unit = 0, crate = 0;
    if (gridstar_grid_create(&def, &grid) < 0 || gridstar_cover_create(grid, &unit) < 0 ||
        gridstar_cover_create(grid, &crate) < 0) {
        return 1;
    }
    GridstarRect body = {0, 0, 2, 2}, box = {4, 0, 1, 1};
    gridstar_cover_set_rects(unit, &body, 1); /* again after each step of the unit */
    gridstar_cover_set_rects(crate, &box, 1);

    GridstarQueryDef query;
    gridstar_query_def_default(&query, sizeof query);
    query.agent_size = 2;
    query.without_cover = unit; /* or the unit blocks itself */
    GridstarCell path[9 * 4];
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarCell start = {0, 0}, goal = {7, 0};
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, &query, path, 9 * 4, &result);
    if (status == GRIDSTAR_STATUS_OK) {
        printf("%u cells, cost %.1f\n", (unsigned)result.length, result.cost);
    } else {
        printf("no path: %s\n", gridstar_status_message(status));
    }
    gridstar_destroy(grid); /* its covers end with it */
    return 0;
}
