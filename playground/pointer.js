// What fingers and the mouse do on the map: paint, drag the ends, zoom and move.

/** How near to an end a drag must begin, in pixels. */
const GRIP = 18;

class Pointers {
    constructor(page) {
        this.page = page;
        this.view = page.view;
        /** Fingers on the map, by their numbers. */
        this.down = new Map();
        this.dragged = null;
        this.last = null;
        /** The finger has painted nothing: the first finger of two must not. */
        this.isFresh = false;
        const canvas = this.view.canvas;
        canvas.addEventListener("pointerdown", (event) => this.begin(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        for (const name of ["pointerup", "pointercancel"]) {
            canvas.addEventListener(name, (event) => this.end(event));
        }
        canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        element("closer").addEventListener("click", () => this.scale(1.5));
        element("farther").addEventListener("click", () => this.scale(1 / 1.5));
        element("fit").addEventListener("click", () => this.view.fit());
    }

    begin(event) {
        event.preventDefault();
        if (event.isTrusted) {
            this.view.canvas.setPointerCapture(event.pointerId);
        }
        this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (this.down.size > 1) {
            this.dragged = null;
            this.last = null;
            return;
        }
        this.isFresh = true;
        this.dragged = ["goal", "start"].find((name) => this.isNear(name, event)) || null;
        this.last = this.view.cellAt(event.clientX, event.clientY);
        this.lastPlace = this.view.placeAt(event.clientX, event.clientY);
    }

    paintFirst() {
        if (this.isFresh && this.last && !this.dragged) {
            if (this.page.paintsSides) {
                this.page.paintSide(this.lastPlace, 0);
            } else {
                this.page.paint(this.last);
            }
        }
        this.isFresh = false;
    }

    isNear(name, event) {
        const { clientX, clientY } = this.view.pointOf(this.page[name], this.page.query.size);
        return Math.hypot(clientX - event.clientX, clientY - event.clientY) < GRIP;
    }

    move(event) {
        const before = this.down.get(event.pointerId);
        if (!before) {
            return;
        }
        const now = { x: event.clientX, y: event.clientY };
        if (this.down.size === 2) {
            this.pinch(event.pointerId, before, now);
        } else if (this.last) {
            const cell = this.view.cellAt(now.x, now.y);
            if (this.dragged) {
                this.page.moveEnd(this.dragged, cell);
            } else {
                this.paintFirst();
                this.stroke(this.last, cell, this.view.placeAt(now.x, now.y));
            }
            this.last = cell;
            this.lastPlace = this.view.placeAt(now.x, now.y);
        }
        this.down.set(event.pointerId, now);
    }

    /** Paints each cell, or each side, between two places of a moving finger. */
    stroke(from, to, place) {
        if (this.page.paintsSides) {
            const before = this.lastPlace;
            const steps = Math.ceil(5 * Math.hypot(place.x - before.x, place.y - before.y));
            evenly(steps, before, place).forEach((one) => this.page.paintSide(one, SIDE_CLEARANCE));
            return;
        }
        for (const cell of this.page.map.layout.between(from, to)) {
            this.page.paint(cell);
        }
    }

    pinch(id, before, now) {
        const other = [...this.down].find(([key]) => key !== id)[1];
        const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
        const box = this.view.canvas.getBoundingClientRect();
        const middle = { x: (before.x + other.x) / 2 - box.left, y: (before.y + other.y) / 2 - box.top };
        const [dx, dy] = [(now.x - before.x) / 2, (now.y - before.y) / 2];
        this.view.move(distance(now) / distance(before), middle.x, middle.y, dx, dy);
    }

    end(event) {
        this.down.delete(event.pointerId);
        this.paintFirst();
        this.last = null;
        this.dragged = null;
    }

    wheel(event) {
        event.preventDefault();
        const box = this.view.canvas.getBoundingClientRect();
        const [x, y] = [event.clientX - box.left, event.clientY - box.top];
        if (event.shiftKey) {
            this.view.move(1, x, y, -event.deltaX - event.deltaY, 0);
        } else {
            this.view.move(Math.exp(-event.deltaY / 400), x, y, 0, 0);
        }
    }

    scale(factor) {
        this.view.move(factor, this.view.width / 2, this.view.height / 2, 0, 0);
    }
}
