// The page's check over hexagons. The plain search counts in doubled coordinates, in which the six neighbors of a cell
// are the same everywhere, and shares nothing with layouts.js.

/** The steps between neighbors in doubled coordinates. */
const PLAIN_STEPS = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]];

/** Half cells along the lines of hexagons, and lines across. */
function doubled(layoutName, { x, y }) {
    switch (layoutName) {
        case "hexOddRows":
            return [2 * x + (y % 2 !== 0 ? 1 : 0), y];
        case "hexEvenRows":
            return [2 * x + (y % 2 === 0 ? 1 : 0), y];
        case "hexOddColumns":
            return [2 * y + (x % 2 !== 0 ? 1 : 0), x];
        case "hexEvenColumns":
            return [2 * y + (x % 2 === 0 ? 1 : 0), x];
        default:
            throw new Error(layoutName + " has no hexagons");
    }
}

/** The number of steps between two hexagons without obstacles. */
function plainDistance(layoutName, one, other) {
    const [[u, v], [toU, toV]] = [doubled(layoutName, one), doubled(layoutName, other)];
    const [along, across] = [Math.abs(toU - u), Math.abs(toV - v)];
    return across + Math.max(0, (along - across) / 2);
}

/** The six neighbors of a hexagon, on the map or not. */
function plainNeighbors(layoutName, { x, y }) {
    const [u, v] = doubled(layoutName, { x, y });
    const cells = [];
    for (let i = 0; i < 9; i++) {
        const cell = { x: x - 1 + (i % 3), y: y - 1 + Math.floor(i / 3) };
        const [toU, toV] = doubled(layoutName, cell);
        if (PLAIN_STEPS.some(([du, dv]) => toU - u === du && toV - v === dv)) {
            cells.push(cell);
        }
    }
    return cells;
}

/** What the hexagons under an agent cost it: the dearest one; 0 where the agent can't stand. */
function plainHexagonWeight(map, costs, size, cell) {
    const body = size === 1 ? [cell] : [cell, ...plainNeighbors(map.layoutName, cell)];
    const weights = body.map(({ x, y }) =>
        x < 0 || y < 0 || x >= map.width || y >= map.height ? 0 : costs[map.cells[y * map.width + x]] || 0);
    return weights.includes(0) ? 0 : Math.max(...weights);
}

/** The legal steps from a hexagon. */
function plainHexagonSteps(map, weights, cell) {
    const steps = [];
    for (const { x, y } of plainNeighbors(map.layoutName, cell)) {
        const isInside = x >= 0 && y >= 0 && x < map.width && y < map.height;
        const weight = isInside ? weights[y * map.width + x] : 0;
        if (weight > 0 && !map.sides.closes(cell, { x, y })) {
            steps.push({ x, y, cost: STRAIGHT * (weights[cell.y * map.width + cell.x] + weight) });
        }
    }
    return steps;
}

/** Everything that squares are checked for, in each layout of hexagons. */
function checkHexagons(page, findings) {
    const names = Object.keys(LAYOUTS).filter((name) => name !== "square");
    findings.equal(names.length, 4, "layouts of hexagons");
    for (const name of names) {
        choose("layout", name);
        choose("map", "small");
        checkPlaces(page, findings, name);
        checkPicture(page, findings, name);
        checkHexagonWall(page, findings, name);
        checkBrush(page, findings, name);
        for (const part of [checkField, checkSteps, checkBridge, checkBounds]) {
            part(page, findings);
        }
        // Still too small to be drawn one by one.
        page.view.move(6 / page.view.scale, 0, 0, 0, 0);
        checkPicture(page, findings, name + ", the island");
        page.view.fit();
    }
    checkCrowd(page, findings);
    [["profile", "scout"], ["layout", "square"]].forEach((pair) => choose(...pair));
    findings.expect(!element("rule").disabled && !element("engine").disabled, "squares have rules and engines");
}

/** Cells are drawn where the library says that they lie, and a finger at a cell's center finds the cell. */
function checkPlaces(page, findings, name) {
    const { map, view, library, grid } = page;
    let [misplaced, missed] = [0, 0];
    // Pointy hexagons reach beyond the first line's half above, and flat ones to the left.
    const margin = 1 / Math.sqrt(3) - Math.sqrt(3) / 4;
    const [marginX, marginY] = name.endsWith("Rows") ? [0, margin] : [margin, 0];
    for (let index = 0; index < map.cells.length; index++) {
        const cell = { x: index % map.width, y: Math.floor(index / map.width) };
        const [atX, atY, atZ] = [0, 4, 8].map((offset) => library.numbers + offset);
        library.call("grid_get_cell_center", grid.id, cell.x, cell.y, atX, atY, atZ);
        const [libraryX, libraryY] = [atX, atY].map((at) => library.view().getFloat32(at, true));
        const { clientX, clientY } = view.pointOf(cell);
        const box = view.canvas.getBoundingClientRect();
        const x = (clientX - box.left - view.left) / view.scale - marginX;
        const y = (clientY - box.top - view.top) / view.scale - marginY;
        misplaced += Math.hypot(x - libraryX, y - libraryY) > 1e-4 ? 1 : 0;
        for (const [dx, dy] of [[0, 0], [0.4, 0], [-0.4, 0], [0, 0.4], [0, -0.4], [0.2, 0.3], [-0.2, -0.3]]) {
            const found = view.cellAt(clientX + dx * view.scale, clientY + dy * view.scale);
            missed += found.x !== cell.x || found.y !== cell.y ? 1 : 0;
        }
    }
    findings.equal(misplaced, 0, "cells that lie elsewhere in the library, " + name);
    findings.equal(missed, 0, "cells that a finger misses, " + name);
    findings.expect(element("rule").disabled && element("engine").disabled, "hexagons have one rule and one engine");
}

