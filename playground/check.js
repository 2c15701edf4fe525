// The page checks itself: index.html?check. It uses its own controls, compares with plain searches in JavaScript, and
// writes what it found below the page. `report` is the port of a server on this machine that is told the same. `plant`
// names a mistake to be made, by which the check must fail.

/** The library's step costs of 1 and 1.4, in fifths. */
const STRAIGHT = 5;
const DIAGONAL = 7;
/** A multiplier of 1. */
const PARTS = 64;
/** A straight step between cells of multiplier 1: costs here are whole numbers, and this is a cost of 1. */
const UNIT = STRAIGHT * (PARTS + PARTS);

/**
 * The costs of the cheapest ways from a cell to all cells: Dijkstra's algorithm with a list of cells for each cost. -1:
 * there is no way.
 */
function plainCosts(map, { rule, costs, size }, start) {
    const weights = new Int32Array(map.width * map.height);
    for (let i = 0; i < weights.length; i++) {
        weights[i] = PARTS * plainWeight(map, costs, size, { x: i % map.width, y: Math.floor(i / map.width) });
    }
    const known = new Int32Array(weights.length).fill(-1);
    const lists = [[start]];
    for (let cost = 0; cost < lists.length; cost++) {
        for (const cell of lists[cost] || []) {
            const index = cell.y * map.width + cell.x;
            if (known[index] >= 0) {
                continue;
            }
            known[index] = cost;
            const steps = rule === "hex" ? plainHexagonSteps(map, weights, cell) : plainSteps(map, rule, weights, cell);
            for (const step of steps) {
                const next = cost + step.cost;
                (lists[next] = lists[next] || []).push(step);
            }
        }
        lists[cost] = null;
    }
    return known;
}

/** What the cells under an agent cost it; 0 where the agent can't stand. */
function plainWeight(map, costs, size, cell) {
    return map.layout.isHexagonal
        ? plainHexagonWeight(map, costs, size, cell)
        : map.weight(costs, size, cell.x, cell.y);
}

/** The legal steps from a square cell. */
function plainSteps(map, rule, weights, { x, y }) {
    const weightAt = (column, row) => (map.contains(column, row) ? weights[row * map.width + column] : 0);
    const steps = [];
    for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
            const weight = weightAt(x + dx, y + dy);
            if (weight === 0 || (dx === 0 && dy === 0)) {
                continue;
            }
            const isDiagonal = dx !== 0 && dy !== 0;
            const isFree = (column, row) => weightAt(column, row) > 0;
            if (plainCrossing(map, rule, { x, y }, dx, dy, isFree)) {
                const cost = (isDiagonal ? DIAGONAL : STRAIGHT) * (weightAt(x, y) + weight);
                steps.push({ x: x + dx, y: y + dy, cost });
            }
        }
    }
    return steps;
}

/** What was checked and what was wrong. */
class Findings {
    constructor() {
        this.lines = [];
        this.count = 0;
        this.failed = 0;
    }

    expect(isRight, what) {
        this.count++;
        if (!isRight) {
            this.failed++;
            this.lines.push("wrong: " + what);
        }
    }

    equal(found, expected, what) {
        this.expect(found === expected, what + ": " + found + ", expected " + expected);
    }

    show(plant) {
        const list = document.createElement("pre");
        list.id = "check";
        list.dataset.result = this.failed > 0 ? "failed" : "passed";
        const sum = "check " + list.dataset.result + ": " + this.count + " checked, " + this.failed + " wrong";
        list.textContent = [sum + (plant ? ", planted: " + plant : ""), ...this.lines.slice(0, 40)].join("\n");
        document.body.append(list);
        return list;
    }
}

function choose(id, value) {
    element(id).value = value;
    element(id).dispatchEvent(new Event("change"));
}

/** A finger goes down at the first cell, along the others, and up. */
function drag(page, cells) {
    const canvas = page.view.canvas;
    const send = (type, cell) =>
        canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, ...page.view.pointOf(cell) }));
    send("pointerdown", cells[0]);
    cells.slice(1).forEach((cell) => send("pointermove", cell));
    send("pointerup", cells[cells.length - 1]);
    page.frame(1 / 60);
}

/** The cost that the page shows against the plain search's. */
function checkCost(page, findings, what) {
    const { map, query, start, goal } = page;
    const plain = plainCosts(map, query, start)[goal.y * map.width + goal.x];
    const shown = element("cost").textContent;
    const expected = plain < 0 || query.costs[map.cells[goal.y * map.width + goal.x]] === undefined
        ? "–" : String(Number((plain / UNIT).toFixed(4)));
    findings.equal(shown, expected, "cost, " + what);
    if (expected === "–") {
        findings.expect(element("message").classList.contains("trouble"), "a message says why there is no path: " + what);
    } else {
        findings.equal(page.grid.usable(query, page.answer.path), page.answer.path.length / 2, "legal cells, " + what);
    }
}

