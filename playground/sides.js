// Walls between cells, and sides that are open in one direction: what the page keeps of them, draws and paints.

/** Brushes for the sides between cells. `passage` is as the cell under the finger sees it. */
const SIDE_BRUSHES = {
    thinWall: { passage: "PASSAGE_WALL", color: [0x1c, 0x1c, 0x20] },
    oneWay: { passage: "PASSAGE_ONE_WAY", color: [0xb0, 0x3a, 0x8c] },
    noWall: { passage: "PASSAGE_OPEN", color: [0xff, 0xff, 0xff] },
};

/** How much nearer than any other side a moving finger must be to a side, in cells: it turns no corner. */
const SIDE_CLEARANCE = 0.15;

/** The sides of a map that are not open, each once, however it was painted. */
class Sides {
    constructor(map) {
        this.map = map;
        this.byCells = new Map();
    }

    get size() {
        return this.byCells.size;
    }

    /** The number of a side between two cells, the same from both. */
    key(from, to) {
        const [one, other] = [from, to].map(({ x, y }) => y * this.map.width + x);
        return Math.min(one, other) * this.map.cells.length + Math.max(one, other);
    }

    /** Sets a side. Returns whether it has changed. */
    set(from, to, passage) {
        const key = this.key(from, to);
        const before = this.byCells.get(key);
        if (passage === "PASSAGE_OPEN") {
            return this.byCells.delete(key);
        }
        const isSame = before && before.passage === passage && before.from.x === from.x && before.from.y === from.y;
        if (isSame) {
            return false;
        }
        this.byCells.set(key, { from: { ...from }, to: { ...to }, passage });
        return true;
    }

    /** Whether a step between two cells that share a side is closed. */
    closes(from, to) {
        const side = this.byCells.get(this.key(from, to));
        if (!side) {
            return false;
        }
        return side.passage === "PASSAGE_WALL" || side.from.x !== from.x || side.from.y !== from.y;
    }

    [Symbol.iterator]() {
        return this.byCells.values();
    }
}

/** The cells that share a side with a cell, on the map or not. */
function neighborsOf(layout, cell) {
    if (layout.isHexagonal) {
        return layout.disk(cell, 1).filter(({ x, y }) => x !== cell.x || y !== cell.y);
    }
    return [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => ({ x: cell.x + dx, y: cell.y + dy }));
}

/** The cell at a place and the one beyond its nearest side, or null where both don't lie on the map. */
function sideAt(map, place, clearance) {
    const from = map.layout.cellAt(place);
    const center = map.layout.center(from);
    const near = neighborsOf(map.layout, from).map((to) => {
        const other = map.layout.center(to);
        const [x, y] = [other.x - center.x, other.y - center.y];
        return { to, share: ((place.x - center.x) * x + (place.y - center.y) * y) / (x * x + y * y) };
    });
    near.sort((one, other) => other.share - one.share);
    const { to } = near[0];
    const isClear = near[0].share - near[1].share >= clearance;
    return isClear && map.contains(from.x, from.y) && map.contains(to.x, to.y) ? { from, to } : null;
}

/** The ends of the side between two cells. */
function sideEnds(layout, from, to) {
    const [one, other] = [layout.center(from), layout.center(to)];
    const middle = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    const distance = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
    return layout.corners(from).sort((a, b) => distance(a) - distance(b)).slice(0, 2);
}

/** Draws all sides, in the map's coordinates. */
function drawSides(context, map, scale) {
    for (const { from, to, passage } of map.sides) {
        const isWall = passage === "PASSAGE_WALL";
        const [start, end] = sideEnds(map.layout, from, to);
        context.beginPath();
        context.moveTo(...start);
        context.lineTo(...end);
        if (!isWall) {
            // An arrow across the side, in the direction that is open.
            const [one, other] = [map.layout.center(from), map.layout.center(to)];
            const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
            const [dx, dy] = [(other.x - one.x) * 0.25, (other.y - one.y) * 0.25];
            context.moveTo(x - dx, y - dy);
            context.lineTo(x + dx, y + dy);
            context.moveTo(x - dy * 0.6, y + dx * 0.6);
            context.lineTo(x + dx, y + dy);
            context.lineTo(x + dy * 0.6, y - dx * 0.6);
        }
        const [red, green, blue] = SIDE_BRUSHES[isWall ? "thinWall" : "oneWay"].color;
        context.strokeStyle = "rgb(" + [red, green, blue].join(",") + ")";
        context.lineWidth = Math.max((isWall ? 3 : 1.5) / scale, isWall ? 0.16 : 0.07);
        context.lineCap = "round";
        context.stroke();
    }
}
