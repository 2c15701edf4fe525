#include "gridstar.h"

#include <stdio.h>

enum { SWAMP = 2 }; /* a cell type of the game's own */

int main(void) {
    GridstarGridDef def;
    gridstar_grid_def_default(&def, sizeof def);
    def.width = 9;
    def.height = 5;
    def.diagonal_rule = GRIDSTAR_DIAGONAL_RULE_BOTH_FREE; /* the default is ALWAYS: paths cut corners */
    uint64_t grid = 0;
    if (gridstar_grid_create(&def, &grid) < 0) {
        return 1;
    }
    GridstarRect swamp = {3, 0, 3, 4};
    gridstar_grid_fill_cells(grid, GRIDSTAR_CELL_PLANE_TYPES, &swamp, SWAMP);

    /* Who walks: swamp costs this agent three times as much. */
    uint64_t profile = 0;
    gridstar_profile_create(&profile);
    gridstar_profile_set_cost(profile, SWAMP, 3.0);

    /* How it asks: for the cells at which its path turns. */
    GridstarQueryDef query;
    gridstar_query_def_default(&query, sizeof query);
    query.profile = profile;
    query.path_form = GRIDSTAR_PATH_FORM_WAY_POINTS;

    /* A ticket: worker threads answer while the game goes on. */
    GridstarPathRequest request = {0};
    request.goal_x = 8;
    uint64_t ticket = 0;
    GridstarStatus status = gridstar_ticket_submit(grid, &request, 1, &query, 1, 0, &ticket);
    if (status < 0) {
        fprintf(stderr, "%s\n", gridstar_status_message(status));
        return 1;
    }
    GridstarPathReply reply;
    GridstarCell points[9 * 5];
    gridstar_ticket_peek(ticket, 0, &reply, points, 5); /* the first points of what there is so far */
    gridstar_ticket_wait(ticket);                       /* a game polls once a frame: gridstar_ticket_poll */

    GridstarTicketInfo info = {0};
    info.struct_size = sizeof info;
    status = gridstar_ticket_take(ticket, &reply, 1, points, 9 * 5, &info);
    if (status == GRIDSTAR_STATUS_OK && reply.status == GRIDSTAR_STATUS_OK) {
        printf("cost %.1f:", reply.cost);
        for (uint32_t i = 0; i < reply.length; i++) {
            printf(" (%d, %d)", (int)points[i].x, (int)points[i].y);
        }
        printf("\n");
    }
    gridstar_destroy(profile);
    gridstar_destroy(grid);
    gridstar_work_stop();
    return 0;
}
