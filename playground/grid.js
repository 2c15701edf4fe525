// A grid of the library and the searches in it.

const ENGINES = { auto: "ENGINE_AUTO", landmarks: "ENGINE_LANDMARKS", cells: "ENGINE_A_STAR" };
const RULES = {
    bothFree: "DIAGONAL_RULE_BOTH_FREE",
    oneBlocked: "DIAGONAL_RULE_AT_MOST_ONE_BLOCKED",
    always: "DIAGONAL_RULE_ALWAYS",
    never: "DIAGONAL_RULE_NEVER",
    hex: "DIAGONAL_RULE_HEX",
};
const ORDERS = { aStar: "ORDER_A_STAR", dijkstra: "ORDER_DIJKSTRA", greedy: "ORDER_GREEDY_BEST_FIRST" };

/** How long a search is timed, and at least a batch of it, in milliseconds: browsers' clocks are coarse. */
const TIMED = 8;
const BATCH = 1;

/** Who walks, in the library. */
function createProfile(library, costs) {
    library.call("profile_create", library.numbers);
    const profile = library.id();
    for (let type = 0; type < 256; type++) {
        library.call("profile_set_cost", profile, type, costs[type] || 0);
    }
    return profile;
}

/** A grid with a map's cells. */
class Grid {
    constructor(library, map) {
        this.library = library;
        this.map = map;
        this.result = library.structs("GridstarPathResult");
        this.path = library.structs("GridstarCell", "path");
        this.expanded = library.structs("GridstarCell", "expanded");
        this.queryDef = library.structs("GridstarQueryDef");
        this.bytes = library.structs("GridstarCell", "bytes");
        this.bytes.ensure(map.cells.length / 8 + 1);
        // No path has more cells than the map, so a search never has to be repeated for its path.
        this.path.ensure(map.cells.length);
        const def = library.structs("GridstarGridDef");
        library.call("grid_def_default", def.address, def.layout.size);
        def.set("width", map.width);
        def.set("height", map.height);
        def.set("layout", constant(LAYOUT_NAMES[map.layoutName]));
        def.set("plane", constant("PLANE_XY"));
        library.call("grid_create", def.address, library.numbers);
        this.id = library.id();
        this.setCells();
    }

    destroy() {
        this.library.call("destroy", this.id);
    }

    /** Takes over all cells of the map. */
    setCells() {
        new Uint8Array(this.library.memory.buffer).set(this.map.cells, this.bytes.address);
        this.library.call("grid_set_cells", this.id, constant("CELL_PLANE_TYPES"), 0, this.bytes.address,
            this.map.cells.length);
    }

    /** Sets a rectangle, on the map and in the library. Returns what was changed, or null. */
    fill(rect, type) {
        const changed = this.map.fill(rect, type);
        if (changed) {
            const rect = this.library.structs("GridstarRect");
            ["x", "y", "width", "height"].forEach((field) => rect.set(field, changed[field]));
            this.library.call("grid_fill_cells", this.id, constant("CELL_PLANE_TYPES"), rect.address, type);
        }
        return changed;
    }

    /** Sets the side between two cells, on the map and in the library. Returns whether it has changed. */
    setPassage(from, to, passage) {
        const isChanged = this.map.sides.set(from, to, passage);
        if (isChanged) {
            this.library.call("grid_set_passage", this.id, ...this.ends(from, to), constant(passage));
        }
        return isChanged;
    }

    /** The cells as the library has them. */
    readCells() {
        const count = this.map.cells.length;
        this.library.call("grid_get_cells", this.id, constant("CELL_PLANE_TYPES"), 0, this.bytes.address, count,
            this.library.numbers);
        return new Uint8Array(this.library.memory.buffer, this.bytes.address, count).slice();
    }

    /** Hexagons have one engine, which needs no preparation. */
    setEngine(engine) {
        if (this.map.layout.isHexagonal) {
            return;
        }
        this.library.call("grid_prepare", this.id, constant(ENGINES[engine]), 0);
    }

    /** Derives what many queries of one kind need, such as jump points for a profile that weighs. */
    prepareFor(query) {
        this.library.call("grid_prepare_query", this.id, this.define(query));
    }

    /** Writes a query def: { rule, order, profile, size }, and of a search within a bound { weight }. */
    define(query) {
        this.library.call("query_def_default", this.queryDef.address, this.queryDef.layout.size);
        this.queryDef.set("diagonal_rule", constant(RULES[query.rule]));
        this.queryDef.set("order", constant(ORDERS[query.order]));
        this.queryDef.set("profile", query.profile);
        this.queryDef.set("agent_size", query.size);
        this.queryDef.set("heuristic_weight", query.weight || 1);
        return this.queryDef.address;
    }

