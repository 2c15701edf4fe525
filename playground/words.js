// What the page says, in English and Chinese.

const WORDS = {
    en: {
        title: "GridStar playground",
        lead: "The library, compiled for the web. Paint walls and terrain, drag S and G: each change is searched at once.",
        other: "中文",
        map: "Map", small: "Small", island: "Island", reset: "Reset", brush: "Brush", brushSize: "Brush size",
        layout: "Cells", square: "squares", hexOddRows: "hexagons, pointy, odd rows",
        hexEvenRows: "hexagons, pointy, even rows", hexOddColumns: "hexagons, flat, odd columns",
        hexEvenColumns: "hexagons, flat, even columns",
        wall: "wall", road: "road", ground: "ground", swamp: "swamp", water: "water", trees: "trees",
        thinWall: "thin wall", oneWay: "one way", noWall: "no thin wall",
        raise: "Raise the drawbridge", lower: "Lower the drawbridge",
        search: "Search", rule: "Diagonal steps", bothFree: "both cells beside are free",
        oneBlocked: "at most one is blocked", always: "always", never: "never",
        bound: "Also a path within", none: "none", within: "Within the bound", shown: "Colors show",
        costs: "costs to the goal", boundedFigures: "{0}, {1} expanded",
        order: "Algorithm", aStar: "A*", dijkstra: "Dijkstra", greedy: "greedy best-first",
        engine: "Engine", auto: "jump points (default)", landmarks: "landmarks", cells: "A* over cells",
        profile: "Agent", scout: "scout: all ground costs 1", infantry: "infantry: ground 1.5, swamp 3",
        cart: "cart: ground 2.5, no swamp", boat: "boat: water only", size: "Size in cells",
        watch: "Step by step", play: "Play", pause: "Pause", step: "Step", stop: "Stop",
        speed: "Expansions a second", agents: "200 agents", start: "Start", automatic: "The drawbridge moves by itself",
        apart: "They keep apart (squares, one cell)",
        budget: "Expansions a frame", cost: "Cost", length: "Cells", expansions: "Expansions", time: "Time",
        first: "First, after a change", engineUsed: "Answered by", engine0: "no search", engine1: "A* over cells",
        engine2: "jump points", engine3: "landmarks", answers: "Paths found", frame: "Search a frame",
        waiting: "Waiting", stuck: "Without a way", found: "Path found.", searching: "Searching step by step.",
        status1: "No path leads to the goal.", status2: "The start is outside the map.",
        status3: "The goal is outside the map.", status4: "The agent can't stand at the goal.",
        loading: "Loading the library.", failed: "Something failed: {0}", stopped: "The library stopped. Reload the page.",
        ms: "{0} ms", us: "{0} µs", fit: "Whole map", closer: "Closer", farther: "Farther",
        hint: "Wheel or two fingers: zoom and move.", expanded: "expanded by the search",
        open: "open, step by step", closed: "closed, step by step",
    },
    zh: {
        title: "GridStar 试验场",
        lead: "这里运行的是编译成 WebAssembly 的库本身。涂画墙和地形，拖动 S 和 G：每次改动后立刻重新寻路。",
        other: "English",
        map: "地图", small: "小地图", island: "岛屿", reset: "重置", brush: "画笔", brushSize: "画笔大小",
        layout: "格子形状", square: "方格", hexOddRows: "六边形：尖顶，奇数行右移",
        hexEvenRows: "六边形：尖顶，偶数行右移", hexOddColumns: "六边形：平顶，奇数列下移",
        hexEvenColumns: "六边形：平顶，偶数列下移",
        wall: "墙", road: "道路", ground: "地面", swamp: "沼泽", water: "水", trees: "树林",
        thinWall: "薄墙", oneWay: "单向", noWall: "拆除薄墙",
        raise: "升起吊桥", lower: "放下吊桥",
        search: "寻路", rule: "斜向移动", bothFree: "两侧格子都可通行", oneBlocked: "两侧至多一格有障碍",
        always: "总是允许", never: "不允许",
        bound: "另求代价不超过最优的几倍", none: "不求", within: "近似路径", shown: "颜色表示",
        costs: "到终点的代价", boundedFigures: "{0}，扩展 {1} 格",
        order: "算法", aStar: "A*", dijkstra: "Dijkstra", greedy: "贪心最佳优先",
        engine: "引擎", auto: "跳点（默认）", landmarks: "地标", cells: "逐格 A*",
        profile: "单位", scout: "斥候：各种地面代价都是 1", infantry: "步兵：地面 1.5，沼泽 3",
        cart: "马车：地面 2.5，不能进沼泽", boat: "船：只能走水面", size: "占几格宽",
        watch: "逐步演示", play: "播放", pause: "暂停", step: "单步", stop: "停止",
        speed: "每秒扩展格数", agents: "200 个单位", start: "开始", automatic: "吊桥自动升降",
        apart: "互相避让（方格，占一格）",
        budget: "每帧扩展格数上限", cost: "代价", length: "格数", expansions: "扩展格数", time: "用时",
        first: "改动后首次", engineUsed: "所用引擎", engine0: "无需搜索", engine1: "逐格 A*",
        engine2: "跳点", engine3: "地标", answers: "已求路径", frame: "每帧寻路",
        waiting: "等待中", stuck: "无路可走", found: "找到路径。", searching: "正在逐步搜索。",
        status1: "没有通向终点的路径。", status2: "起点在地图外。",
        status3: "终点在地图外。", status4: "该单位不能站在终点。",
        loading: "正在加载库。", failed: "出错：{0}", stopped: "库已停止运行，请刷新页面。",
        ms: "{0} 毫秒", us: "{0} 微秒", fit: "全图", closer: "放大", farther: "缩小",
        hint: "滚轮或双指：缩放和移动。", expanded: "搜索扩展过的格子",
        open: "逐步演示：开启的格子", closed: "逐步演示：关闭的格子",
    },
};

let language = "en";

/** A text in the page's language, with values in place of {0}, {1}. */
function word(key, ...values) {
    const text = WORDS[language][key];
    if (text === undefined) {
        throw new Error("no word for " + key);
    }
    return text.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** Sets the language of all elements with a word. */
function setLanguage(name) {
    language = name;
    document.documentElement.lang = name === "zh" ? "zh-CN" : "en";
    document.title = word("title");
    for (const element of document.querySelectorAll("[data-word]")) {
        element.textContent = word(element.dataset.word);
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        element.setAttribute("aria-label", word(element.dataset.label));
    }
}