/** A wall across the road, with the mouse; then every setting. */
function checkWall(page, findings) {
    choose("map", "small");
    checkCost(page, findings, "before the wall");
    const before = Number(element("cost").textContent);
    element("brush-wall").click();
    drag(page, [{ x: 16, y: 8 }, { x: 16, y: 29 }]);
    findings.equal(page.map.cells[20 * page.map.width + 16], TYPES.wall, "a painted cell");
    findings.equal(page.grid.readCells().join(), page.map.cells.join(), "the library's cells");
    findings.expect(Number(element("cost").textContent) > before, "the wall makes the path dearer");
    for (const profile of Object.keys(PROFILES)) {
        choose("profile", profile);
        const rules = Object.keys(RULES).filter((rule) => rule !== "hex");
        for (const [size, rule] of [1, 2].flatMap((size) => rules.map((rule) => [size, rule]))) {
            choose("size", String(size));
            choose("rule", rule);
            for (const engine of Object.keys(ENGINES)) {
                choose("engine", engine);
                checkCost(page, findings, [profile, size, rule, engine].join(" "));
            }
        }
    }
    [["profile", "scout"], ["size", "1"], ["rule", "bothFree"], ["engine", "auto"]].forEach((pair) => choose(...pair));
}

/** A path within each bound is legal and costs no more, for each agent, and one that is not asked for is gone. */
function checkBounds(page, findings) {
    choose("map", "island");
    for (const profile of ["scout", "infantry"]) {
        choose("profile", profile);
        for (const bound of ["1.05", "1.1", "1.5"]) {
            choose("bound", bound);
            const { map, query, bounded, goal } = page;
            const least = plainCosts(map, query, page.start)[goal.y * map.width + goal.x];
            const cost = Math.round(bounded.cost * UNIT);
            const what = "the path within " + bound + " of the " + profile;
            findings.expect(cost >= least && cost <= Number(bound) * least, what + " costs " + cost + ", " + least);
            findings.equal(plainLength(map, query, bounded.path), cost, "the cost of " + what);
            findings.equal(page.grid.usable(query, bounded.path), bounded.path.length / 2, "legal cells of " + what);
            findings.expect(element("within").textContent.includes(String(bounded.expansions)), "figures of " + what);
        }
    }
    [["bound", "1"], ["profile", "scout"]].forEach((pair) => choose(...pair));
    findings.equal(element("within").textContent, "–", "no path within a bound");
}

/** The field has the cost of each cell, and colors those from which a path leads to the goal. */
function checkField(page, findings) {
    choose("map", "small");
    choose("shown", "field");
    for (const profile of Object.keys(PROFILES)) {
        choose("profile", profile);
        const { map, query, goal } = page;
        const plain = plainCosts(map, query, goal);
        const costs = fieldCosts(page.grid, query, goal);
        const isGoalFree = map.weight(query.costs, query.size, goal.x, goal.y) > 0;
        let wrong = 0;
        costs.forEach((cost, index) => {
            const [x, y] = [index % map.width, Math.floor(index / map.width)];
            const isReached = isGoalFree && plain[index] >= 0;
            const opacity = page.view.traces.image.data[4 * index + 3];
            // A path may begin on a blocked cell, which the plain search leaves out.
            const isRight = isReached
                ? Math.round(cost * UNIT) === plain[index]
                : cost === Infinity || map.weight(query.costs, query.size, x, y) === 0;
            wrong += isRight && opacity > 0 === cost < Infinity ? 0 : 1;
        });
        findings.equal(wrong, 0, "wrong costs of the field of the " + profile);
    }
    [["shown", "search"], ["profile", "scout"]].forEach((pair) => choose(...pair));
    findings.equal(page.library.exports.gridstar_live_count(constant("KIND_FIELD")), 0, "fields that are left");
}

