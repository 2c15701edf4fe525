/*
 * Every struct of release 0.2.0's header goes through a call. A canary behind each struct that the library fills shows
 * that no call writes more than this header knows.
 */
#include "gridstar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 24
#define HEIGHT 12
#define CELLS (WIDTH * HEIGHT)
#define CANARY 0x5a5a5a5a5a5a5a5aULL

enum { ROAD = 2, SWAMP = 3 };

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "unexpected: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static GridstarStatus checked(GridstarStatus status) {
    if (status < 0) {
        fprintf(stderr, "GridStar: %s\n", gridstar_status_message(status));
        exit(EXIT_FAILURE);
    }
    return status;
}

/* An output struct with its canary. */
#define GUARDED(type, name) \
    struct { \
        type it; \
        uint64_t canary; \
    } name; \
    memset(&name, 0, sizeof name); \
    name.canary = CANARY

#define SIZED(type, name) \
    GUARDED(type, name); \
    name.it.struct_size = sizeof name.it

#define INTACT(name) expect(name.canary == CANARY, "the bytes behind " #name " are untouched")

static uint64_t create_grid(void) {
    GUARDED(GridstarGridDef, def);
    checked(gridstar_grid_def_default(&def.it, sizeof def.it));
    INTACT(def);
    def.it.width = WIDTH;
    def.it.height = HEIGHT;
    def.it.cell_size = 2.0f;
    def.it.origin_x = -30.0f;
    def.it.origin_z = -10.0f;
    def.it.straight_cost = 0.5;
    def.it.diagonal_cost = 0.75;
    def.it.diagonal_rule = GRIDSTAR_DIAGONAL_RULE_BOTH_FREE;
    uint64_t grid = 0;
    checked(gridstar_grid_create(&def.it, &grid));
    checked(gridstar_grid_fill_rect(grid, 12, 0, 1, HEIGHT - 1, GRIDSTAR_CELL_TYPE_OBSTACLE));
    checked(gridstar_grid_fill_rect(grid, 0, HEIGHT - 1, WIDTH, 1, ROAD));
    checked(gridstar_grid_fill_rect(grid, 4, 0, 3, HEIGHT - 2, SWAMP));
    return grid;
}

static void tell_about(uint64_t grid) {
    SIZED(GridstarGridInfo, info);
    checked(gridstar_grid_get_info(grid, &info.it));
    INTACT(info);
    printf("grid: %u x %u cells of %.1f from (%.1f, %.1f, %.1f), costs %.2f and %.2f, rule %u, plane %u, revision %u\n",
           info.it.width, info.it.height, info.it.cell_size, info.it.origin_x, info.it.origin_y, info.it.origin_z,
           info.it.straight_cost, info.it.diagonal_cost, info.it.diagonal_rule, info.it.plane,
           (unsigned)info.it.revision);
    GridstarRect rects[8];
    uint32_t count = 0;
    uint64_t revision = 0;
    checked(gridstar_grid_get_changes(grid, info.it.revision - 1, rects, 8, &count, &revision));
    printf("last change: %d, %d, %u, %u\n", rects[0].x, rects[0].y, rects[0].width, rects[0].height);
}

static GridstarQueryDef query_for(uint64_t profile) {
    GUARDED(GridstarQueryDef, query);
    checked(gridstar_query_def_default(&query.it, sizeof query.it));
    INTACT(query);
    query.it.profile = profile;
    return query.it;
}

