// The page's check of walls between cells: painted with the mouse, against the plain search, which asks the map for
// closed sides.

/** Whether a plain step crosses no wall: a diagonal one by one or both of the ways around its corner. */
function plainCrossing(map, rule, { x, y }, dx, dy, isFree) {
    const closes = (fromX, fromY, toX, toY) => map.sides.closes({ x: fromX, y: fromY }, { x: toX, y: toY });
    if (dx === 0 || dy === 0) {
        return !closes(x, y, x + dx, y + dy);
    }
    const ways = [[x + dx, y], [x, y + dy]].map(([bx, by]) => ({
        crosses: map.contains(bx, by) && (closes(x, y, bx, by) || closes(bx, by, x + dx, y + dy)),
        isFree: isFree(bx, by),
    }));
    const open = ways.filter((way) => !way.crosses && way.isFree).length;
    switch (rule) {
        case "bothFree":
            return open === 2;
        case "oneBlocked":
            return open >= 1;
        case "always":
            return ways.some((way) => !way.crosses);
        default:
            return false;
    }
}

/** A finger goes down at a place of the map, along others, and up. */
function dragPlaces(page, places) {
    const { view } = page;
    const box = view.canvas.getBoundingClientRect();
    const send = (type, { x, y }) => view.canvas.dispatchEvent(new PointerEvent(type, {
        pointerId: 1,
        clientX: box.left + view.left + x * view.scale,
        clientY: box.top + view.top + y * view.scale,
    }));
    send("pointerdown", places[0]);
    places.slice(1).forEach((place) => send("pointermove", place));
    send("pointerup", places[places.length - 1]);
    page.frame(1 / 60);
}

/** Fences and one-way sides, under each rule, on squares and hexagons. */
function checkSides(page, findings) {
    choose("map", "small");
    choose("profile", "scout");
    choose("size", "1");
    // A fence across the road and the ground beside it, then a gap, then a way in one direction only.
    element("brush-thinWall").click();
    dragPlaces(page, [{ x: 17.02, y: 0.5 }, { x: 17.02, y: 29.5 }]);
    findings.equal(page.map.sides.size, 30, "sides of the fence");
    const rules = Object.keys(RULES).filter((rule) => rule !== "hex");
    const checkAll = (what) => {
        for (const rule of rules) {
            choose("rule", rule);
            for (const engine of Object.keys(ENGINES)) {
                choose("engine", engine);
                checkCost(page, findings, [what, rule, engine].join(" "));
            }
        }
    };
    checkAll("fence");
    findings.equal(element("message").textContent, word("status1"), "the message behind a fence");
    element("brush-noWall").click();
    dragPlaces(page, [{ x: 16.8, y: 10.5 }]);
    findings.equal(page.map.sides.size, 29, "sides after one is gone");
    checkAll("gap");
    element("brush-oneWay").click();
    dragPlaces(page, [{ x: 16.8, y: 10.5 }]);
    checkAll("one way, from the left");
    findings.equal(element("message").textContent, word("found"), "the way that is open");
    dragPlaces(page, [{ x: 17.2, y: 10.5 }]);
    checkAll("one way, from the right");
    findings.equal(element("message").textContent, word("status1"), "the way that is closed");
    element("reset").click();
    findings.equal(page.map.sides.size, 0, "sides after a reset");
    choose("rule", "bothFree");
    choose("engine", "auto");
    for (const name of Object.keys(LAYOUTS).filter((layout) => layout !== "square")) {
        choose("layout", name);
        checkHexagonSides(page, findings, name);
    }
    choose("layout", "square");
}

/** A click near each side of a hexagon closes it, and the path goes around. */
function checkHexagonSides(page, findings, name) {
    element("brush-thinWall").click();
    const [cell, { layout }] = [{ x: 14, y: 12 }, page.map];
    const center = layout.center(cell);
    for (const other of plainNeighbors(name, cell)) {
        const place = layout.center(other);
        dragPlaces(page, [{ x: center.x + (place.x - center.x) * 0.4, y: center.y + (place.y - center.y) * 0.4 }]);
        findings.expect(page.map.sides.closes(cell, other) && page.map.sides.closes(other, cell),
            "a side of a hexagon, " + name);
        checkCost(page, findings, "hexagon's wall " + page.map.sides.size + ", " + name);
    }
    findings.equal(page.map.sides.size, 6, "sides of a hexagon, " + name);
    element("reset").click();
}
