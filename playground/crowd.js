// Agents that walk to places of their own. The web gives the library no threads, so a ticket asks for their paths and
// each frame has a budget of expansions for them.

/** Seconds until an agent without a way tries another goal. */
const PATIENCE = 1;

/** Numerical Recipes' generator: the same agents on each visit. */
class Random {
    constructor(seed) {
        this.state = seed;
    }

    below(count) {
        this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
        return Math.floor((this.state / 2 ** 32) * count);
    }
}

/** An agent: on a cell, or on its way to the next one. */
class Agent {
    constructor(cell, goal) {
        this.cell = cell;
        this.goal = goal;
        this.next = null;
        /** The part of the step that is done. */
        this.done = 0;
        /** Cells still to be entered, from the place `at`. */
        this.path = new Int32Array(0);
        this.at = 0;
        this.wantsPath = true;
        this.isAsked = false;
        this.isStuck = false;
        this.patience = 0;
        /** The middle of an agent that keeps apart from others. */
        this.place = null;
    }

    /** Where the agent's middle is. */
    position(layout, size) {
        if (this.place) {
            return this.place;
        }
        const [from, to] = [this.cell, this.next || this.cell].map((cell) => layout.middle(cell, size));
        return { x: from.x + (to.x - from.x) * this.done, y: from.y + (to.y - from.y) * this.done };
    }

    /** The next cell of the path, or null. */
    ahead() {
        return this.at < this.path.length ? { x: this.path[this.at], y: this.path[this.at + 1] } : null;
    }

    /** Takes over an answer; the path begins where the agent stands or arrives. */
    follow(path) {
        this.path = path;
        this.at = 2;
        this.isAsked = false;
        this.isStuck = path.length === 0;
        this.patience = PATIENCE;
    }
}

/** All agents, and the ticket that their searches wait for. */
class Crowd {
    /** `query` has a rule, an order, a profile with its costs and a size. Agents that keep apart have the size 1. */
    constructor(grid, query, count, budget, keepsApart) {
        this.grid = grid;
        this.library = grid.library;
        this.query = query;
        this.budget = budget;
        this.random = new Random(20);
        this.requests = this.library.structs("GridstarPathRequest");
        this.replies = this.library.structs("GridstarPathReply");
        this.info = this.library.structs("GridstarTicketInfo");
        this.ticket = 0n;
        this.asked = [];
        this.answers = 0;
        this.expansions = 0;
        this.milliseconds = 0;
        this.places = this.standable();
        this.agents = [];
        const taken = new Set();
        const isFree = (cell) => !keepsApart || !taken.has(cell) || taken.size === this.places.length;
        for (let i = 0; i < count && this.places.length > 0; i++) {
            let cell = this.anyPlace();
            while (!isFree(cell)) {
                cell = this.anyPlace();
            }
            taken.add(cell);
            this.agents.push(new Agent(cell, this.anyPlace()));
        }
        this.keptApart = keepsApart ? new KeptApart(grid, query, this.agents) : null;
    }

    destroy() {
        if (this.ticket !== 0n) {
            this.library.call("destroy", this.ticket);
        }
        if (this.keptApart) {
            this.keptApart.destroy();
        }
    }

    standable() {
        const map = this.grid.map;
        const places = [];
        for (let y = 0; y < map.height; y++) {
            for (let x = 0; x < map.width; x++) {
                if (map.weight(this.query.costs, this.query.size, x, y) > 0) {
                    places.push({ x, y });
                }
            }
        }
        return places;
    }

    anyPlace() {
        return this.places[this.random.below(this.places.length)];
    }

    /** The map was edited: each path may be illegal now, or too long. */
    mapChanged() {
        for (const agent of this.agents) {
            agent.wantsPath = true;
        }
    }

    get waiting() {
        return this.agents.filter((agent) => agent.wantsPath || agent.isAsked).length;
    }

