#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 100;
    def.height = 100;
    uint64_t level = 0;
    if (gridstar_grid_create(&def, &level) < 0) {
        return 1;
    }
    GridstarRect wall = {50, 0, 1, 100}; /* a wall without a door */
    gridstar_grid_fill_cells(level, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);

    /* The first call tells how many bytes there are. */
    uint32_t count = 0;
    gridstar_grid_save(level, 0, NULL, 0, &count);
    uint8_t *saved = malloc(count);
    if (saved == NULL || gridstar_grid_save(level, 0, saved, count, &count) < 0) {
        return 1;
    }

    /* The player opens a door. A save game keeps what has changed. */
    gridstar_grid_set_cell(level, GRIDSTAR_CELL_PLANE_TYPES, 50, 20, GRIDSTAR_CELL_TYPE_WALKABLE);
    uint8_t save_game[200];
    uint32_t changes = 0;
    if (gridstar_grid_save_changes(level, saved, count, save_game, sizeof save_game, &changes) < 0) {
        return 1;
    }
    gridstar_destroy(level);

    /* Later: the level, and then what has changed. */
    uint64_t loaded = 0;
    GridstarStatus status = gridstar_grid_load(saved, count, &loaded);
    if (status < 0) {
        printf("%s\n", gridstar_status_message(status));
        return 1;
    }
    uint32_t before = 0, after = 0;
    GridstarCell from = {0, 0}, to = {99, 0};
    gridstar_grid_is_reachable(loaded, &from, &to, NULL, &before);
    gridstar_grid_apply_changes(loaded, save_game, changes);
    gridstar_grid_is_reachable(loaded, &from, &to, NULL, &after);
    printf("the door was %s and is %s; ", before ? "open" : "closed", after ? "open" : "closed");

    /* A byte that was changed is told. */
    saved[20] ^= 1;
    status = gridstar_grid_load(saved, count, &level);
    printf("%s\n", status == GRIDSTAR_STATUS_DAMAGED_BYTES ? "damage is told" : "?");
    free(saved);
    gridstar_destroy(loaded);
    return 0;
}