/** The ends are dragged, and a goal behind walls is answered with a message. */
function checkEnds(page, findings) {
    drag(page, [page.goal, { x: 40, y: 20 }, { x: 30, y: 10 }]);
    findings.equal(page.goal.x + "," + page.goal.y, "30,10", "the dragged goal");
    checkCost(page, findings, "after the drag");
    choose("brushSize", "1");
    const around = [[29, 9], [31, 9], [31, 11], [29, 11], [29, 9]].map(([x, y]) => ({ x, y }));
    // Painted from a cell that is far enough from the goal's mark.
    drag(page, [{ x: 26, y: 6 }, ...around]);
    findings.equal(element("cost").textContent, "–", "the cost of a walled goal");
    findings.equal(element("message").textContent, word("status1"), "the message of a walled goal");
    element("language").click();
    findings.equal(element("message").textContent, word("status1"), "the message in the other language");
    element("language").click();
    findings.equal(Object.keys(WORDS.zh).join(), Object.keys(WORDS.en).join(), "words of both languages");
}

/** Two fingers and the wheel change what is seen, and nothing else. */
function checkZoom(page, findings) {
    const { view, map } = page;
    const cells = map.cells.join();
    const middle = view.pointOf({ x: 24, y: 15 });
    const send = (type, id, distance) => view.canvas.dispatchEvent(
        new PointerEvent(type, { pointerId: id, clientX: middle.clientX + distance, clientY: middle.clientY }));
    [["down", 1, -20], ["down", 2, 20], ["move", 1, -40], ["move", 2, 40], ["up", 1, -40], ["up", 2, 40]].forEach(
        ([type, id, distance]) => send("pointer" + type, id, distance));
    page.frame(1 / 60);
    findings.expect(view.scale > 1.9 * view.least && view.scale < 2.1 * view.least, "two fingers double the scale");
    findings.equal(Object.values(view.cellAt(middle.clientX, middle.clientY)).join(), "24,15", "the cell between them");
    view.canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 4000, ...middle, cancelable: true }));
    findings.equal(view.scale, view.least, "the scale of the whole map");
    findings.equal(map.cells.join(), cells, "the map after two fingers");
}

/** Step by step the same cost is found, and each expansion is shown. */
function checkSteps(page, findings) {
    element("reset").click();
    const cost = element("cost").textContent;
    element("step").click();
    findings.equal(element("expansions").textContent, "1", "expansions after a step");
    findings.equal(element("message").textContent, word("searching"), "the message while it searches");
    element("play").click();
    for (let i = 0; i < 3000 && page.stepper.isRunning; i++) {
        page.frame(1 / 60);
    }
    findings.equal(element("cost").textContent, cost, "the cost step by step");
    findings.equal(element("expansions").textContent, String(page.stepper.expansions), "expansions step by step");
    findings.expect(page.stepper.expansions >= 30, "there are many steps");
    element("stop").click();
    findings.equal(element("cost").textContent, cost, "the cost after the end");
}

/** The drawbridge decides the way. */
function checkBridge(page, findings) {
    choose("map", "island");
    const { x, y, width, height } = page.map.bridge;
    const crosses = () => {
        const path = page.answer.path;
        return path.some((_, i) =>
            i % 2 === 0 && path[i] >= x && path[i] < x + width && path[i + 1] >= y && path[i + 1] < y + height);
    };
    checkCost(page, findings, "bridge down");
    const [down, wasCrossed] = [Number(element("cost").textContent), crosses()];
    findings.expect(wasCrossed, "the path crosses the bridge");
    element("bridge").click();
    checkCost(page, findings, "bridge raised");
    findings.expect(!crosses(), "no path crosses the raised bridge");
    findings.expect(!(Number(element("cost").textContent) <= down), "the detour is dearer");
    element("bridge").click();
    findings.equal(Number(element("cost").textContent), down, "the cost after all");
}

/** Agents walk on ground that carries them, by optimal paths, while the bridge moves. */
function checkCrowd(page, findings) {
    choose("profile", "infantry");
    // A* over hexagons expands more cells than jumps do.
    choose("budget", page.map.layout.isHexagonal ? "100000" : "2000");
    element("crowd").click();
    const { crowd, map } = page;
    findings.equal(crowd.agents.length, AGENTS, "agents");
    const begun = crowd.agents.map((agent) => ({ ...agent.cell }));
    let [astray, longestWait] = [0, 0];
    for (let frame = 1; frame <= 900; frame++) {
        // The last answers come long before the end.
        if (frame === 300 || frame === 600) {
            element("bridge").click();
        }
        const before = crowd.agents.map((agent) => agent.next);
        page.frame(1 / 60);
        longestWait = Math.max(longestWait, crowd.waiting);
        // What an agent begins to enter carries it.
        astray += crowd.agents.filter(({ next }, index) =>
            next && next !== before[index] && map.weight(crowd.query.costs, 1, next.x, next.y) === 0).length;
    }
    findings.equal(astray, 0, "steps into blocked cells");
    const moved = crowd.agents.filter(({ cell }, index) => cell.x !== begun[index].x || cell.y !== begun[index].y);
    findings.expect(moved.length > 0.9 * AGENTS, moved.length + " agents have moved");
    findings.expect(crowd.answers > 2 * AGENTS, crowd.answers + " paths were found");
    findings.expect(longestWait > AGENTS / 2, "an edit makes the agents ask again");
    checkPaths(page, findings);
    element("crowd").click();
    findings.equal(page.crowd, null, "the crowd after its end");
    findings.equal(page.library.exports.gridstar_live_count(constant("KIND_TICKET")), 0, "tickets that are left");
}

