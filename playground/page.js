// The page: controls, what they change, and the frames.

/** Seconds between two moves of the drawbridge, if it moves by itself. */
const BRIDGE_PERIOD = 4;
const AGENTS = 200;

function element(id) {
    return document.getElementById(id);
}

/** Gives an element a text, which follows the page's language. */
function label(id, key) {
    element(id).dataset.word = key;
    element(id).textContent = word(key);
}

class Page {
    constructor(library) {
        this.library = library;
        this.view = new View(element("canvas"));
        this.profiles = {};
        for (const [name, costs] of Object.entries(PROFILES)) {
            this.profiles[name] = createProfile(library, costs);
        }
        this.brush = TYPES.wall;
        this.answer = null;
        this.stepper = null;
        this.isPlaying = false;
        this.crowd = null;
        this.time = 0;
        this.steps = 0;
        this.isChanged = false;
        this.makeBrushes();
        this.makeLegend();
        this.listen();
        this.setMap("small");
        this.setLanguage(language);
    }

    /** What the controls ask for. */
    get query() {
        const profile = element("profile").value;
        return {
            rule: this.map.layout.isHexagonal ? "hex" : element("rule").value,
            order: element("order").value,
            profile: this.profiles[profile],
            costs: PROFILES[profile],
            size: Number(element("size").value),
        };
    }

    listen() {
        const on = (id, event, action) => element(id).addEventListener(event, action);
        on("map", "change", () => this.setMap(element("map").value));
        on("layout", "change", () => this.setMap(this.map.name));
        for (const id of ["rule", "order", "profile", "size", "bound", "shown"]) {
            on(id, "change", () => this.settingsChanged());
        }
        on("engine", "change", () => {
            this.grid.setEngine(element("engine").value);
            this.settingsChanged();
        });
        on("bridge", "click", () => this.toggleBridge());
        on("reset", "click", () => this.setMap(this.map.name));
        on("play", "click", () => this.play());
        on("step", "click", () => this.stepOnce());
        on("stop", "click", () => this.search());
        on("crowd", "click", () => (this.crowd ? this.endCrowd() : this.beginCrowd()));
        on("apart", "change", () => this.crowd && this.beginCrowd());
        on("budget", "change", () => this.crowd && (this.crowd.budget = Number(element("budget").value)));
        on("language", "click", () => this.setLanguage(language === "en" ? "zh" : "en"));
        on("panel", "submit", (event) => event.preventDefault());
        window.addEventListener("resize", () => this.view.fit());
    }

    makeBrushes() {
        const colors = Object.entries(TYPES).map(([name, type]) => [name, COLORS[type], type]);
        const sides = Object.entries(SIDE_BRUSHES).map(([name, { color }]) => [name, color, name]);
        for (const [name, color, brush] of [...colors, ...sides]) {
            const button = document.createElement("button");
            const text = document.createElement("span");
            button.type = "button";
            button.id = "brush-" + name;
            button.setAttribute("role", "radio");
            text.dataset.word = name;
            button.append(colorSample(color), text);
            button.addEventListener("click", () => this.setBrush(brush));
            element("brushes").append(button);
        }
        this.setBrush(TYPES.wall);
    }

    /** What the colors over the map mean. */
    makeLegend() {
        for (const [name, color] of Object.entries(TRACES)) {
            const entry = document.createElement("span");
            const text = document.createElement("span");
            entry.id = "trace-" + name;
            text.dataset.word = name;
            entry.append(colorSample(color), text);
            element("legend").append(entry);
        }
    }

    /** A brush is a cell type, or the name of a brush for sides. */
    setBrush(brush) {
        this.brush = brush;
        const names = Object.keys(SIDE_BRUSHES).map((name) => [name, name]);
        for (const [name, own] of [...Object.entries(TYPES), ...names]) {
            element("brush-" + name).setAttribute("aria-checked", String(own === brush));
        }
    }

    get paintsSides() {
        return this.brush in SIDE_BRUSHES;
    }

    setMap(name) {
        this.endCrowd();
        this.endStepper();
        if (this.grid) {
            this.grid.destroy();
        }
        const layout = element("layout").value;
        this.map = name === "small" ? smallMap(layout) : islandMap(layout);
        this.offerSettings();
        this.grid = new Grid(this.library, this.map);
        this.grid.setEngine(element("engine").value);
        element("brushSize").value = String(this.map.brush);
        this.start = this.map.start;
        this.goal = this.map.goal;
        this.view.setMap(this.map);
        label("bridge", "raise");
        this.search();
    }