static void search(uint64_t grid, const GridstarQueryDef *query) {
    GridstarCell path[CELLS], expanded[CELLS];
    SIZED(GridstarPathResult, result);
    GridstarStatus status = checked(gridstar_grid_find_path(grid, 1, 1, 22, 1, query, path, CELLS, &result.it));
    INTACT(result);
    printf("path: %s cost %.3f, ", gridstar_status_message(status), result.it.cost);
    checked(gridstar_grid_trace_path(grid, 1, 1, 22, 1, query, path, CELLS, expanded, CELLS, &result.it));
    INTACT(result);
    uint32_t usable = 0;
    uint64_t revision = 0;
    checked(gridstar_grid_check_path(grid, path, result.it.length, query, &usable, &revision));
    expect(usable == result.it.length, "the path can be walked");
    float points[3 * CELLS];
    checked(gridstar_grid_find_path_world(grid, -27, 0, -7, 15, 0, -7, query, points, CELLS, &result.it));
    INTACT(result);
    printf("in the world from (%.0f, %.0f) with cost %.3f\n", points[0], points[2], result.it.cost);

    GridstarQueryDef sized = *query;
    sized.max_cost = 3.0;
    status = checked(gridstar_grid_find_path(grid, 1, 1, 22, 1, &sized, path, CELLS, &result.it));
    printf("with a limit: %s\n", gridstar_status_message(status));
    sized = *query;
    sized.agent_size = 2;
    status = checked(gridstar_grid_find_path(grid, 1, 1, 22, 1, &sized, path, CELLS, &result.it));
    printf("two cells wide: %s\n", gridstar_status_message(status));
    sized = *query;
    sized.flags = GRIDSTAR_QUERY_PARTIAL_PATH;
    status = checked(gridstar_grid_find_path(grid, 1, 1, 12, 1, &sized, path, CELLS, &result.it));
    GridstarCell last = path[result.it.length - 1];
    printf("toward the wall: %s to (%d, %d)\n", gridstar_status_message(status), last.x, last.y);
    sized = *query;
    sized.path_form = 2; /* way points: this header names the enum, and does not declare it */
    checked(gridstar_grid_find_path(grid, 1, 1, 22, 1, &sized, path, CELLS, &result.it));
    INTACT(result);

    uint32_t is_free = 1;
    GridstarCell blocked;
    checked(gridstar_grid_linecast(grid, 9, 3, 15, 3, query, &is_free, &last, &blocked));
    printf("line: %s at (%d, %d)\n", is_free ? "free" : "blocked", blocked.x, blocked.y);
    GridstarCell nearest;
    checked(gridstar_grid_find_nearest(grid, 12, 4, 3, query, &nearest));
    printf("nearest to the wall: (%d, %d)\n", nearest.x, nearest.y);
}

static void step_through(uint64_t grid, const GridstarQueryDef *query) {
    uint64_t stepper = 0;
    checked(gridstar_stepper_begin(grid, 1, 1, 22, 1, query, &stepper));
    checked(gridstar_stepper_advance(stepper, 5));
    SIZED(GridstarStepperInfo, info);
    checked(gridstar_stepper_get_info(stepper, &info.it));
    INTACT(info);
    GridstarSearchChange changes[CELLS];
    GridstarSearchCell cells[CELLS];
    uint32_t count = 0, open = 0;
    checked(gridstar_stepper_get_changes(stepper, changes, CELLS, &count));
    checked(gridstar_stepper_get_open(stepper, 0, cells, CELLS, &open));
    printf("stepper: %u expanded, %u changes, %u open, ", info.it.expansions, count, open);
    checked(gridstar_stepper_get_cells(stepper, 1, 1, 1, 1, cells, CELLS, &count));
    printf("g %.3f and h %.3f at the start, ", cells[0].g, cells[0].h);
    GridstarCell path[CELLS];
    SIZED(GridstarPathResult, result);
    checked(gridstar_stepper_finish(stepper, path, CELLS, &result.it));
    INTACT(result);
    printf("cost %.3f\n", result.it.cost);
    checked(gridstar_stepper_destroy(stepper));
}

static void join_floors(uint64_t ground, uint64_t upper, const GridstarQueryDef *query) {
    uint64_t floors = 0;
    uint32_t floor = 0, lift = 0, count = 0, links[4];
    checked(gridstar_floors_create(&floors));
    checked(gridstar_floors_add_floor(floors, ground, &floor));
    checked(gridstar_floors_add_floor(floors, upper, &floor));
    GUARDED(GridstarLinkDef, link);
    checked(gridstar_link_def_default(&link.it, sizeof link.it));
    INTACT(link);
    link.it.from_x = 9, link.it.from_y = 9;
    link.it.to_floor = 1, link.it.to_x = 15, link.it.to_y = 9;
    link.it.cost = 0.25;
    checked(gridstar_floors_add_link(floors, &link.it, &lift));
    checked(gridstar_floors_get_link(floors, lift, &link.it));
    INTACT(link);
    checked(gridstar_floors_get_links(floors, links, 4, &count));
    SIZED(GridstarFloorsInfo, info);
    checked(gridstar_floors_get_info(floors, &info.it));
    INTACT(info);
    GridstarFloorStep path[2 * CELLS];
    SIZED(GridstarFloorPathResult, result);
    checked(gridstar_floors_find_path(floors, 0, 1, 1, 1, 22, 1, query, path, 2 * CELLS, &result.it));
    INTACT(result);
    printf("floors: %u with %u link, cost %.3f over %u\n", info.it.floor_count, count, result.it.cost, result.it.links);
    checked(gridstar_floors_destroy(floors));
}

