//! The page in a real browser, without a window. The page checks itself and reports what it found.

use super::page;
use super::server::Server;
use crate::tools::{self, CHROMIUM};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Mistakes that the page can be told to make, and by what its check must find each.
const PLANTS: [(&str, &str); 10] = [
    ("cost", "wrong: cost, before the wall"),
    ("bridge", "wrong: no path crosses the raised bridge"),
    ("agents", "agents have moved"),
    ("apart", "wrong: two agents that keep apart are"),
    ("bound", "wrong: the path within"),
    ("field", "wrong: wrong costs of the field"),
    ("sides", "wrong: cost, fence"),
    ("hexagonCost", "wrong: cost, hexOddRows, before the wall"),
    ("shift", "wrong: cells that lie elsewhere in the library, hexOddRows"),
    ("picture", "wrong: pixels of another color, hexOddRows"),
];

/// How long a browser may take. It takes some seconds, and minutes on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(600);

/// Builds the page and checks it in a browser: served, opened as a file, and with each mistake, which must be found.
pub fn check(workspace: &Workspace) -> Result<String> {
    let program = find_browser()?;
    let folder = workspace.target.join("playground-test");
    page::build(workspace, &folder)?;
    let server = Server::begin(&folder, 0)?;
    let (sender, reports) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| server.serve(Some(sender)));
        let outcome = Visits { program, folder: &folder, port: server.port()?, reports }.check(&server.address());
        server.end();
        outcome
    })
}

struct Visits<'a> {
    program: PathBuf,
    folder: &'a Path,
    /// Where pages report to.
    port: u16,
    reports: Receiver<String>,
}

impl Visits<'_> {
    fn check(&self, address: &str) -> Result<String> {
        let found = self.findings(&format!("{address}?check"))?;
        ensure!(found.starts_with("check passed: "), "the page found:\n{found}");
        for (plant, expected) in PLANTS {
            let found = self.findings(&format!("{address}?check&plant={plant}"))?;
            let is_found = found.starts_with("check failed: ") && found.contains(expected);
            ensure!(is_found, "with a planted mistake ({plant}) the page found:\n{found}");
        }
        let page = std::path::absolute(self.folder.join("index.html"))?;
        // A Windows path begins with no slash.
        let page = page.to_string_lossy().replace('\\', "/");
        let as_file = self.findings(&format!("file:///{}?check&lang=zh", page.trim_start_matches('/')))?;
        ensure!(as_file == found, "opened as a file, the page found:\n{as_file}\nand served:\n{found}");
        let sum = found.trim_start_matches("check passed: ");
        Ok(format!("{sum}; the same as a file; {} planted mistakes found", PLANTS.len()))
    }

    /// Findings of a page's check.
    fn findings(&self, address: &str) -> Result<String> {
        let profile = self.folder.join("profile");
        let mut command = Command::new(&self.program);
        command.args(["--headless", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage"]);
        // Root may not use the browser's own sandbox; the page is ours.
        command.args(["--no-sandbox", "--window-size=1280,800"]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        command.arg(format!("{address}&report={}", self.port));
        let log = self.folder.join("browser.log");
        let output = File::create(&log)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let mut browser = command.spawn().with_context(|| format!("{} can't be started", self.program.display()))?;
        let report = self.reports.recv_timeout(PATIENCE);
        let _ = browser.kill();
        browser.wait()?;
        report.with_context(|| {
            let said = std::fs::read_to_string(&log).unwrap_or_default();
            format!("{address} reported nothing; the browser said:\n{}", said.chars().take(3000).collect::<String>())
        })
    }
}

/// The browser under one of the names that systems give it.
fn find_browser() -> Result<PathBuf> {
    const NAMES: [&str; 5] = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    let find = || NAMES.iter().find_map(|name| which::which(name).ok());
    if let Some(browser) = find() {
        return Ok(browser);
    }
    tools::ensure(&[&CHROMIUM])?;
    match find() {
        Some(browser) => Ok(browser),
        None => bail!("chromium was installed and is not there"),
    }
}
