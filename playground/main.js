// The beginning: the library is loaded, then the page runs, or its check does.

function showError(error) {
    const message = element("message");
    // After a trap the library is in no state to be called.
    const isTrap = error instanceof WebAssembly.RuntimeError;
    message.textContent = isTrap ? word("stopped") : word("failed", (error && error.message) || String(error));
    message.classList.add("trouble");
}

async function main() {
    const options = new URLSearchParams(location.search);
    setLanguage(options.get("lang") || (navigator.language.startsWith("zh") ? "zh" : "en"));
    element("message").textContent = word("loading");
    const library = await loadLibrary();
    const page = new Page(library);
    new Pointers(page);
    if (options.has("check")) {
        return check(page, options);
    }
    let before = performance.now();
    const frame = (now) => {
        // A page that was hidden does not catch up.
        page.frame(Math.min(0.1, Math.max(0, now - before) / 1000));
        before = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

window.addEventListener("error", (event) => showError(event.error || event.message));
window.addEventListener("unhandledrejection", (event) => showError(event.reason));
main();
