// Agents that keep apart: the page says where each wishes to go, and a crowd of the library moves them.

/** An agent's radius, in cells. */
const RADIUS = 0.3;
/** How near to a cell's center the agent has reached it, and how far from it its path is lost, in cells. */
const REACHED = 0.6;
const LOST = 3;

class KeptApart {
    constructor(grid, query, agents) {
        this.grid = grid;
        this.library = grid.library;
        this.query = query;
        this.agents = agents;
        const { library } = this;
        library.call("crowd_create", grid.id, grid.define(query), library.numbers);
        this.id = library.id();
        const structs = library.structs("GridstarCrowdAgent");
        structs.ensure(agents.length);
        agents.forEach((agent, index) => {
            agent.place = grid.map.layout.center(agent.cell);
            const { x, y } = agent.place;
            const fields = { x, y, radius: RADIUS, max_speed: grid.map.speed, max_acceleration: 0, priority: 0 };
            for (const [field, value] of Object.entries({ ...fields, layers: 0, ignored: 0 })) {
                structs.set(field, value, index);
            }
        });
        const numbers = this.pairs("numbers");
        library.call("crowd_add_agents", this.id, structs.address, agents.length, numbers.address, agents.length);
    }

    destroy() {
        this.library.call("destroy", this.id);
    }

    /** Room for two numbers of each agent. The first crowd gives the agents the numbers from 0 up. */
    pairs(use) {
        const pairs = this.library.structs("GridstarCell", "crowd " + use);
        pairs.ensure(this.agents.length);
        return pairs;
    }

    floats(pairs) {
        return new Float32Array(this.library.memory.buffer, pairs.address, 2 * this.agents.length);
    }

    /** Moves all agents. Those that rest wish to stand, and give way. */
    advance(seconds, rests) {
        const [wishes, positions, velocities] = ["wishes", "positions", "velocities"].map((use) => this.pairs(use));
        const count = this.agents.length;
        const values = this.agents.flatMap((agent) => (rests(agent) ? [0, 0] : this.wish(agent)));
        this.floats(wishes).set(values);
        this.library.call("crowd_tick", this.id, Math.max(0.001, seconds), wishes.address, count, positions.address,
            velocities.address, count, this.library.numbers);
        const places = this.floats(positions).slice();
        this.agents.forEach((agent, index) => this.put(agent, places[2 * index], places[2 * index + 1]));
    }

    /** The velocity to the center of the next cell. What costs more takes longer. */
    wish(agent) {
        const { layout, speed } = this.grid.map;
        const to = layout.center(agent.ahead());
        const [dx, dy] = [to.x - agent.place.x, to.y - agent.place.y];
        const weight = this.grid.map.weight(this.query.costs, 1, agent.cell.x, agent.cell.y) || 1;
        const factor = speed / weight / Math.max(Math.hypot(dx, dy), 1e-6);
        return [dx * factor, dy * factor];
    }

    /** Takes over where an agent is, and what it has reached of its path. */
    put(agent, x, y) {
        const { layout } = this.grid.map;
        agent.place = { x, y };
        agent.cell = layout.cellAt(agent.place);
        const distance = () => {
            const center = layout.center(agent.ahead());
            return Math.hypot(center.x - x, center.y - y);
        };
        while (agent.ahead() && distance() < REACHED) {
            agent.at += 2;
        }
        if (agent.ahead() && distance() > LOST) {
            agent.wantsPath = true;
        }
    }
}