    /** A frame. */
    advance(seconds) {
        const begun = performance.now();
        if (this.ticket === 0n) {
            this.ask();
        }
        if (this.ticket !== 0n) {
            this.library.call("work_run", BigInt(this.budget), 0n);
            this.take();
        }
        this.milliseconds = performance.now() - begun;
        if (this.keptApart) {
            this.keptApart.advance(seconds, (agent) => this.rests(agent, seconds));
            return;
        }
        for (const agent of this.agents) {
            this.walk(agent, seconds);
        }
    }

    /** One ticket for all who want a path. */
    ask() {
        this.asked = this.agents.filter((agent) => agent.wantsPath);
        if (this.asked.length === 0) {
            return;
        }
        this.requests.ensure(this.asked.length);
        this.asked.forEach((agent, index) => {
            const from = agent.next || agent.cell;
            this.requests.set("start_x", from.x, index);
            this.requests.set("start_y", from.y, index);
            this.requests.set("goal_x", agent.goal.x, index);
            this.requests.set("goal_y", agent.goal.y, index);
            this.requests.set("def_index", 0, index);
            this.requests.set("reserved", 0, index);
            agent.wantsPath = false;
            agent.isAsked = true;
        });
        this.library.call("ticket_submit", this.grid.id, this.requests.address, this.asked.length,
            this.grid.define(this.query), 1, 0, this.library.numbers);
        this.ticket = this.library.id();
    }

    /** Takes the answers, if they are there. */
    take() {
        if (this.library.call("ticket_poll", this.ticket, this.info.address) !== constant("STATUS_OK")) {
            return;
        }
        const count = this.asked.length;
        const cellCount = Number(this.info.get("cell_count"));
        const cells = this.grid.path;
        this.replies.ensure(count);
        cells.ensure(cellCount);
        this.library.call("ticket_take", this.ticket, this.replies.address, count, cells.address, cells.capacity,
            this.info.address);
        const all = cells.integers(cellCount);
        this.asked.forEach((agent, index) => {
            const first = 2 * this.replies.get("first", index);
            agent.follow(all.subarray(first, first + 2 * this.replies.get("length", index)));
        });
        this.ticket = 0n;
        this.answers += count;
        this.expansions += Number(this.info.get("expansions"));
    }

    walk(agent, seconds) {
        const map = this.grid.map;
        const { costs, size } = this.query;
        let left = seconds * map.speed;
        while (left > 0) {
            if (!agent.next && !this.beginStep(agent, seconds)) {
                return;
            }
            const isDiagonal = agent.next.x !== agent.cell.x && agent.next.y !== agent.cell.y;
            const length = isDiagonal && !map.layout.isHexagonal ? 1.4 : 1;
            // What costs more takes longer. A cell that has just been blocked is left at the usual speed.
            const weight = map.weight(costs, size, agent.next.x, agent.next.y) || 1;
            const rest = (1 - agent.done) * length * weight;
            if (rest > left) {
                agent.done += left / (length * weight);
                return;
            }
            left -= rest;
            agent.cell = agent.next;
            agent.next = null;
            agent.done = 0;
        }
    }

    /** Whether the agent stays: without a path, before a blocked cell, and while it waits for an answer. */
    rests(agent, seconds) {
        if (agent.isAsked || agent.wantsPath) {
            return true;
        }
        const ahead = agent.ahead();
        if (!ahead) {
            agent.patience -= agent.isStuck ? seconds : PATIENCE;
            if (agent.patience <= 0) {
                agent.goal = this.anyPlace();
                agent.wantsPath = true;
            }
            return true;
        }
        if (this.grid.map.weight(this.query.costs, this.query.size, ahead.x, ahead.y) === 0) {
            agent.wantsPath = true;
        }
        return agent.wantsPath;
    }

    /** Whether the agent goes on to the next cell. */
    beginStep(agent, seconds) {
        if (this.rests(agent, seconds)) {
            return false;
        }
        agent.next = agent.ahead();
        agent.at += 2;
        return true;
    }
}
