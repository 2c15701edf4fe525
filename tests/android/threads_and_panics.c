/*
 * With the library for Android and the stand-in beside this file: a thread of the library prepares a grid, and a panic
 * inside the library becomes a status, because the library brings its own unwinder.
 */
#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the stand-in. */
extern int bionic_clock_is_broken;

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "unexpected: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static uint64_t grid_prepared_by_a_thread(void) {
    GridstarGridDef def;
    uint64_t grid = 0;
    expect(gridstar_grid_def_default(&def, sizeof def) == GRIDSTAR_STATUS_OK, "defaults");
    def.width = 64;
    def.height = 64;
    expect(gridstar_grid_create(&def, &grid) == GRIDSTAR_STATUS_OK, "a grid");
    expect(gridstar_grid_prepare(grid, GRIDSTAR_ENGINE_LANDMARKS, 1) == GRIDSTAR_STATUS_OK, "a preparation");
    expect(gridstar_background_wait() == GRIDSTAR_STATUS_OK, "its end");
    GridstarGridInfo info = {0};
    info.struct_size = sizeof info;
    expect(gridstar_grid_get_info(grid, &info) == GRIDSTAR_STATUS_OK, "what the grid has");
    expect((info.prepared & GRIDSTAR_PREPARED_LANDMARKS) != 0, "landmarks that are there");
    return grid;
}

/* A budget of time looks at the clock. */
static GridstarStatus work_for_a_millisecond(void) {
    return gridstar_work_run(0, 1000);
}

int main(void) {
    uint64_t grid = grid_prepared_by_a_thread();
    for (int round = 0; round < 3; round++) {
        expect(work_for_a_millisecond() >= 0, "work while the clock runs");
        bionic_clock_is_broken = 1;
        expect(work_for_a_millisecond() == GRIDSTAR_STATUS_PANICKED, "a panic that was caught");
        bionic_clock_is_broken = 0;
    }
    static uint8_t text[1025];
    uint32_t length = 0;
    expect(gridstar_last_panic(text, sizeof text - 1, &length) == GRIDSTAR_STATUS_OK && length > 0, "its text");
    expect(strstr((const char *)text, "work.rs") != NULL, "the place in its text");
    expect(gridstar_destroy(grid) == GRIDSTAR_STATUS_OK, "a grid that still answers");
    printf("a thread has run, and three panics were caught\n");
    return EXIT_SUCCESS;
}
