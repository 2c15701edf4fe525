/*
 * GridStar from C: creates a grid, draws walls, finds paths and destroys the grid.
 *
 *     cc -I include use_gridstar.c -L <folder of the library> -lgridstar && ./a.out
 */
#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>

#define WIDTH 24
#define HEIGHT 9

/* A status below 0 is an error: print its message and stop. A status from 0 up is an answer. */
static GridstarStatus checked(GridstarStatus status) {
    if (status < 0) {
        fprintf(stderr, "GridStar: %s\n", gridstar_status_message(status));
        exit(EXIT_FAILURE);
    }
    return status;
}

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "unexpected: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

/* Start from the defaults, so that fields of later versions have sensible values. */
static uint64_t create_grid(void) {
    GridstarGridDef def;
    checked(gridstar_grid_def_default(&def, sizeof def));
    def.width = WIDTH;
    def.height = HEIGHT;
    def.cell_size = 0.5f;
    uint64_t grid = 0;
    checked(gridstar_grid_create(&def, &grid));
    return grid;
}

/* Two walls with gaps at opposite ends. */
static void draw_walls(uint64_t grid) {
    GridstarRect walls[] = {{7, 0, 1, HEIGHT - 1}, {15, 1, 1, HEIGHT - 1}};
    for (int i = 0; i < 2; i++) {
        checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &walls[i], GRIDSTAR_CELL_TYPE_OBSTACLE));
    }
}

/* One call reads all cells: one byte per cell, row by row. */
static void print_map(uint64_t grid, const GridstarCell *path, uint32_t length) {
    uint8_t cells[WIDTH * HEIGHT];
    uint32_t count = 0;
    checked(gridstar_grid_get_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, NULL, cells, sizeof cells, &count));
    expect(count == sizeof cells, "one byte per cell");
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = cells[i] == GRIDSTAR_CELL_TYPE_OBSTACLE ? '#' : '.';
    }
    for (uint32_t i = 0; i < length; i++) {
        cells[path[i].y * WIDTH + path[i].x] = 'o';
    }
    for (int y = HEIGHT - 1; y >= 0; y--) {
        printf("  %.*s\n", WIDTH, (const char *)cells + y * WIDTH);
    }
}

/* The caller provides the buffer for a path. If the buffer is too small, the result has the needed length. */
static void find_and_print(uint64_t grid, GridstarCell from, GridstarCell to) {
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarStatus status = gridstar_grid_find_path(grid, &from, &to, NULL, NULL, 0, &result);
    expect(status == GRIDSTAR_STATUS_BUFFER_TOO_SMALL, "no path fits into no buffer");

    GridstarCell *path = malloc(result.length * sizeof *path);
    expect(path != NULL, "memory for the path");
    status = gridstar_grid_find_path(grid, &from, &to, NULL, path, result.length, &result);
    expect(checked(status) == GRIDSTAR_STATUS_OK, "a path");
    expect(path[0].x == from.x && path[0].y == from.y, "the path begins at its start");
    expect(path[result.length - 1].x == to.x && path[result.length - 1].y == to.y, "the path ends at its goal");
    printf("%u cells, cost %.1f, %u cells expanded:\n", result.length, result.cost, result.expansions);
    print_map(grid, path, result.length);
    free(path);
}

/* A query may change settings of the grid. This one cuts no corners. */
static double cost_without_cutting_corners(uint64_t grid, GridstarCell from, GridstarCell to) {
    GridstarQueryDef query;
    checked(gridstar_query_def_default(&query, sizeof query));
    query.diagonal_rule = GRIDSTAR_DIAGONAL_RULE_BOTH_FREE;
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarCell path[WIDTH * HEIGHT];
    checked(gridstar_grid_find_path(grid, &from, &to, &query, path, WIDTH * HEIGHT, &result));
    return result.cost;
}