/** Agents that keep apart walk as before. No two of them overlap much, and none enters a wall. */
function checkApart(page, findings) {
    [["map", "small"], ["profile", "scout"], ["budget", "100000"]].forEach((pair) => choose(...pair));
    element("apart").click();
    element("crowd").click();
    const { crowd, map } = page;
    const begun = crowd.agents.map((agent) => ({ ...agent.cell }));
    let [nearest, inWalls] = [Infinity, 0];
    for (let frame = 1; frame <= 600; frame++) {
        if (frame === 300 || frame === 400) {
            element("bridge").click();
        }
        page.frame(1 / 60);
        // Those on the bridge have come to the same bank when it rises, and need some time to come apart.
        if (frame % 20 === 0 && (frame < 300 || frame > 420)) {
            crowd.agents.forEach((one, index) => {
                inWalls += map.weight(crowd.query.costs, 1, one.cell.x, one.cell.y) === 0 ? 1 : 0;
                for (const { place } of crowd.agents.slice(0, index)) {
                    nearest = Math.min(nearest, Math.hypot(place.x - one.place.x, place.y - one.place.y));
                }
            });
        }
    }
    findings.equal(inWalls, 0, "agents that keep apart in blocked cells");
    findings.expect(nearest > 1.5 * RADIUS, "two agents that keep apart are " + nearest + " apart");
    const moved = crowd.agents.filter(({ cell }, index) => cell.x !== begun[index].x || cell.y !== begun[index].y);
    findings.expect(moved.length > 0.9 * AGENTS, moved.length + " agents that keep apart have moved");
    findings.expect(crowd.answers > 2 * AGENTS, crowd.answers + " paths were found for agents that keep apart");
    choose("size", "2");
    findings.expect(element("apart").disabled && page.crowd.keptApart === null, "wide agents do not keep apart");
    choose("size", "1");
    element("crowd").click();
    element("apart").click();
    findings.equal(page.library.exports.gridstar_live_count(constant("KIND_CROWD")), 0, "crowds that are left");
}

/** The whole paths of some agents, from where each began, against the plain search. */
function checkPaths(page, findings) {
    const { crowd, map } = page;
    let count = 0;
    for (const agent of crowd.agents.filter(({ path }) => path.length > 40).slice(0, 8)) {
        const [from, to] = [{ x: agent.path[0], y: agent.path[1] }, agent.path.slice(-2)];
        const found = page.grid.find(crowd.query, from, { x: to[0], y: to[1] });
        const plain = plainCosts(map, crowd.query, from)[to[1] * map.width + to[0]];
        const walked = plainLength(map, crowd.query, agent.path);
        findings.equal(walked, plain, "the cost of an agent's path");
        findings.equal(Math.round(found.cost * UNIT), plain, "the cost of the same search alone");
        count++;
    }
    findings.equal(count, 8, "agents under way");
}

/** What a path costs. A step to a hexagon that is no neighbor has no cost. */
function plainLength(map, { costs, size }, path) {
    let cost = 0;
    for (let i = 2; i < path.length; i += 2) {
        const [from, to] = [{ x: path[i - 2], y: path[i - 1] }, { x: path[i], y: path[i + 1] }];
        const weights = plainWeight(map, costs, size, from) + plainWeight(map, costs, size, to);
        const isDiagonal = from.x !== to.x && from.y !== to.y;
        const isHexagonal = map.layout.isHexagonal;
        if (isHexagonal && plainDistance(map.layoutName, from, to) !== 1) {
            return NaN;
        }
        cost += (isDiagonal && !isHexagonal ? DIAGONAL : STRAIGHT) * PARTS * weights;
    }
    return cost;
}

