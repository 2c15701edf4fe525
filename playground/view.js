// The picture: the map, what a search looked at, paths, marks and agents, and the way from the screen to cells.

const INK = {
    path: "#1a1a1a",
    bounded: "#e69f00",
    start: "#0072b2",
    goal: "#d55e00",
    agent: "#0072b2",
    stuck: "#b01e2e",
    halo: "#ffffff",
};
/** What a search did to cells, with its opacity. */
const TRACES = { expanded: [0x9c, 0x5f, 0xc4, 120], open: [0xe6, 0x9f, 0x00, 170], closed: [0x56, 0x7f, 0xd0, 130] };

/** From how many pixels a cell on, cells are drawn one by one. */
const LARGE = 9;

/** Adds a shape with some corners. */
function outline(shape, corners) {
    corners.forEach(([x, y], index) => (index === 0 ? shape.moveTo(x, y) : shape.lineTo(x, y)));
    shape.closePath();
}

/** A picture of one pixel a cell. */
class CellPicture {
    constructor(map) {
        this.map = map;
        this.canvas = document.createElement("canvas");
        this.canvas.width = map.width;
        this.canvas.height = map.height;
        this.context = this.canvas.getContext("2d");
        this.image = this.context.createImageData(map.width, map.height);
        this.isChanged = false;
    }

    set(x, y, [red, green, blue, opacity = 255]) {
        this.image.data.set([red, green, blue, opacity], 4 * (y * this.map.width + x));
        this.isChanged = true;
    }

    /** The color of a cell for the canvas, or null if nothing is seen of it. */
    get(x, y) {
        const [red, green, blue, opacity] = this.image.data.subarray(4 * (y * this.map.width + x));
        return opacity > 0 ? "rgba(" + [red, green, blue, opacity / 255].join(",") + ")" : null;
    }

    clear() {
        this.image.data.fill(0);
        this.isChanged = true;
    }

    current() {
        if (this.isChanged) {
            this.context.putImageData(this.image, 0, 0);
            this.isChanged = false;
        }
        return this.canvas;
    }
}

