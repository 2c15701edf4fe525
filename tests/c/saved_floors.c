#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    /* A house of two floors, joined by stairs. */
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 20;
    def.height = 20;
    uint64_t house = 0, grids[2] = {0, 0}, profile = 0;
    if (gridstar_floors_create(&house) < 0 || gridstar_profile_create(&profile) < 0) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        uint32_t floor = 0;
        if (gridstar_grid_create(&def, &grids[i]) < 0 || gridstar_floors_add_floor(house, grids[i], &floor) < 0) {
            return 1;
        }
    }
    GridstarLinkDef stairs;
    gridstar_link_def_default(&stairs, sizeof stairs);
    stairs.from_x = 10;
    stairs.to_floor = 1;
    stairs.to_x = 10;
    stairs.cost = 4.0;
    uint32_t link = 0;
    gridstar_floors_add_link(house, &stairs, &link);
    gridstar_profile_set_cost(profile, 2, 2.5);

    /* The first call tells how many bytes there are. */
    uint32_t count = 0, profile_count = 0;
    gridstar_floors_save(house, 0, NULL, 0, &count);
    uint8_t *saved = malloc(count), saved_profile[200];
    if (saved == NULL || gridstar_floors_save(house, 0, saved, count, &count) < 0 ||
        gridstar_profile_save(profile, saved_profile, sizeof saved_profile, &profile_count) < 0) {
        return 1;
    }
    gridstar_destroy(house);
    gridstar_destroy(grids[0]);
    gridstar_destroy(grids[1]);
    gridstar_destroy(profile);

    /* Later: all of it again, with new ids. */
    GridstarStatus status = gridstar_floors_load(saved, count, &house);
    if (status < 0 || gridstar_profile_load(saved_profile, profile_count, &profile) < 0) {
        printf("%s\n", gridstar_status_message(status));
        return 1;
    }
    GridstarQueryDef query;
    gridstar_query_def_default(&query, sizeof query);
    query.profile = profile;
    GridstarFloorStep path[64];
    GridstarFloorPathResult result = {.struct_size = sizeof result};
    GridstarFloorCell start = {0, 0, 0, 0}, goal = {1, 19, 0, 0}; /* floor, x, y */
    gridstar_floors_find_path(house, &start, &goal, &query, path, 64, &result);
    printf("%u cells over %u link, cost %.1f; ", (unsigned)result.length, (unsigned)result.links, result.cost);

    /* The grids are the caller's. */
    for (uint32_t i = 0; i < 2; i++) {
        gridstar_floors_get_floor(house, i, &grids[i]);
        gridstar_destroy(grids[i]);
    }
    gridstar_destroy(house);
    gridstar_destroy(profile);
    printf("%u grids are left\n", (unsigned)gridstar_live_count(GRIDSTAR_KIND_GRID));
    free(saved);
    return 0;
}
