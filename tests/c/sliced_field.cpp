#include "gridstar.h"

#include <cstdio>
#include <stdexcept>
#include <vector>

// A status below 0 is a mistake or a failure; one from 0 up is an answer.
GridstarStatus checked(GridstarStatus status) {
    if (status < 0) {
        throw std::runtime_error(gridstar_status_message(status));
    }
    return status;
}

constexpr uint32_t side = 400, visits = 20000; // a frame may read or write about so many cells

// The way from a cell, or nothing: the field is still being built for the first time.
bool ask(uint64_t field, GridstarCell agent, GridstarFieldCell &step) {
    GridstarStatus status = gridstar_field_get_steps(field, &agent, 1, &step, 1);
    return status != GRIDSTAR_STATUS_NOT_READY && checked(status) == GRIDSTAR_STATUS_OK;
}

int main() {
    GridstarGridDef def;
    checked(gridstar_grid_def_default(&def, sizeof def));
    def.width = side;
    def.height = side;
    def.diagonal_rule = GRIDSTAR_DIAGONAL_RULE_NEVER;
    uint64_t grid = 0, field = 0;
    checked(gridstar_grid_create(&def, &grid));
    const GridstarRect wall = {200, 0, 1, side}; // a wall without a door
    checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE));
    const GridstarCell gate = {399, 0}, agent = {150, 0};

    // The game's frames. In frame 40 a door opens in the wall, two rows up.
    bool is_building = checked(gridstar_field_create(grid, &gate, 1, 0, visits, nullptr, &field)) != GRIDSTAR_STATUS_OK;
    int waited = 0, late = 0;
    double before = 0.0, after = 0.0;
    for (int frame = 0; frame < 200; frame++) {
        if (frame == 40) {
            checked(gridstar_grid_set_cell(grid, GRIDSTAR_CELL_PLANE_TYPES, 200, 2, GRIDSTAR_CELL_TYPE_WALKABLE));
            is_building = checked(gridstar_field_update(field, visits)) == GRIDSTAR_STATUS_STILL_RUNNING;
        } else if (is_building) {
            is_building = checked(gridstar_field_advance(field, visits)) == GRIDSTAR_STATUS_STILL_RUNNING;
        }
        GridstarFieldCell step;
        if (!ask(field, agent, step)) {
            waited++; // the agent stands
        } else if (frame < 40) {
            before = step.cost; // infinite: no way leads to the gate
        } else if (is_building) {
            late += step.cost == before ? 1 : 0; // the answer of before the door
        } else {
            after = step.cost;
        }
    }
    std::printf("the agent %s, %s, then cost %.0f\n", waited > 0 ? "waits" : "never waits",
                late > 0 && before > 1e9 ? "has no way while the field follows the door" : "?", after);
    checked(gridstar_destroy(field));
    checked(gridstar_destroy(grid));
    return 0;
}