/** Pixels at the centers of cells have the colors of the cells, with the search's color over them. */
function checkPicture(page, findings, what) {
    page.frame(1 / 60);
    const { map, view } = page;
    const image = view.context.getImageData(0, 0, view.canvas.width, view.canvas.height);
    const box = view.canvas.getBoundingClientRect();
    const inked = [page.start, page.goal];
    for (let i = 0; i < page.answer.path.length; i += 2) {
        inked.push({ x: page.answer.path[i], y: page.answer.path[i + 1] });
    }
    // Ink is at least 6 pixels wide, and a mark of an end has a radius of 11.
    const free = 1 + Math.ceil(14 / view.scale);
    let [checked, seen, wrong] = [0, 0, 0];
    for (let index = 0; index < map.cells.length; index++) {
        const cell = { x: index % map.width, y: Math.floor(index / map.width) };
        const { clientX, clientY } = view.pointOf(cell);
        const [x, y] = [clientX - box.left, clientY - box.top].map((value) => Math.floor(value * view.ratio));
        if (x < 0 || y < 0 || x >= image.width || y >= image.height) {
            continue;
        }
        seen++;
        if (inked.some((one) => Math.abs(one.x - cell.x) <= free && Math.abs(one.y - cell.y) <= free)) {
            continue;
        }
        const pixel = image.data.subarray(4 * (y * image.width + x));
        const trace = view.traces.image.data.subarray(4 * index);
        const color = COLORS[map.cells[index]];
        const isRight = [0, 1, 2].every((part) => {
            const share = trace[3] / 255;
            return Math.abs(pixel[part] - (color[part] * (1 - share) + trace[part] * share)) <= 3;
        });
        wrong += isRight ? 0 : 1;
        checked++;
    }
    findings.expect(seen > 1000 && checked > seen / 4, checked + " pixels can be compared, " + what);
    findings.equal(wrong, 0, "pixels of another color, " + what);
}

/** A wall across the road; then every setting that hexagons have. */
function checkHexagonWall(page, findings, name) {
    checkCost(page, findings, name + ", before the wall");
    const before = Number(element("cost").textContent);
    element("brush-wall").click();
    choose("brushSize", "1");
    drag(page, [{ x: 16, y: 8 }, { x: 17, y: 29 }]);
    findings.equal(page.map.cells[29 * page.map.width + 17], TYPES.wall, "a painted cell, " + name);
    findings.equal(page.grid.readCells().join(), page.map.cells.join(), "the library's cells, " + name);
    findings.expect(Number(element("cost").textContent) > before, "the wall makes the path dearer, " + name);
    for (const profile of Object.keys(PROFILES)) {
        choose("profile", profile);
        for (const size of ["1", "3"]) {
            choose("size", size);
            for (const order of ["aStar", "dijkstra"]) {
                choose("order", order);
                checkCost(page, findings, [name, profile, size, order].join(" "));
                const { map, query, answer } = page;
                findings.equal(plainLength(map, query, answer.path), Math.round((answer.cost || 0) * UNIT),
                    "the steps of the path, " + [name, profile, size, order].join(" "));
            }
        }
    }
    [["profile", "scout"], ["size", "1"], ["order", "aStar"]].forEach((pair) => choose(...pair));
}

/** A wide brush paints the hexagons within some steps, and a stroke leaves no gap. */
function checkBrush(page, findings, name) {
    choose("map", "small");
    element("brush-swamp").click();
    choose("brushSize", "5");
    const begun = page.map.cells.slice();
    drag(page, [{ x: 28, y: 11 }, { x: 33, y: 18 }]);
    let wrong = 0;
    const painted = new Set();
    page.map.cells.forEach((type, index) => {
        const cell = { x: index % page.map.width, y: Math.floor(index / page.map.width) };
        const isNearEnd = [{ x: 28, y: 11 }, { x: 33, y: 18 }].some((end) => plainDistance(name, end, cell) <= 2);
        const isFar = cell.x < 26 || cell.x > 35 || cell.y < 9 || cell.y > 20;
        wrong += (isNearEnd && type !== TYPES.swamp) || (isFar && type !== begun[index]) ? 1 : 0;
        if (type === TYPES.swamp && type !== begun[index]) {
            painted.add(index);
        }
    });
    findings.equal(wrong, 0, "cells that the brush painted wrongly, " + name);
    findings.expect(painted.size >= 19 + 5 * 7 && painted.size < 19 + 8 * 9, painted.size + " painted cells, " + name);
    element("brush-wall").click();
    choose("brushSize", "1");
    choose("map", "small");
}