/** Numbers are written out, the figures are in sight without scrolling, and each color over the map is explained. */
function checkSight(page, findings) {
    for (const [microseconds, unit, number] of [
        [0.0000002, "us", "0.00"], [0.424, "us", "0.42"], [3, "us", "3.0"], [9.97, "us", "10"], [12.4, "us", "12"],
        [130, "us", "130"], [999.4, "us", "999"], [999.6, "ms", "1.00"], [123456, "ms", "123.46"],
    ]) {
        findings.equal(inWords(microseconds), word(unit, number), "a time of " + microseconds);
    }
    window.scrollTo(0, 0);
    for (const map of ["small", "island"]) {
        choose("map", map);
        for (const id of ["canvas", "cost", "first"]) {
            const lowest = element(id).getBoundingClientRect().bottom;
            findings.expect(lowest <= window.innerHeight,
                id + " of the map " + map + " ends at " + lowest + " of " + window.innerHeight);
        }
    }
    for (const name of Object.keys(TRACES)) {
        const entry = element("trace-" + name);
        findings.expect(entry && entry.textContent !== "" && entry.offsetHeight > 0, "the legend has " + name);
    }
}

/** Mistakes to be found. */
const PLANTS = {
    /** The library's costs are a fifth too high. */
    cost: (page) => {
        const get = page.grid.result.get;
        page.grid.result.get = function (field, index) {
            return get.call(this, field, index) + (field === "cost" ? 0.2 : 0);
        };
    },
    /** The drawbridge moves on the map and not in the library. */
    bridge: (page) => {
        const call = page.library.call;
        page.library.call = function (name, ...values) {
            const isBridge = name === "grid_fill_cells" && page.map.name === "island";
            return isBridge ? 0 : call.call(this, name, ...values);
        };
    },
    /** The library takes agents for points. */
    apart: (page) => {
        const call = page.library.call;
        page.library.call = function (name, ...values) {
            if (name === "crowd_add_agents") {
                const structs = page.library.structs("GridstarCrowdAgent");
                for (let i = 0; i < values[2]; i++) {
                    structs.set("radius", 1 / 64, i);
                }
            }
            return call.call(this, name, ...values);
        };
    },
    /** The search within a bound takes four times the weight. */
    bound: () => {
        const define = Grid.prototype.define;
        Grid.prototype.define = function (query) {
            return define.call(this, query.weight ? { ...query, weight: 4 * query.weight } : query);
        };
    },
    /** Fields know no agent. */
    field: (page) => {
        const call = page.library.call;
        page.library.call = function (name, ...values) {
            if (name === "field_create") {
                values[5] = 0;
            }
            return call.call(this, name, ...values);
        };
    },
    /** Walls between cells don't reach the library. */
    sides: (page) => {
        const call = page.library.call;
        page.library.call = function (name, ...values) {
            return name === "grid_set_passage" ? 0 : call.call(this, name, ...values);
        };
    },
    /** The library's costs over hexagons are a fifth too high. */
    hexagonCost: (page) => {
        const get = page.grid.result.get;
        page.grid.result.get = function (field, index) {
            const isWrong = field === "cost" && page.map.layout.isHexagonal;
            return get.call(this, field, index) + (isWrong ? 0.2 : 0);
        };
    },
    /** The library's hexagons have the other rows and columns shifted. */
    shift: () => {
        LAYOUT_NAMES.hexOddRows = "LAYOUT_HEX_EVEN_ROWS";
        LAYOUT_NAMES.hexEvenColumns = "LAYOUT_HEX_ODD_COLUMNS";
    },
    /** Hexagons lie in straight rows and columns on the screen. */
    picture: () => {
        Hexagons.prototype.stripes = Squares.prototype.stripes;
        Hexagons.prototype.corners = Squares.prototype.corners;
    },
    /** The agents' searches get no time. */
    agents: (page) => {
        const call = page.library.call;
        page.library.call = function (name, ...values) {
            return name === "work_run" ? 0 : call.call(this, name, ...values);
        };
    },
};

/** Checks everything and shows the findings. */
function check(page, options) {
    const plant = options.get("plant");
    const findings = new Findings();
    try {
        if (plant) {
            PLANTS[plant](page);
        }
        const parts = [checkSight, checkWall, checkBounds, checkField, checkEnds, checkZoom, checkSteps, checkBridge];
        for (const part of [...parts, checkSides, checkCrowd, checkApart, checkHexagons]) {
            part(page, findings);
        }
    } catch (error) {
        findings.expect(false, error.stack || String(error));
    }
    const shown = findings.show(plant);
    const port = Number(options.get("report"));
    if (port > 0) {
        report(port, shown.textContent);
    }
}

/** Tells a server on this machine, also if the page was opened as a file. */
function report(port, text) {
    return fetch("http://127.0.0.1:" + port + "/findings", { method: "POST", mode: "no-cors", body: text });
}
