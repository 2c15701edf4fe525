// Maps: cells of one byte each, row by row, the first row above.

/** Cell types. The library knows the first two; the others are the page's own, and profiles say what they cost. */
const TYPES = { wall: 1, road: 2, ground: 3, swamp: 4, water: 5, trees: 6 };

const COLORS = {
    [TYPES.wall]: [0x4a, 0x50, 0x5b],
    [TYPES.road]: [0xdf, 0xd0, 0xae],
    [TYPES.ground]: [0xec, 0xee, 0xdd],
    [TYPES.swamp]: [0xbd, 0xc7, 0x8c],
    [TYPES.water]: [0xa3, 0xc9, 0xdc],
    [TYPES.trees]: [0x7c, 0x9a, 0x78],
};

/** Characters of MovingAI's maps. */
const MARKS = {
    "@": TYPES.wall,
    G: TYPES.road,
    ".": TYPES.ground,
    S: TYPES.swamp,
    W: TYPES.water,
    T: TYPES.trees,
};

/** Who walks: what each type costs. Types that are not named are blocked. */
const PROFILES = {
    scout: { [TYPES.road]: 1, [TYPES.ground]: 1, [TYPES.swamp]: 1 },
    infantry: { [TYPES.road]: 1, [TYPES.ground]: 1.5, [TYPES.swamp]: 3 },
    cart: { [TYPES.road]: 1, [TYPES.ground]: 2.5 },
    boat: { [TYPES.water]: 1 },
};

/** A map, and its drawbridge: road when it is down, water when it is raised. */
class GameMap {
    constructor(name, layoutName, width, height, cells, { bridge, start, goal, brush, speed }) {
        Object.assign(this, { name, layoutName, width, height, cells, bridge, start, goal, brush, speed });
        this.layout = LAYOUTS[layoutName];
        this.sides = new Sides(this);
        this.isRaised = false;
    }

    contains(x, y) {
        return x >= 0 && y >= 0 && x < this.width && y < this.height;
    }

    /** Sets a rectangle's cells, and returns the part of it that lies on the map, or null. */
    fill(rect, type) {
        const x = Math.max(0, rect.x);
        const y = Math.max(0, rect.y);
        const width = Math.min(this.width, rect.x + rect.width) - x;
        const height = Math.min(this.height, rect.y + rect.height) - y;
        if (width <= 0 || height <= 0) {
            return null;
        }
        for (let row = y; row < y + height; row++) {
            this.cells.fill(type, row * this.width + x, row * this.width + x + width);
        }
        return { x, y, width, height };
    }

    /** What the cells under an agent cost it: the dearest one; 0 where the agent can't stand. */
    weight(costs, size, x, y) {
        let dearest = 0;
        for (const cell of this.layout.body({ x, y }, size)) {
            const cost = this.contains(cell.x, cell.y) ? costs[this.cells[cell.y * this.width + cell.x]] || 0 : 0;
            if (cost === 0) {
                return 0;
            }
            dearest = Math.max(dearest, cost);
        }
        return dearest;
    }
}

/** A river with a bridge, a ford and two yards: cells large enough to be drawn one by one. */
function smallMap(layout) {
    const [width, height] = [48, 30];
    const map = new GameMap("small", layout, width, height, new Uint8Array(width * height), {
        bridge: { x: 22, y: 13, width: 4, height: 3 },
        start: { x: 5, y: 11 },
        goal: { x: 42, y: 17 },
        brush: 1,
        speed: 6,
    });
    const put = (type, x, y, columns, rows) => map.fill({ x, y, width: columns, height: rows }, type);
    put(TYPES.ground, 0, 0, width, height);
    put(TYPES.road, 1, 13, 46, 3);
    put(TYPES.road, 9, 4, 2, 10);
    put(TYPES.water, 22, 0, 4, height);
    put(TYPES.swamp, 20, 25, 8, 3);
    put(TYPES.road, map.bridge.x, map.bridge.y, map.bridge.width, map.bridge.height);
    put(TYPES.trees, 13, 2, 4, 5);
    put(TYPES.trees, 30, 20, 5, 3);
    put(TYPES.swamp, 12, 19, 6, 4);
    put(TYPES.swamp, 31, 3, 7, 4);
    for (const [x, y] of [[3, 9], [37, 9]]) {
        put(TYPES.wall, x, y, 8, 1);
        put(TYPES.wall, x, y + 10, 8, 1);
        put(TYPES.wall, x === 3 ? 10 : 37, y, 1, 11);
    }
    put(TYPES.road, 9, 4, 1, 10);
    put(TYPES.road, 10, 14, 1, 2);
    put(TYPES.road, 37, 13, 1, 2);
    return map;
}

/** The island of the demo. Its text is a file of MovingAI's format. */
function islandMap(layout) {
    const lines = ISLAND.split("\n");
    const rows = lines.slice(lines.indexOf("map") + 1).filter((line) => line !== "");
    const width = rows[0].length;
    const cells = Uint8Array.from(rows.join(""), (mark) => MARKS[mark]);
    return new GameMap("island", layout, width, rows.length, cells, {
        bridge: { x: 129, y: 149, width: 2, height: 3 },
        start: { x: 100, y: 150 },
        goal: { x: 175, y: 120 },
        brush: 3,
        speed: 12,
    });
}
