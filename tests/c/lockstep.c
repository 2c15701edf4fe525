#include "gridstar.h"

#include <stdio.h>

#define SIDE 32
#define AGENTS 40
#define GOAL_X 28
#define GOAL_Y 16

typedef struct {
    uint64_t grid, way, crowd;
    float positions[2 * AGENTS], velocities[2 * AGENTS], wishes[2 * AGENTS];
    float places[3 * AGENTS], directions[3 * AGENTS];
} Machine;

static int begin(Machine *machine) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def); /* cells of one unit at the world's origin, on XZ */
    def.width = SIDE;
    def.height = SIDE;
    GridstarCell goal = {GOAL_X, GOAL_Y};
    GridstarCrowdAgent agents[AGENTS] = {{0}};
    uint32_t numbers[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        agents[i].x = 0.5f + (float)(i / SIDE);
        agents[i].y = 0.5f + (float)(i % SIDE);
        agents[i].radius = 0.3f;
        agents[i].max_speed = 3.0f;
    }
    return gridstar_grid_create(&def, &machine->grid) >= 0 &&
           gridstar_field_create(machine->grid, &goal, 1, 0, 0, NULL, &machine->way) >= 0 &&
           gridstar_crowd_create(machine->grid, NULL, &machine->crowd) >= 0 &&
           gridstar_crowd_add_agents(machine->crowd, agents, AGENTS, numbers, AGENTS) >= 0;
}

/* A tick: edits, then the field, then wishes where agents are, then the crowd, then the hash. */
static uint64_t tick(Machine *machine, GridstarCell command) {
    uint32_t type = 0, count = 0;
    gridstar_grid_get_cell(machine->grid, GRIDSTAR_CELL_PLANE_TYPES, command.x, command.y, &type);
    gridstar_grid_set_cell(machine->grid, GRIDSTAR_CELL_PLANE_TYPES, command.x, command.y, type ? 0 : 1);
    gridstar_field_update(machine->way, 0); /* without a limit */
    /* A tick of 0 seconds moves nobody, but those whom an edit pushed out of a wall. */
    gridstar_crowd_tick(machine->crowd, 0.0f, NULL, 0, machine->positions, machine->velocities, AGENTS, &count);
    for (int i = 0; i < AGENTS; i++) {
        machine->places[3 * i] = machine->positions[2 * i];
        machine->places[3 * i + 2] = machine->positions[2 * i + 1];
    }
    gridstar_field_get_velocities(machine->way, machine->places, AGENTS, 3.0f, machine->directions, AGENTS);
    for (int i = 0; i < AGENTS; i++) {
        machine->wishes[2 * i] = machine->directions[3 * i];
        machine->wishes[2 * i + 1] = machine->directions[3 * i + 2];
    }
    gridstar_crowd_tick(machine->crowd, 0.05f, machine->wishes, AGENTS, machine->positions, machine->velocities,
                        AGENTS, &count);
    uint64_t cells = 0, agents = 0;
    gridstar_grid_get_hash(machine->grid, &cells);
    gridstar_crowd_get_hash(machine->crowd, &agents);
    return cells * 1000003u ^ agents;
}

int main(void) {
    static Machine one, other;
    if (!begin(&one) || !begin(&other)) {
        return 1;
    }
    int number = 0;
    for (; number < 1000; number++) {
        GridstarCell command = {number * 11 % (GOAL_X - 2), number * 7 % SIDE}; /* a wall is built or torn down */
        if (tick(&one, command) != tick(&other, command)) {
            break;
        }
    }
    /* The other machine gets a wrong command: its hash tells in the same tick. */
    GridstarCell right = {3, 4}, wrong = {4, 3};
    int is_told = tick(&one, right) != tick(&other, wrong);
    GridstarDifference found = {0};
    found.struct_size = sizeof found;
    gridstar_grid_find_difference(one.grid, other.grid, &found);
    printf("in step for %d ticks; a wrong command is %s: cell (%d, %d)\n", number, is_told ? "told" : "not told",
           (int)found.x, (int)found.y);
    gridstar_destroy_all(GRIDSTAR_KIND_CROWD);
    gridstar_destroy_all(GRIDSTAR_KIND_FIELD);
    gridstar_destroy_all(GRIDSTAR_KIND_GRID);
    return 0;
}