    /** Hexagons have one rule, one engine, and agents of the sizes 1 and 3. Agents of one square cell keep apart. */
    offerSettings() {
        const { isHexagonal } = this.map.layout;
        for (const id of ["rule", "engine"]) {
            element(id).disabled = isHexagonal;
        }
        for (const option of element("size").options) {
            option.disabled = isHexagonal && Number(option.value) % 2 === 0;
        }
        if (element("size").selectedOptions[0].disabled) {
            element("size").value = "1";
        }
        element("apart").disabled = isHexagonal || element("size").value !== "1";
    }

    setLanguage(name) {
        setLanguage(name);
        this.showAnswer();
    }

    settingsChanged() {
        this.offerSettings();
        if (this.crowd) {
            this.beginCrowd();
        }
        this.search();
    }

    /** Sets cells, in the library and on the screen. The search follows in the next frame. */
    edit(rect, type) {
        const changed = this.grid.fill(rect, type);
        if (changed) {
            this.view.paint(changed);
            this.isChanged = true;
        }
    }

    paint(cell) {
        for (const rect of this.map.layout.brush(cell, Number(element("brushSize").value))) {
            this.edit(rect, this.brush);
        }
    }

    /** Paints the side that is nearest to a place of the map. */
    paintSide(place, clearance) {
        const side = sideAt(this.map, place, clearance);
        if (side && this.grid.setPassage(side.from, side.to, SIDE_BRUSHES[this.brush].passage)) {
            this.isChanged = true;
        }
    }

    toggleBridge() {
        this.map.isRaised = !this.map.isRaised;
        this.edit(this.map.bridge, this.map.isRaised ? TYPES.water : TYPES.road);
        label("bridge", this.map.isRaised ? "lower" : "raise");
        this.applyChanges();
    }

    moveEnd(name, cell) {
        const inside = { x: clamp(cell.x, this.map.width), y: clamp(cell.y, this.map.height) };
        if (this[name].x !== inside.x || this[name].y !== inside.y) {
            this[name] = inside;
            this.isChanged = true;
        }
    }

    /** Searches anew after edits. */
    applyChanges() {
        if (this.isChanged) {
            this.isChanged = false;
            if (this.crowd) {
                this.crowd.mapChanged();
            }
            this.search();
        }
    }

    /** Searches, and shows the answer. */
    search() {
        this.endStepper();
        const { query, start, goal } = this;
        const begun = performance.now();
        this.answer = this.grid.find(query, start, goal);
        this.firstTime = performance.now() - begun;
        this.answer.time = this.grid.time(query, start, goal);
        const weight = Number(element("bound").value);
        this.bounded = weight > 1 ? this.grid.find({ ...query, order: "aStar", weight }, start, goal) : null;
        this.showTraces();
        this.showAnswer();
    }

    /** Colors over the map: what the search expanded, or what a field knows. */
    showTraces() {
        const { traces } = this.view;
        traces.clear();
        if (element("shown").value === "field") {
            const costs = fieldCosts(this.grid, this.query, this.goal);
            const greatest = costs.reduce((most, cost) => (cost < Infinity ? Math.max(most, cost) : most), 0);
            costs.forEach((cost, index) => {
                const [x, y] = [index % this.map.width, Math.floor(index / this.map.width)];
                if (cost < Infinity) {
                    traces.set(x, y, costColor(cost, greatest));
                }
            });
            return;
        }
        const cells = this.answer.expanded;
        for (let i = 0; i < cells.length; i += 2) {
            traces.set(cells[i], cells[i + 1], TRACES.expanded);
        }
    }

    showAnswer() {
        const answer = this.answer;
        const isFound = answer && answer.status === constant("STATUS_OK");
        const figures = { cost: "–", time: "–", expansions: "–", length: "–", engineUsed: "–", first: "–", within: "–" };
        if (this.stepper && this.stepper.isRunning) {
            figures.expansions = String(this.stepper.expansions);
            this.say(word("searching"), false);
        } else {
            this.say(isFound ? word("found") : this.reason(answer.status), !isFound);
            figures.expansions = String(answer.expansions);
        }
        if (isFound) {
            figures.cost = String(Number(answer.cost.toFixed(4)));
            figures.length = String(answer.path.length / 2);
            figures.engineUsed = word("engine" + answer.engine);
        }
        if (answer && answer.time !== undefined) {
            figures.time = inWords(answer.time);
            figures.first = inWords(1000 * this.firstTime);
        }
        if (this.bounded && this.bounded.status === constant("STATUS_OK")) {
            figures.within = word("boundedFigures", Number(this.bounded.cost.toFixed(4)), this.bounded.expansions);
        }
        for (const [id, text] of Object.entries(figures)) {
            element(id).textContent = text;
        }
    }

