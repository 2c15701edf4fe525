/*
 * On players without threads, such as the web, a background preparation runs during its call. Searches give the same
 * answers. A player with native multithreading says that the library is to start no thread.
 */
#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "unexpected: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

/* Fills the memory in which the next call has its variables: with what is read unwritten, a time would be no time. */
__attribute__((noinline)) static void spoil_stack(void) {
    volatile unsigned char spoilt[16384];
    for (size_t at = 0; at < sizeof spoilt; at++) {
        spoilt[at] = 0xff;
    }
}

int main(void) {
#ifdef __EMSCRIPTEN_PTHREADS__
    expect(gridstar_work_set_threads(0) == GRIDSTAR_STATUS_OK, "no threads");
#endif
    GridstarGridDef def;
    expect(gridstar_grid_def_default(&def, sizeof def) == GRIDSTAR_STATUS_OK, "defaults");
    def.width = 64;
    def.height = 64;
    uint64_t grid = 0;
    expect(gridstar_grid_create(&def, &grid) == GRIDSTAR_STATUS_OK, "a grid");
    GridstarRect wall = {32, 0, 1, 63};
    GridstarStatus filled =
        gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE);
    expect(filled == GRIDSTAR_STATUS_OK, "a wall");
    GridstarStatus prepared = gridstar_grid_prepare(grid, GRIDSTAR_ENGINE_LANDMARKS, 1);
    expect(prepared == GRIDSTAR_STATUS_OK, "landmarks in the background");

    /* No other thread runs, so the preparation has ended. */
    GridstarGridInfo info = {0};
    info.struct_size = sizeof info;
    expect(gridstar_grid_get_info(grid, &info) == GRIDSTAR_STATUS_OK, "what the grid has");
    expect((info.prepared & GRIDSTAR_PREPARED_UNDER_WAY) == 0, "nothing under way");
    expect((info.prepared & GRIDSTAR_PREPARED_LANDMARKS) != 0, "landmarks that are there");

    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    static GridstarCell path[64 * 64];
    GridstarCell start = {0, 0}, goal = {63, 0};
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, NULL, path, 64 * 64, &result);
    expect(status == GRIDSTAR_STATUS_OK && result.length == 127, "the way around the wall");

    for (int frame = 0; frame < 10; frame++) {
        spoil_stack();
        expect(gridstar_work_run(0, 1000) == GRIDSTAR_STATUS_OK, "a millisecond of work");
    }
    expect(gridstar_destroy(grid) == GRIDSTAR_STATUS_OK, "an end");
    printf("prepared without threads\n");
    return EXIT_SUCCESS;
}
