// How cells lie: as squares, or as hexagons of which every other row or column is shifted. Places are in sides of
// squares, or in distances between the centers of neighbors. The map's top left corner is at 0, 0.

/** The distance between two lines of hexagons. */
const LINE = Math.sqrt(3) / 2;
/** From a hexagon's center to its corners. */
const CORNER = 1 / Math.sqrt(3);
/** How far hexagons of the first line reach beyond half a line. */
const MARGIN = CORNER - LINE / 2;

/** Squares in rows and columns. */
class Squares {
    get isHexagonal() {
        return false;
    }

    /** How wide and high a map is. */
    extent({ width, height }) {
        return { width, height };
    }

    /** The place of a cell's center. */
    center({ x, y }) {
        return { x: x + 0.5, y: y + 0.5 };
    }

    /** The middle of an agent that stands at a cell. */
    middle({ x, y }, size) {
        return { x: x + size / 2, y: y + size / 2 };
    }

    /** The cell at a place. */
    cellAt({ x, y }) {
        return { x: Math.floor(x), y: Math.floor(y) };
    }

    /** The cells of an agent, or of a brush, that stands at a cell. */
    body({ x, y }, size) {
        const cells = [];
        for (let i = 0; i < size * size; i++) {
            cells.push({ x: x + (i % size), y: y + Math.floor(i / size) });
        }
        return cells;
    }

    /** The rectangles of cells that a brush paints around a cell. */
    brush({ x, y }, side) {
        const half = Math.floor(side / 2);
        return [{ x: x - half, y: y - half, width: side, height: side }];
    }

    /** The cells between two cells, without the first: what a moving finger paints. */
    between(from, to) {
        return evenly(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)), from, to)
            .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    }

    /** The parts of a picture with one pixel a cell, and where each lies. */
    stripes({ width, height }) {
        const all = { x: 0, y: 0, width, height };
        return [{ from: all, to: all }];
    }

    corners({ x, y }) {
        return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    }
}

/** Hexagons with pointy tops in rows, or with flat tops in columns. */
class Hexagons {
    /** `shifted` is 1 if odd rows or columns lie farther by half a cell, and 0 if even ones do. */
    constructor(inRows, shifted) {
        this.inRows = inRows;
        this.shifted = shifted;
    }

    get isHexagonal() {
        return true;
    }

    /** Along the lines and across them, from x and y or to x and y. */
    turned({ x, y }) {
        return this.inRows ? { x, y } : { x: y, y: x };
    }

    extent({ width, height }) {
        const [along, lines] = this.inRows ? [width, height] : [height, width];
        const size = this.turned({ x: along + (lines > 1 ? 0.5 : 0), y: lines * LINE + 2 * MARGIN });
        return { width: size.x, height: size.y };
    }

    shift(line) {
        return (line & 1) === this.shifted ? 0.5 : 0;
    }

    center(cell) {
        const { x, y } = this.turned(cell);
        return this.turned({ x: x + 0.5 + this.shift(y), y: (y + 0.5) * LINE + MARGIN });
    }

    middle(cell) {
        return this.center(cell);
    }

    /** The cell whose center is nearest. */
    cellAt(place) {
        const { x, y } = this.turned(place);
        const line = Math.floor((y - MARGIN) / LINE);
        const near = [line - 1, line, line + 1].map((one) => {
            const cell = this.turned({ x: Math.floor(x - this.shift(one)), y: one });
            const center = this.center(cell);
            return { cell, distance: Math.hypot(center.x - place.x, center.y - place.y) };
        });
        return near.reduce((least, one) => (one.distance < least.distance ? one : least)).cell;
    }

    /** A cell, and its neighbors if the agent has the size 3. */
    body(cell, size) {
        return this.disk(cell, (size - 1) / 2);
    }

    brush(cell, side) {
        return this.disk(cell, (side - 1) / 2).map(({ x, y }) => ({ x, y, width: 1, height: 1 }));
    }

    /** The cells within some steps. */
    disk(cell, steps) {
        const { x, y } = this.turned(cell);
        const cells = [];
        for (let across = -steps; across <= steps; across++) {
            const line = y + across;
            const count = 2 * steps + 1 - Math.abs(across);
            // Half the count to the left of the middle, in cells of this line.
            const first = x + this.shift(y) - this.shift(line) - (count - 1) / 2;
            for (let i = 0; i < count; i++) {
                cells.push(this.turned({ x: first + i, y: line }));
            }
        }
        return cells;
    }

    between(from, to) {
        return evenly(this.distance(from, to), this.center(from), this.center(to)).map((place) => this.cellAt(place));
    }

    /** Number of steps between two cells. */
    distance(from, to) {
        const [one, other] = [this.center(from), this.center(to)].map((center) => this.turned(center));
        const lines = Math.round(Math.abs(other.y - one.y) / LINE);
        // Each step to another line leads half a cell to the side.
        return lines + Math.max(0, Math.abs(other.x - one.x) - lines / 2);
    }

    stripes({ width, height }) {
        const [along, lines] = this.inRows ? [width, height] : [height, width];
        const rect = (x, y, length, thickness) => {
            const corner = this.turned({ x, y });
            const size = this.turned({ x: length, y: thickness });
            return { x: corner.x, y: corner.y, width: size.x, height: size.y };
        };
        return Array.from({ length: lines }, (_, line) => ({
            from: rect(0, line, along, 1),
            to: rect(this.shift(line), line * LINE + MARGIN, along, LINE),
        }));
    }

    corners(cell) {
        const center = this.turned(this.center(cell));
        const around = [
            [0, -CORNER], [0.5, -CORNER / 2], [0.5, CORNER / 2], [0, CORNER], [-0.5, CORNER / 2], [-0.5, -CORNER / 2],
        ];
        return around.map(([dx, dy]) => {
            const corner = this.turned({ x: center.x + dx, y: center.y + dy });
            return [corner.x, corner.y];
        });
    }
}

/** Places from one to another in equal steps, without the first. */
function evenly(steps, from, to) {
    return Array.from({ length: steps }, (_, i) => ({
        x: from.x + ((to.x - from.x) * (i + 1)) / steps,
        y: from.y + ((to.y - from.y) * (i + 1)) / steps,
    }));
}

/** All layouts by their names, and their names in the library. */
const LAYOUTS = {
    square: new Squares(),
    hexOddRows: new Hexagons(true, 1),
    hexEvenRows: new Hexagons(true, 0),
    hexOddColumns: new Hexagons(false, 1),
    hexEvenColumns: new Hexagons(false, 0),
};
const LAYOUT_NAMES = {
    square: "LAYOUT_SQUARE",
    hexOddRows: "LAYOUT_HEX_ODD_ROWS",
    hexEvenRows: "LAYOUT_HEX_EVEN_ROWS",
    hexOddColumns: "LAYOUT_HEX_ODD_COLUMNS",
    hexEvenColumns: "LAYOUT_HEX_EVEN_COLUMNS",
};
