// The library: WebAssembly with the functions of include/gridstar.h, called as they are.
//
// ABI is made from the header: the fields of its structs with their offsets, and its constants.

/** A page of WebAssembly's memory, in bytes. */
const MEMORY_PAGE = 65536;

/** What a call answered with a negative status. */
class GridStarError extends Error {
    constructor(name, status, text) {
        super(name + ": " + text);
        this.status = status;
    }
}

/** A constant of the header, by its name without GRIDSTAR_. */
function constant(name) {
    const value = ABI.constants["GRIDSTAR_" + name];
    if (value === undefined) {
        throw new Error("the header has no GRIDSTAR_" + name);
    }
    return value;
}

/** The compiled library and its memory. */
class Library {
    constructor(instance) {
        this.exports = instance.exports;
        this.memory = instance.exports.memory;
        this.free = 0;
        this.end = 0;
        this.kept = new Map();
        /** Room for an id or two numbers that a call writes. */
        this.numbers = this.reserve(16);
        const version = this.exports.gridstar_abi_version();
        if (version !== constant("ABI_VERSION")) {
            throw new Error("the library has version " + version + " of the ABI, the page another one");
        }
    }

    /** Calls a function and returns its status, whatever it is. */
    status(name, ...values) {
        return this.exports["gridstar_" + name](...values);
    }

    /** Calls a function. A negative status is an exception. */
    call(name, ...values) {
        const status = this.status(name, ...values);
        if (status < 0) {
            throw new GridStarError("gridstar_" + name, status, this.message(status));
        }
        return status;
    }

    /** What a status means, in English. */
    message(status) {
        const bytes = new Uint8Array(this.memory.buffer);
        const start = this.exports.gridstar_status_message(status);
        return new TextDecoder().decode(bytes.slice(start, bytes.indexOf(0, start)));
    }

    /**
     * The address of new memory for the page's own use, kept for good. The page asks WebAssembly for it; the library
     * uses only what it has asked for itself.
     */
    reserve(bytes) {
        const size = Math.ceil(bytes / 16) * 16;
        if (this.free + size > this.end) {
            const pages = Math.max(16, Math.ceil(size / MEMORY_PAGE));
            this.free = this.memory.grow(pages) * MEMORY_PAGE;
            this.end = this.free + pages * MEMORY_PAGE;
        }
        this.free += size;
        return this.free - size;
    }

    /** The page's own array for a use. Nobody keeps what is in it beyond the next call for the same use. */
    structs(name, use = name) {
        if (!this.kept.has(use)) {
            this.kept.set(use, new Structs(this, name));
        }
        return this.kept.get(use);
    }

    /** A number or an id that a call has written. */
    number(place = 0) {
        return this.view().getUint32(this.numbers + 4 * place, true);
    }

    id() {
        return this.view().getBigUint64(this.numbers, true);
    }

    /** Memory moves when it grows: nobody keeps this view. */
    view() {
        return new DataView(this.memory.buffer);
    }
}

const READERS = {
    i32: (view, at) => view.getInt32(at, true),
    u32: (view, at) => view.getUint32(at, true),
    u64: (view, at) => view.getBigUint64(at, true),
    f32: (view, at) => view.getFloat32(at, true),
    f64: (view, at) => view.getFloat64(at, true),
};

const WRITERS = {
    i32: (view, at, value) => view.setInt32(at, value, true),
    u32: (view, at, value) => view.setUint32(at, value, true),
    u64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
    f32: (view, at, value) => view.setFloat32(at, value, true),
    f64: (view, at, value) => view.setFloat64(at, value, true),
};

/** An array of one of the header's structs in the library's memory. It grows and never shrinks. */
class Structs {
    constructor(library, name) {
        this.library = library;
        this.layout = ABI.structs[name];
        this.capacity = 0;
        this.address = 0;
        this.ensure(1);
        if (this.layout.fields.struct_size) {
            this.set("struct_size", this.layout.size);
        }
    }

    ensure(capacity) {
        if (capacity > this.capacity) {
            this.capacity = Math.max(capacity, 2 * this.capacity);
            this.address = this.library.reserve(this.capacity * this.layout.size);
        }
    }

    get(field, index = 0) {
        const [type, offset] = this.layout.fields[field];
        return READERS[type](this.library.view(), this.address + index * this.layout.size + offset);
    }

    set(field, value, index = 0) {
        const [type, offset] = this.layout.fields[field];
        WRITERS[type](this.library.view(), this.address + index * this.layout.size + offset, value);
    }

    /** The first structs as whole numbers of 32 bits, copied. */
    integers(count) {
        const length = (count * this.layout.size) / 4;
        return new Int32Array(this.library.memory.buffer, this.address, length).slice();
    }
}

/** Loads the library from the file beside the page; where pages can't fetch files, from the script that holds it. */
async function loadLibrary() {
    const bytes = location.protocol === "file:" ? await bytesOfScript() : await fetchBytes("gridstar.wasm");
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Library(instance);
}

async function fetchBytes(name) {
    const response = await fetch(name);
    if (!response.ok) {
        throw new Error(name + ": " + response.status + " " + response.statusText);
    }
    return response.arrayBuffer();
}

function bytesOfScript() {
    return new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = "gridstar.wasm.js";
        script.onload = () => resolve(Uint8Array.from(atob(window.GRIDSTAR_WASM), (letter) => letter.charCodeAt(0)));
        script.onerror = () => reject(new Error("gridstar.wasm.js can't be loaded"));
        document.head.append(script);
    });
}