/* Preparing is optional. Landmarks make searches fastest; the info has their memory. */
static void prepare_landmarks(uint64_t grid) {
    checked(gridstar_grid_prepare(grid, GRIDSTAR_ENGINE_LANDMARKS, 0));
    GridstarGridInfo info = {0};
    info.struct_size = sizeof info;
    checked(gridstar_grid_get_info(grid, &info));
    expect(info.engine == GRIDSTAR_ENGINE_LANDMARKS, "the engine that was chosen");
    expect((info.prepared & GRIDSTAR_PREPARED_LANDMARKS) != 0, "landmarks");
    expect((info.prepared & GRIDSTAR_PREPARED_UNDER_WAY) == 0, "nothing left to do");
    printf("%.0f of %.0f bytes for landmarks\n", (double)info.landmark_bytes, (double)info.bytes);
}

/* "No path" is an answer, not an error. */
static void ask_for_a_blocked_goal(uint64_t grid) {
    GridstarPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarCell start = {0, 0}, goal = {7, 0};
    GridstarStatus status = gridstar_grid_find_path(grid, &start, &goal, NULL, NULL, 0, &result);
    expect(checked(status) == GRIDSTAR_STATUS_GOAL_BLOCKED && result.length == 0, "a goal inside a wall");
    printf("(0, 0) to (7, 0): %s\n", gridstar_status_message(status));
}

/* Links join the grids of floors. Each step of a path names the link by which the path enters its cell. */
static void take_the_stairs(uint64_t ground, uint64_t upper) {
    uint64_t floors = 0;
    uint32_t floor = 0, stairs = 0;
    checked(gridstar_floors_create(&floors));
    checked(gridstar_floors_add_floor(floors, ground, &floor));
    checked(gridstar_floors_add_floor(floors, upper, &floor));
    expect(floor == 1, "floors are numbered from 0");

    GridstarLinkDef link;
    checked(gridstar_link_def_default(&link, sizeof link));
    link.from_x = 2, link.from_y = 1;
    link.to_floor = 1, link.to_x = 2, link.to_y = 1;
    link.cost = 3.0;
    checked(gridstar_floors_add_link(floors, &link, &stairs));

    GridstarFloorStep path[8];
    GridstarFloorPathResult result = {0};
    result.struct_size = sizeof result;
    GridstarFloorCell start = {0, 1, 1, 0}, goal = {1, 4, 1, 0}; /* floor, x, y */
    GridstarStatus status = gridstar_floors_find_path(floors, &start, &goal, NULL, path, 8, &result);
    expect(checked(status) == GRIDSTAR_STATUS_OK && result.length == 5 && result.links == 1, "a path upstairs");
    expect(path[1].link == 0 && path[2].link == stairs && path[2].floor == 1, "the stairs are its second step");
    printf("upstairs: cost %.1f\n", result.cost);
    checked(gridstar_destroy(floors));
}

/* A cell contains its lowest corner. Near an edge of the grid, a wide agent stands at the nearest place inside. */
static void stand_at_the_edges(uint64_t grid) {
    float x, y, z;
    GridstarCell cell, first, last;
    checked(gridstar_grid_get_cell_corner(grid, 3, 2, &x, &y, &z));
    checked(gridstar_grid_get_cell_at(grid, x, y, z, &cell));
    expect(cell.x == 3 && cell.y == 2, "the cell of a corner");
    checked(gridstar_grid_get_agent_anchor(grid, 0.1f, 0.0f, 0.1f, 3, &first));
    checked(gridstar_grid_get_agent_anchor(grid, 0.5f * WIDTH - 0.1f, 0.0f, 0.5f * HEIGHT - 0.1f, 3, &last));
    expect(first.x == 0 && first.y == 0, "the agent in the first corner");
    expect(last.x == WIDTH - 3 && last.y == HEIGHT - 3, "the agent in the last corner");
}

/* Hashes are the same on every platform. */
static void print_hash(const char *of, uint64_t hash) {
    printf("hash of %s: %08lx%08lx\n", of, (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffff));
}

/* A grid goes back to a fork, and then has the hash that it had. */
static void go_back(uint64_t grid) {
    uint64_t fork, then, later, again;
    checked(gridstar_grid_fork(grid, &fork));
    checked(gridstar_grid_get_hash(grid, &then));
    print_hash("a grid", then);
    GridstarRect rect = {9, 1, 3, 2};
    checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &rect, 7));
    checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_PENALTIES, &rect, 40));
    checked(gridstar_grid_get_hash(grid, &later));
    print_hash("the grid after edits", later);
    checked(gridstar_grid_restore(grid, fork));
    checked(gridstar_grid_get_hash(grid, &again));
    expect(then == again && then != later, "the grid is as it was");
    checked(gridstar_destroy(fork));
}

