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

constexpr uint32_t width = 60, height = 40, count = 30;
constexpr float cell_size = 0.5f, left = -15.0f, bottom = -10.0f; // the market lies around the world's origin
constexpr uint32_t road = 2;

uint64_t create_market() {
    GridstarGridDef def;
    checked(gridstar_grid_def_default(&def, sizeof def));
    def.width = width;
    def.height = height;
    def.cell_size = cell_size;
    def.plane = GRIDSTAR_PLANE_XY;
    def.origin_x = left;
    def.origin_y = bottom;
    uint64_t grid = 0;
    checked(gridstar_grid_create(&def, &grid));
    const GridstarRect walls[] = {{30, 0, 1, 18}, {30, 22, 1, 18}}; // a wall with a gate
    for (const GridstarRect &wall : walls) {
        checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE));
    }
    const GridstarRect way = {0, 20, width, 1};
    checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &way, road));
    return grid;
}

// Saved as bytes, as a file would keep them, and loaded again.
uint64_t save_and_load(uint64_t grid) {
    uint32_t size = 0;
    gridstar_grid_save(grid, 0, nullptr, 0, &size); // tells the size
    std::vector<uint8_t> bytes(size);
    checked(gridstar_grid_save(grid, 0, bytes.data(), size, &size));
    checked(gridstar_destroy(grid));
    uint64_t loaded = 0;
    checked(gridstar_grid_load(bytes.data(), size, &loaded));
    return loaded;
}

int main() {
    uint64_t market = save_and_load(create_market()), profile = 0, field = 0, crowd = 0;
    checked(gridstar_profile_create(&profile));
    checked(gridstar_profile_set_cost(profile, road, 0.5)); // a road costs half as much as open ground
    GridstarQueryDef query;
    checked(gridstar_query_def_default(&query, sizeof query));
    query.profile = profile;

    GridstarCell start{}, goal{};
    checked(gridstar_grid_get_cell_at(market, -14.75f, -9.75f, 0.0f, &start));
    checked(gridstar_grid_get_cell_at(market, 14.75f, -9.75f, 0.0f, &goal));
    std::vector<GridstarCell> path(width * height);
    GridstarPathResult result{};
    result.struct_size = sizeof result;
    GridstarStatus status =
        checked(gridstar_grid_find_path(market, &start, &goal, &query, path.data(), width * height, &result));
    if (status == GRIDSTAR_STATUS_OK) {
        std::printf("%u cells, cost %.1f; ", static_cast<unsigned>(result.length), result.cost);
    }

    // One field leads all agents to a stall. The crowd keeps them apart.
    GridstarCell stall{};
    checked(gridstar_grid_get_cell_at(market, 14.75f, 0.25f, 0.0f, &stall));
    checked(gridstar_field_create(market, &stall, 1, 0, 0, &query, &field));
    checked(gridstar_crowd_create(market, &query, &crowd));
    std::vector<GridstarCrowdAgent> agents(count); // all fields are 0
    for (uint32_t i = 0; i < count; i++) {
        agents[i].x = 2.5f + static_cast<float>(i % 5);
        agents[i].y = 2.5f + static_cast<float>(i / 5);
        agents[i].radius = 0.4f;
        agents[i].max_speed = 3.0f;
    }
    std::vector<uint32_t> numbers(count);
    checked(gridstar_crowd_add_agents(crowd, agents.data(), count, numbers.data(), count));
    std::vector<float> positions(2 * count), velocities(2 * count), wishes(2 * count);
    std::vector<float> places(3 * count), flow(3 * count);
    uint32_t needed = 0, through = 0;
    int ticks = 0;
    checked(gridstar_crowd_tick(crowd, 0.0f, nullptr, 0, positions.data(), velocities.data(), count, &needed));
    while (through < count && ticks < 2000) {
        // Crowds count in cells, with two numbers for each agent; fields in the world, with three.
        for (uint32_t i = 0; i < count; i++) {
            places[3 * i] = left + cell_size * positions[2 * i];
            places[3 * i + 1] = bottom + cell_size * positions[2 * i + 1];
        }
        checked(gridstar_field_get_velocities(field, places.data(), count, 3.0f * cell_size, flow.data(), count));
        for (uint32_t i = 0; i < count; i++) {
            wishes[2 * i] = flow[3 * i] / cell_size;
            wishes[2 * i + 1] = flow[3 * i + 1] / cell_size;
        }
        checked(gridstar_crowd_tick(crowd, 0.05f, wishes.data(), count, positions.data(), velocities.data(), count,
                                    &needed));
        ticks++;
        through = 0;
        for (uint32_t i = 0; i < count; i++) {
            through += positions[2 * i] > 32.0f ? 1 : 0;
        }
    }
    std::printf("%u of %u are through the gate after %.1f s\n", static_cast<unsigned>(through),
                static_cast<unsigned>(count), 0.05 * ticks);
    gridstar_destroy(crowd);
    gridstar_destroy(field);
    gridstar_destroy(profile);
    gridstar_destroy(market);
    gridstar_work_stop();
    return 0;
}