/** What is seen of a map, and at which scale. */
class View {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
    }

    setMap(map) {
        this.map = map;
        this.ground = new CellPicture(map);
        this.traces = new CellPicture(map);
        this.paint({ x: 0, y: 0, width: map.width, height: map.height });
        this.fit();
    }

    /** The map's cells in a rectangle have changed. */
    paint({ x, y, width, height }) {
        for (let row = y; row < y + height; row++) {
            for (let column = x; column < x + width; column++) {
                this.ground.set(column, row, COLORS[this.map.cells[row * this.map.width + column]]);
            }
        }
    }

    /** Shows the whole map, with a canvas of its shape. */
    fit() {
        this.extent = this.map.layout.extent(this.map);
        this.canvas.style.aspectRatio = this.extent.width + " / " + this.extent.height;
        const box = this.canvas.getBoundingClientRect();
        const ratio = window.devicePixelRatio || 1;
        this.canvas.width = Math.round(box.width * ratio);
        this.canvas.height = Math.round(box.height * ratio);
        this.width = box.width;
        this.height = box.height;
        this.ratio = ratio;
        this.least = Math.min(box.width / this.extent.width, box.height / this.extent.height);
        this.scale = this.least;
        this.left = (box.width - this.extent.width * this.scale) / 2;
        this.top = (box.height - this.extent.height * this.scale) / 2;
    }

    /** Scales about a point of the screen, and moves by some pixels. */
    move(factor, x, y, dx, dy) {
        const scale = Math.min(40, Math.max(this.least, this.scale * factor));
        this.left = x - ((x - this.left) * scale) / this.scale + dx;
        this.top = y - ((y - this.top) * scale) / this.scale + dy;
        this.scale = scale;
        const keep = (place, room, size) =>
            size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, place));
        this.left = keep(this.left, this.width, this.extent.width * scale);
        this.top = keep(this.top, this.height, this.extent.height * scale);
    }

    /** The place on the map at a point of the window. */
    placeAt(clientX, clientY) {
        const box = this.canvas.getBoundingClientRect();
        return { x: (clientX - box.left - this.left) / this.scale, y: (clientY - box.top - this.top) / this.scale };
    }

    /** The cell at a point of the window, which may lie outside the map. */
    cellAt(clientX, clientY) {
        return this.map.layout.cellAt(this.placeAt(clientX, clientY));
    }

    /** The point of the window over the middle of an agent at a cell, or over the cell's center. */
    pointOf(cell, size = 1) {
        const box = this.canvas.getBoundingClientRect();
        const { x, y } = this.map.layout.middle(cell, size);
        return { clientX: box.left + this.left + x * this.scale, clientY: box.top + this.top + y * this.scale };
    }

    draw({ path, bounded, start, goal, size, crowd }) {
        const context = this.context;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        context.imageSmoothingEnabled = false;
        const areLarge = this.scale >= LARGE;
        const areOutlined = areLarge && this.map.layout.isHexagonal;
        this.stripes(this.ground);
        if (!areOutlined) {
            this.stripes(this.traces);
        }
        const scale = this.scale * this.ratio;
        context.setTransform(scale, 0, 0, scale, this.left * this.ratio, this.top * this.ratio);
        if (areOutlined) {
            this.hexagons();
        } else if (areLarge) {
            this.lines();
        }
        drawSides(context, this.map, this.scale);
        this.line(bounded, size, INK.bounded);
        this.line(path, size, INK.path);
        if (crowd) {
            this.agents(crowd);
        }
        this.mark(start, size, INK.start, "S");
        this.mark(goal, size, INK.goal, "G");
    }

    /** A picture of one pixel a cell, stretched. Edges lie between pixels of the screen, so that no seams are seen. */
    stripes(picture) {
        const [scale, left, top] = [this.scale, this.left, this.top].map((value) => value * this.ratio);
        for (const { from, to } of this.map.layout.stripes(this.map)) {
            const x = Math.round(left + to.x * scale);
            const y = Math.round(top + to.y * scale);
            const width = Math.round(left + (to.x + to.width) * scale) - x;
            const height = Math.round(top + (to.y + to.height) * scale) - y;
            this.context.drawImage(picture.current(), from.x, from.y, from.width, from.height, x, y, width, height);
        }
    }

    /** The hexagons in sight, one shape for each color, and their borders. */
    hexagons() {
        const colors = new Map();
        const all = new Path2D();
        for (const cell of this.cellsInSight()) {
            const corners = this.map.layout.corners(cell);
            outline(all, corners);
            for (const picture of [this.ground, this.traces]) {
                const color = picture.get(cell.x, cell.y);
                if (color) {
                    colors.set(color, colors.get(color) || new Path2D());
                    outline(colors.get(color), corners);
                }
            }
        }
        const context = this.context;
        for (const [color, shape] of colors) {
            context.fillStyle = color;
            context.fill(shape);
        }
        context.strokeStyle = "rgba(0, 0, 0, 0.12)";
        context.lineWidth = 1 / this.scale;
        context.stroke(all);
    }

    cellsInSight() {
        const { layout, width, height } = this.map;
        const first = layout.cellAt({ x: -this.left / this.scale, y: -this.top / this.scale });
        const last = layout.cellAt({
            x: (this.width - this.left) / this.scale,
            y: (this.height - this.top) / this.scale,
        });
        const cells = [];
        for (let y = Math.max(0, first.y - 1); y <= Math.min(height - 1, last.y + 1); y++) {
            for (let x = Math.max(0, first.x - 1); x <= Math.min(width - 1, last.x + 1); x++) {
                cells.push({ x, y });
            }
        }
        return cells;
    }

    /** The borders of square cells. */
    lines() {
        const context = this.context;
        context.beginPath();
        for (let x = 0; x <= this.map.width; x++) {
            context.moveTo(x, 0);
            context.lineTo(x, this.map.height);
        }
        for (let y = 0; y <= this.map.height; y++) {
            context.moveTo(0, y);
            context.lineTo(this.map.width, y);
        }
        context.strokeStyle = "rgba(0, 0, 0, 0.12)";
        context.lineWidth = 1 / this.scale;
        context.stroke();
    }

    /** A path through the middles of an agent's places. */
    line(path, size, ink) {
        const context = this.context;
        context.beginPath();
        for (let i = 0; i < path.length; i += 2) {
            const { x, y } = this.map.layout.middle({ x: path[i], y: path[i + 1] }, size);
            context.lineTo(x, y);
        }
        context.lineJoin = "round";
        context.lineCap = "round";
        for (const [color, width] of [[INK.halo, 6], [ink, 3]]) {
            context.strokeStyle = color;
            context.lineWidth = Math.max(width / this.scale, width / 24);
            context.stroke();
        }
    }

    mark(cell, size, color, letter) {
        const context = this.context;
        const radius = Math.max(11 / this.scale, 0.46 * size);
        const { layout } = this.map;
        const { x, y } = layout.middle(cell, size);
        context.strokeStyle = color;
        context.lineWidth = 2 / this.scale;
        if (layout.isHexagonal) {
            const body = new Path2D();
            layout.body(cell, size).forEach((one) => outline(body, layout.corners(one)));
            context.stroke(body);
        } else {
            context.strokeRect(cell.x, cell.y, size, size);
        }
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fillStyle = color;
        context.fill();
        context.strokeStyle = INK.halo;
        context.stroke();
        context.fillStyle = INK.halo;
        context.font = "bold " + 1.2 * radius + "px sans-serif";
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(letter, x, y + 0.07 * radius);
    }

    agents(crowd) {
        const context = this.context;
        const radius = Math.max(2.6 / this.scale, crowd.keptApart ? RADIUS : 0.4 * crowd.query.size);
        for (const [isStuck, color] of [[false, INK.agent], [true, INK.stuck]]) {
            context.beginPath();
            for (const agent of crowd.agents.filter((one) => one.isStuck === isStuck)) {
                const { x, y } = agent.position(this.map.layout, crowd.query.size);
                context.moveTo(x + radius, y);
                context.arc(x, y, radius, 0, 2 * Math.PI);
            }
            context.fillStyle = color;
            context.fill();
            context.strokeStyle = INK.halo;
            context.lineWidth = 0.8 / this.scale;
            context.stroke();
        }
    }
}
