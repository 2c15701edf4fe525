#include "gridstar.h"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

// A status below 0 is a mistake or a failure; one from 0 up is an answer.
GridstarStatus checked(GridstarStatus status) {
    if (status < 0) {
        throw std::runtime_error(gridstar_status_message(status));
    }
    return status;
}

// The path of each request. One that has no path is empty, and its reply says why.
struct Answers {
    std::vector<GridstarPathReply> replies;
    std::vector<std::vector<GridstarCell>> paths;
};

// Takes a ticket whose queries are answered. All paths lie in one buffer, each from `first` on.
Answers take(uint64_t ticket, const GridstarTicketInfo &polled) {
    Answers answers;
    answers.replies.resize(polled.count);
    std::vector<GridstarCell> cells(polled.cell_count);
    GridstarTicketInfo info{};
    info.struct_size = sizeof info;
    checked(gridstar_ticket_take(ticket, answers.replies.data(), polled.count, cells.data(),
                                 static_cast<uint32_t>(cells.size()), &info));
    for (const GridstarPathReply &reply : answers.replies) {
        answers.paths.emplace_back(cells.begin() + reply.first, cells.begin() + reply.first + reply.length);
    }
    return answers;
}

int main() {
    GridstarGridDef def;
    checked(gridstar_grid_def_default(&def, sizeof def));
    def.width = 300;
    def.height = 300;
    uint64_t grid = 0, ticket = 0;
    checked(gridstar_grid_create(&def, &grid));
    const GridstarRect walls[] = {{100, 0, 1, 290}, {200, 0, 100, 1}, {200, 1, 1, 1}}; // row 290 and up stay free
    for (const GridstarRect &wall : walls) {
        checked(gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &wall, GRIDSTAR_CELL_TYPE_OBSTACLE));
    }
    std::vector<GridstarPathRequest> requests(50); // all fields are 0: from the cell (0, 0)
    for (uint32_t i = 0; i < requests.size(); i++) {
        requests[i].goal_x = static_cast<int32_t>(90 + 4 * i); // the goals from column 202 on are obstacles
    }
    checked(gridstar_ticket_submit(grid, requests.data(), static_cast<uint32_t>(requests.size()), nullptr, 0, 0,
                                   &ticket));

    // Each frame asks once, and does not wait.
    GridstarTicketInfo info{};
    info.struct_size = sizeof info;
    while (checked(gridstar_ticket_poll(ticket, &info)) == GRIDSTAR_STATUS_STILL_RUNNING) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1)); // the game's frame
    }
    const Answers answers = take(ticket, info);
    size_t found = 0, cells = 0, blocked = 0;
    for (size_t i = 0; i < answers.paths.size(); i++) {
        const std::vector<GridstarCell> &path = answers.paths[i];
        blocked += answers.replies[i].status == GRIDSTAR_STATUS_GOAL_BLOCKED ? 1 : 0;
        found += !path.empty() && path.front().x == 0 && path.back().x == requests[i].goal_x ? 1 : 0;
        cells += path.size();
    }
    std::printf("%zu paths of %zu cells, and %zu goals are obstacles\n", found, cells, blocked);
    checked(gridstar_destroy(grid));
    checked(gridstar_work_stop());
    return 0;
}