    reason(status) {
        return WORDS[language]["status" + status] || this.library.message(status);
    }

    say(text, isTrouble) {
        element("message").textContent = text;
        element("message").classList.toggle("trouble", isTrouble);
    }

    // The search step by step.

    beginStepper() {
        this.endStepper();
        this.answer = null;
        this.bounded = null;
        this.view.traces.clear();
        this.stepper = new Stepper(this.grid, this.query, this.start, this.goal);
    }

    endStepper() {
        if (this.stepper) {
            this.stepper.destroy();
            this.stepper = null;
        }
        this.setPlaying(false);
    }

    setPlaying(isPlaying) {
        this.isPlaying = isPlaying;
        label("play", isPlaying ? "pause" : "play");
    }

    play() {
        if (!this.stepper || !this.stepper.isRunning) {
            this.beginStepper();
            this.setPlaying(true);
        } else {
            this.setPlaying(!this.isPlaying);
        }
    }

    stepOnce() {
        if (!this.stepper || !this.stepper.isRunning) {
            this.beginStepper();
        }
        this.setPlaying(false);
        this.expand(1);
    }

    expand(expansions) {
        for (const { x, y, kind } of this.stepper.advance(expansions)) {
            const isClosed = kind === constant("SEARCH_CHANGE_KIND_EXPANDED");
            this.view.traces.set(x, y, isClosed ? TRACES.closed : TRACES.open);
        }
        if (!this.stepper.isRunning) {
            this.answer = this.stepper.finish();
            this.setPlaying(false);
        }
        this.showAnswer();
    }

    // Agents.

    beginCrowd() {
        this.endCrowd();
        const query = { ...this.query, order: "aStar" };
        const keepsApart = element("apart").checked && !element("apart").disabled;
        this.grid.prepareFor(query);
        this.crowd = new Crowd(this.grid, query, AGENTS, Number(element("budget").value), keepsApart);
        this.bridgeTime = 0;
        label("crowd", "stop");
    }

    endCrowd() {
        if (this.crowd) {
            this.crowd.destroy();
            this.crowd = null;
        }
        label("crowd", "start");
    }

    advanceCrowd(seconds) {
        this.bridgeTime += seconds;
        if (element("automatic").checked && this.bridgeTime > BRIDGE_PERIOD) {
            this.bridgeTime = 0;
            this.toggleBridge();
        }
        this.crowd.advance(seconds);
        element("frame").textContent = inWords(1000 * this.crowd.milliseconds);
        element("answers").textContent = String(this.crowd.answers);
        element("waiting").textContent = String(this.crowd.waiting);
        element("stuck").textContent = String(this.crowd.agents.filter((agent) => agent.isStuck).length);
    }

    /** A frame. */
    frame(seconds) {
        this.applyChanges();
        if (this.isPlaying) {
            this.steps += seconds * Number(element("speed").value);
            const whole = Math.floor(this.steps);
            this.steps -= whole;
            if (whole > 0) {
                this.expand(whole);
            }
        }
        if (this.crowd) {
            this.advanceCrowd(seconds);
        }
        this.view.draw({
            path: this.answer ? this.answer.path : [],
            bounded: this.bounded ? this.bounded.path : [],
            start: this.start,
            goal: this.goal,
            size: this.query.size,
            crowd: this.crowd,
        });
    }
}

function clamp(value, count) {
    return Math.max(0, Math.min(count - 1, value));
}

/** A little square of a color. */
function colorSample([red, green, blue, opacity = 255]) {
    const sample = document.createElement("i");
    sample.style.background = "rgba(" + [red, green, blue, opacity / 255].join(",") + ")";
    return sample;
}

/** Microseconds as a person reads them. */
function inWords(microseconds) {
    if (Math.round(microseconds) >= 1000) {
        return word("ms", (microseconds / 1000).toFixed(2));
    }
    return word("us", microseconds.toFixed(microseconds < 1 ? 2 : microseconds < 9.95 ? 1 : 0));
}