/* Agents that keep apart move by floating-point numbers, which are the same on every platform. */
static void move_a_crowd(uint64_t grid) {
    uint64_t crowd;
    checked(gridstar_crowd_create(grid, NULL, &crowd));
    GridstarCrowdAgent agents[20] = {{0}};
    float wishes[40], positions[40], velocities[40];
    uint32_t numbers[20], count = 0;
    for (int i = 0; i < 20; i++) {
        agents[i].x = 1.5f + (float)i;
        /* Quotients of whole numbers: a compiler may fuse a sum and a product, and then rounds once where others round
         * twice. */
        agents[i].y = (float)(5 + 3 * i) / 10.0f;
        agents[i].radius = (float)(30 + i) / 100.0f;
        agents[i].max_speed = 2.5f;
        wishes[2 * i] = i % 2 == 0 ? 2.0f : -1.5f;
        wishes[2 * i + 1] = i % 3 == 0 ? 1.3f : -0.7f;
    }
    checked(gridstar_crowd_add_agents(crowd, agents, 20, numbers, 20));
    uint64_t kept;
    checked(gridstar_crowd_create(grid, NULL, &kept));
    for (int tick = 0; tick < 200; tick++) {
        if (tick == 150) {
            checked(gridstar_crowd_copy_from(kept, crowd));
        }
        checked(gridstar_crowd_tick(crowd, 0.05f, wishes, 20, positions, velocities, 20, &count));
    }
    GridstarCrowdInfo info;
    info.struct_size = sizeof info;
    checked(gridstar_crowd_get_info(crowd, &info));
    expect(info.agent_count == 20 && count == 20, "all agents are there");
    print_hash("a crowd", info.hash);
    checked(gridstar_crowd_copy_from(crowd, kept));
    for (int tick = 150; tick < 200; tick++) {
        checked(gridstar_crowd_tick(crowd, 0.05f, wishes, 20, positions, velocities, 20, &count));
    }
    uint64_t again;
    checked(gridstar_crowd_get_hash(crowd, &again));
    expect(again == info.hash, "the crowd has made the same ticks again");
    checked(gridstar_destroy(kept));
    checked(gridstar_destroy(crowd));
}

int main(void) {
    /* The library may have another version than the header that this program was compiled with. */
    expect(gridstar_abi_version() == GRIDSTAR_ABI_VERSION, "a library of the header's ABI version");
    printf("GridStar %s\n", gridstar_version());

    uint64_t grid = create_grid();
    draw_walls(grid);

    /* From world positions to cells. The grid lies in the XZ plane, and a cell is half a unit wide. */
    GridstarCell from, to, outside;
    checked(gridstar_grid_get_cell_at(grid, 0.75f, 0.0f, 0.75f, &from));
    checked(gridstar_grid_get_cell_at(grid, 11.25f, 0.0f, 3.75f, &to));
    expect(from.x == 1 && from.y == 1 && to.x == 22 && to.y == 7, "the cells at two positions");
    GridstarStatus status = gridstar_grid_get_cell_at(grid, -0.1f, 0.0f, 0.0f, &outside);
    expect(status == GRIDSTAR_STATUS_POSITION_OUTSIDE && outside.x == -1, "the cell left of the first one");
    stand_at_the_edges(grid);

    find_and_print(grid, from, to);
    printf("without cutting corners: cost %.1f\n", cost_without_cutting_corners(grid, from, to));
    ask_for_a_blocked_goal(grid);
    prepare_landmarks(grid);
    find_and_print(grid, from, to);

    move_a_crowd(grid);
    go_back(grid);
    uint64_t upper = create_grid();
    take_the_stairs(grid, upper);
    checked(gridstar_destroy(upper));

    checked(gridstar_destroy(grid));
    expect(gridstar_destroy(grid) == GRIDSTAR_STATUS_INVALID_ID, "a second destroy is refused and harmless");
    expect(gridstar_live_count(GRIDSTAR_KIND_GRID) == 0, "nothing is left");
    return EXIT_SUCCESS;
}
