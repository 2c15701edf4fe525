#include "gridstar.h"

#include <stdio.h>

int main(void) {
    /* A house of two floors of 8 x 6 cells. Stairs lead up on the left, and a chute leads down on the right. */
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 8;
    def.height = 6;
    uint64_t house = 0, grids[2];
    if (gridstar_floors_create(&house) < 0) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        uint32_t floor = 0;
        if (gridstar_grid_create(&def, &grids[i]) < 0 || gridstar_floors_add_floor(house, grids[i], &floor) < 0) {
            return 1;
        }
    }
    uint32_t stairs = 0, chute = 0;
    GridstarLinkDef link;
    gridstar_link_def_default(&link, sizeof link);
    link.to_floor = 1;
    link.cost = 3.0;
    gridstar_floors_add_link(house, &link, &stairs);
    link.from_floor = 1;
    link.to_floor = 0;
    link.from_x = link.to_x = 7;
    link.cost = 1.0;
    link.one_way = 1;
    gridstar_floors_add_link(house, &link, &chute);
    gridstar_floors_prepare(house, NULL); /* at the start of a level; else the first queries pay for it */

    /* One query, with every option of a query on a grid. */
    GridstarFloorCell bed = {1, 6, 0, 0}, kitchen = {0, 6, 0, 0};
    GridstarFloorStep path[64];
    GridstarFloorPathResult result = {0};
    result.struct_size = sizeof result;
    gridstar_floors_find_path(house, &bed, &kitchen, NULL, path, 64, &result);

    /* Many queries: a ticket, answered a few expansions a frame, or by the worker threads. */
    GridstarFloorPathRequest requests[2] = {0};
    requests[0].start = requests[1].goal = bed;
    requests[0].goal = requests[1].start = kitchen;
    uint64_t ticket = 0;
    gridstar_work_set_threads(0);
    gridstar_ticket_submit_floors(house, requests, 2, NULL, 0, 0, &ticket);
    GridstarFloorPathReply replies[2];
    GridstarTicketInfo info = {0};
    info.struct_size = sizeof info;
    while (gridstar_ticket_take_floors(ticket, replies, 2, path, 64, &info) == GRIDSTAR_STATUS_STILL_RUNNING) {
        gridstar_work_run(100, 0);
    }

    /* Many agents with one goal: a field, read by all of them in one call. It follows edits and links. */
    uint64_t field = 0;
    gridstar_floor_field_create(house, &kitchen, 1, 0, NULL, &field);
    GridstarFloorCell agents[2] = {{1, 7, 0, 0}, {1, 0, 0, 0}};
    GridstarFloorFieldStep steps[2], later[2];
    gridstar_floor_field_get_steps(field, agents, 2, steps, 2);
    gridstar_floors_set_link_closed(house, chute, 1);
    gridstar_floor_field_update(field, 0);
    gridstar_floor_field_get_steps(field, agents, 2, later, 2);

    printf("down %.1f, up %.1f; the agents take links %u and %u, later %u and %u\n", result.cost, replies[1].cost,
           (unsigned)steps[0].link, (unsigned)steps[1].link, (unsigned)later[0].link, (unsigned)later[1].link);
    gridstar_destroy_all(GRIDSTAR_KIND_ANY);
    return 0;
}