static void batch(uint64_t grid, const GridstarQueryDef *query) {
    GridstarPathRequest requests[3];
    memset(requests, 0, sizeof requests);
    for (int i = 0; i < 3; i++) {
        requests[i].start_x = 1;
        requests[i].start_y = i;
        requests[i].goal_x = 22 + i;
        requests[i].goal_y = 1;
        requests[i].def_index = (uint32_t)i % 2;
    }
    GridstarQueryDef defs[2] = {*query, *query};
    defs[1].profile = 0;
    struct {
        GridstarPathReply it[3];
        uint64_t canary;
    } replies;
    replies.canary = CANARY;
    GridstarCell cells[3 * CELLS];
    SIZED(GridstarTicketInfo, info);
    checked(gridstar_grid_find_paths(grid, requests, 3, defs, 2, replies.it, 3, cells, 3 * CELLS, &info.it));
    INTACT(replies);
    INTACT(info);
    for (int i = 0; i < 3; i++) {
        printf("reply: %s cost %.3f\n", gridstar_status_message(replies.it[i].status), replies.it[i].cost);
    }
    uint64_t ticket = 0;
    checked(gridstar_ticket_submit(grid, requests, 3, defs, 2, 0, &ticket));
    checked(gridstar_ticket_wait(ticket));
    checked(gridstar_ticket_poll(ticket, &info.it));
    INTACT(info);
    checked(gridstar_ticket_take(ticket, replies.it, 3, cells, 3 * CELLS, &info.it));
    INTACT(replies);
    INTACT(info);
    SIZED(GridstarWorkInfo, work);
    checked(gridstar_work_get_info(&work.it));
    INTACT(work);
    printf("ticket: %u answers, cost %.3f; %u tickets are left\n", info.it.count, replies.it[0].cost, work.it.tickets);
}

static void plan(uint64_t grid, uint64_t profile) {
    enum { WINDOW = 12, AGENTS = 2 };
    uint64_t reservations = 0;
    checked(gridstar_reservations_create(grid, WINDOW, &reservations));
    GridstarPlannedAgent agents[AGENTS];
    memset(agents, 0, sizeof agents);
    for (int i = 0; i < AGENTS; i++) {
        agents[i].start_x = agents[i].from_x = i == 0 ? 14 : 20;
        agents[i].start_y = agents[i].goal_y = agents[i].from_y = 4;
        agents[i].goal_x = i == 0 ? 20 : 14;
        agents[i].profile = profile;
    }
    struct {
        GridstarPlanCell cells[AGENTS * (WINDOW + 1)];
        uint64_t cells_canary;
        GridstarPlanResult results[AGENTS];
        uint64_t results_canary;
    } plans;
    plans.cells_canary = plans.results_canary = CANARY;
    uint32_t count = 0;
    checked(gridstar_reservations_plan(reservations, agents, AGENTS, NULL, plans.cells, AGENTS * (WINDOW + 1),
                                       plans.results, AGENTS, &count));
    expect(plans.cells_canary == CANARY && plans.results_canary == CANARY, "the bytes behind plans are untouched");
    for (int tick = 0; tick <= WINDOW; tick++) {
        const GridstarPlanCell *one = &plans.cells[tick], *other = &plans.cells[WINDOW + 1 + tick];
        expect(one->x != other->x || one->y != other->y, "two agents share no cell");
    }
    SIZED(GridstarReservationsInfo, info);
    checked(gridstar_reservations_get_info(reservations, &info.it));
    INTACT(info);
    GridstarPlanCell last = plans.cells[WINDOW], other = plans.cells[2 * WINDOW + 1];
    printf("plan: %u cells, to (%d, %d) and (%d, %d), window %u\n", count, last.x, last.y, other.x, other.y,
           info.it.window);
    checked(gridstar_reservations_destroy(reservations));
}

int main(void) {
    uint64_t grid = create_grid(), upper = create_grid(), profile = 0;
    tell_about(grid);
    checked(gridstar_profile_create(&profile));
    double multipliers[2] = {0.25, 4.0};
    checked(gridstar_profile_set_costs(profile, ROAD, multipliers, 2));
    GridstarQueryDef query = query_for(profile);
    search(grid, &query);
    uint8_t penalties[2] = {16, 32};
    checked(gridstar_grid_set_penalties(grid, 1, 2, 2, 1, penalties, 2));
    step_through(grid, &query);
    join_floors(grid, upper, &query);
    batch(grid, &query);
    plan(grid, profile);
    checked(gridstar_profile_destroy(profile));
    checked(gridstar_grid_destroy(upper));
    checked(gridstar_grid_destroy(grid));
    checked(gridstar_work_stop());
    return EXIT_SUCCESS;
}
