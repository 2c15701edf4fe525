#include "gridstar.h"

#include <stdio.h>

#define COUNT 8

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 24;
    def.height = 9;
    uint64_t grid = 0, crowd = 0;
    if (gridstar_grid_create(&def, &grid) < 0 || gridstar_crowd_create(grid, NULL, &crowd) < 0) {
        return 1;
    }
    GridstarRect walls[] = {{11, 0, 2, 4}, {11, 5, 2, 4}}; /* a wall with a gate in row 4 */
    for (int i = 0; i < 2; i++) {
        gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &walls[i], GRIDSTAR_CELL_TYPE_OBSTACLE);
    }

    /* Four agents on each side. */
    GridstarCrowdAgent agents[COUNT] = {{0}};
    for (int i = 0; i < COUNT; i++) {
        agents[i].x = i < 4 ? 3.5f : 20.5f;
        agents[i].y = 3.0f + (float)(i % 4);
        agents[i].radius = 0.4f;
        agents[i].max_speed = 2.0f;
    }
    uint32_t numbers[COUNT], count = 0;
    if (gridstar_crowd_add_agents(crowd, agents, COUNT, numbers, COUNT) < 0) {
        return 1;
    }

    /* Each goes to the gate, through it, and on. Arrays are by number: x and y of each agent. */
    float wishes[2 * COUNT], positions[2 * COUNT], velocities[2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        positions[2 * i] = agents[i].x;
        positions[2 * i + 1] = agents[i].y;
    }
    int ticks = 0, through = 0;
    while (through < COUNT && ticks < 2000) {
        for (int i = 0; i < COUNT; i++) {
            float x = positions[2 * i], aside = 4.5f - positions[2 * i + 1], way = i < 4 ? 1.0f : -1.0f;
            wishes[2 * i] = 2.0f * way;
            wishes[2 * i + 1] = x > 7.0f && x < 17.0f ? 3.0f * aside : 0.0f;
        }
        if (gridstar_crowd_tick(crowd, 0.05f, wishes, COUNT, positions, velocities, COUNT, &count) < 0) {
            return 1;
        }
        ticks++;
        through = 0;
        for (int i = 0; i < COUNT; i++) {
            through += i < 4 ? positions[2 * i] > 14.0f : positions[2 * i] < 10.0f;
        }
    }
    printf("%d of %d are through the gate after %.1f s\n", through, COUNT, 0.05 * ticks);
    gridstar_destroy(crowd);
    gridstar_destroy(grid);
    return 0;
}