    /** Finds a path and the cells that the search expanded. */
    find(query, start, goal) {
        const def = this.define(query);
        let status;
        do {
            this.expanded.ensure(Math.max(4096, this.result.get("expansions")));
            status = this.library.status("grid_trace_path", this.id, ...this.ends(start, goal), def,
                this.expanded.address, this.expanded.capacity, this.result.address);
        } while (status === constant("STATUS_BUFFER_TOO_SMALL"));
        const isTraced = status === constant("STATUS_OK");
        const expanded = this.expanded.integers(isTraced ? this.result.get("expansions") : 0);
        status = this.library.status("grid_find_path", this.id, ...this.ends(start, goal), def, this.path.address,
            this.path.capacity, this.result.address);
        return { ...this.answer("gridstar_grid_find_path", status), expanded };
    }

    /**
     * How long the search takes in microseconds, the cells of the path written: the mean of the fastest batch, because
     * in the first ones the browser still compiles the library, function by function.
     */
    time(query, start, goal) {
        const def = this.define(query);
        const find = this.library.exports.gridstar_grid_find_path;
        const ends = this.ends(start, goal);
        const begun = performance.now();
        let now = begun;
        let fastest = Infinity;
        while (now - begun < TIMED) {
            const batch = now;
            let count = 0;
            while (now - batch < BATCH) {
                for (let i = 0; i < 5; i++, count++) {
                    find(this.id, ...ends, def, this.path.address, this.path.capacity, this.result.address);
                }
                now = performance.now();
            }
            fastest = Math.min(fastest, (1000 * (now - batch)) / count);
        }
        return fastest;
    }

    /** The addresses of both ends of a search, which the next search overwrites. */
    ends(start, goal) {
        return [start, goal].map((cell, index) => {
            const place = this.library.structs("GridstarCell", "end" + index);
            place.set("x", cell.x);
            place.set("y", cell.y);
            return place.address;
        });
    }

    answer(name, status) {
        if (status < 0) {
            throw new GridStarError(name, status, this.library.message(status));
        }
        return {
            status,
            cost: this.result.get("cost"),
            engine: this.result.get("engine"),
            expansions: this.result.get("expansions"),
            path: this.path.integers(this.result.get("length")),
            expanded: this.expanded.integers(0),
        };
    }

    /** How many cells of a path are still legal steps. */
    usable(query, path) {
        const { numbers, memory } = this.library;
        new Int32Array(memory.buffer, this.path.address, path.length).set(path);
        this.library.call("grid_check_path", this.id, this.path.address, path.length / 2, this.define(query),
            numbers + 8, numbers);
        return this.library.number(2);
    }
}

/** A search that goes on a few cells at a time: A* over cells. */
class Stepper {
    constructor(grid, query, start, goal) {
        this.grid = grid;
        this.library = grid.library;
        this.changes = this.library.structs("GridstarSearchChange");
        this.status = this.library.call("stepper_begin", grid.id, ...grid.ends(start, goal), grid.define(query),
            this.library.numbers);
        this.id = this.library.id();
        this.expansions = 0;
    }

    get isRunning() {
        return this.status === constant("STATUS_STILL_RUNNING");
    }

    /** Expands some cells and returns what changed, as { x, y, kind }. */
    advance(expansions) {
        this.status = this.library.call("stepper_advance", this.id, expansions);
        // An expansion closes a cell and reaches at most eight.
        this.changes.ensure(9 * expansions + 1);
        this.library.call("stepper_get_changes", this.id, this.changes.address, this.changes.capacity,
            this.library.numbers);
        const count = this.library.number();
        const found = [];
        for (let i = 0; i < count; i++) {
            const kind = this.changes.get("kind", i);
            this.expansions += kind === constant("SEARCH_CHANGE_KIND_EXPANDED") ? 1 : 0;
            found.push({ x: this.changes.get("x", i), y: this.changes.get("y", i), kind });
        }
        return found;
    }

    /** The answer, after the end. */
    finish() {
        const grid = this.grid;
        const status = this.library.status("stepper_finish", this.id, grid.path.address, grid.path.capacity,
            grid.result.address);
        return grid.answer("gridstar_stepper_finish", status);
    }

    destroy() {
        this.library.call("destroy", this.id);
    }
}
