// What a field of the library knows: the costs of the cheapest paths from every cell to the goal.

/** Colors of costs, from the goal to the dearest cell, with their opacity. */
const COST_COLORS = [[253, 231, 37], [94, 201, 98], [33, 145, 140], [59, 82, 139], [68, 1, 84]];
const COST_OPACITY = 190;

/** The costs of all cells, row by row; infinite where no path leads to the goal. */
function fieldCosts(grid, query, goal) {
    const { library, map } = grid;
    const goals = library.structs("GridstarCell", "goals");
    goals.set("x", goal.x);
    goals.set("y", goal.y);
    library.call("field_create", grid.id, goals.address, 1, 0, 0, grid.define({ ...query, order: "aStar" }),
        library.numbers);
    const field = library.id();
    // A struct of 8 bytes has the room of a cost.
    const costs = library.structs("GridstarCell", "costs");
    costs.ensure(map.cells.length);
    library.call("field_get_costs", field, 0, costs.address, map.cells.length,
        library.numbers);
    library.call("destroy", field);
    return new Float64Array(library.memory.buffer, costs.address, map.cells.length).slice();
}

/** The color of a cost between 0 and the greatest. */
function costColor(cost, greatest) {
    const place = (cost / Math.max(greatest, 1e-9)) * (COST_COLORS.length - 1);
    const at = Math.min(Math.floor(place), COST_COLORS.length - 2);
    const between = (part) =>
        Math.round(COST_COLORS[at][part] + (COST_COLORS[at + 1][part] - COST_COLORS[at][part]) * (place - at));
    return [between(0), between(1), between(2), COST_OPACITY];
}
