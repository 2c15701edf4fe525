//! Engines to compare: GridStar's, other crates, and those of the program that `GRIDSTAR_YARDSTICK` names.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs that answer.
pub(crate) struct Programs {
    /// The scenario example.
    scenario: PathBuf,
    /// This one, for other crates.
    own: PathBuf,
    /// Program that `GRIDSTAR_YARDSTICK` names.
    pub(crate) yardstick: Option<PathBuf>,
}

impl Programs {
    /// Where cargo puts them.
    pub(crate) fn find() -> Result<Self> {
        let own = std::env::current_exe().context("this program has no file")?;
        let scenario = own.with_file_name("examples").join(format!("scenario{}", std::env::consts::EXE_SUFFIX));
        let yardstick = std::env::var_os("GRIDSTAR_YARDSTICK").map(PathBuf::from);
        if let Some(missing) = yardstick.as_ref().filter(|path| !path.is_file()) {
            bail!("GRIDSTAR_YARDSTICK: {} is no file", missing.display());
        }
        Ok(Self { scenario, own, yardstick })
    }
}

/// Output of a program.
pub(crate) struct Printed {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// One way to answer all queries of a scenario.
pub(crate) struct Engine {
    pub(crate) name: String,
    kind: Kind,
    /// Name of the engine in the program.
    argument: &'static str,
    /// Takes so long that it is asked only few queries.
    pub(crate) is_slow: bool,
    /// Whether its lengths are those of the benchmark's rule.
    pub(crate) has_benchmark_rule: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    GridStar,
    Crate,
    Yardstick,
}

/// The yardstick's engine that has the ratio 1. Where there is no yardstick, GridStar without any choice of the
/// caller's has it, which is the first engine.
const YARDSTICK_BASE: &str = "online";

/// Those that there are, in the order of the table's columns.
pub(crate) fn all(has_yardstick: bool) -> Vec<Engine> {
    let fast = |name: &str, kind, argument| Engine {
        name: name.into(),
        kind,
        argument,
        is_slow: false,
        has_benchmark_rule: true,
    };
    let slow = |name: &str, kind, argument| Engine { is_slow: true, ..fast(name, kind, argument) };
    let mut engines = vec![
        fast("GridStar default", Kind::GridStar, "auto"),
        fast("GridStar jump points", Kind::GridStar, "online"),
        fast("GridStar landmarks", Kind::GridStar, "prepared"),
        slow("GridStar A*", Kind::GridStar, "astar"),
    ];
    if has_yardstick {
        for argument in [YARDSTICK_BASE, "table", "landmarks", "bitmaps", "bitmaps-landmarks"] {
            engines.push(fast(&format!("yardstick {argument}"), Kind::Yardstick, argument));
        }
        engines.push(slow("yardstick dense", Kind::Yardstick, "dense"));
    }
    engines.push(slow("pathfinding", Kind::Crate, "pathfinding"));
    let cutting = slow("grid_pathfinding (cuts corners)", Kind::Crate, "grid_pathfinding");
    engines.push(Engine { has_benchmark_rule: false, ..cutting });
    engines
}

/// The engine whose time is 1.
pub(crate) fn base(engines: &[Engine]) -> usize {
    let of_yardstick = |engine: &Engine| engine.kind == Kind::Yardstick && engine.argument == YARDSTICK_BASE;
    engines.iter().position(of_yardstick).unwrap_or(0)
}

impl Engine {
    /// Answers a scenario. GridStar and the crates are held against its lengths by their programs.
    pub(crate) fn run(&self, programs: &Programs, map: &Path, scen: &Path) -> Result<Printed> {
        let (program, before, after) = match self.kind {
            Kind::GridStar => (&programs.scenario, None, Some("--engine")),
            Kind::Crate => (&programs.own, Some("rival"), Some("--by")),
            Kind::Yardstick => (programs.yardstick.as_ref().context("there is no yardstick")?, None, None),
        };
        let mut command = Command::new(program);
        command.args(before).arg(map).arg(scen).args(after).arg(self.argument).stdin(Stdio::null());
        let output = command.output().with_context(|| format!("{} could not be started", program.display()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let printed = Printed { stdout: text(&output.stdout), stderr: text(&output.stderr) };
        if !output.status.success() {
            bail!("{} ended with {}:\n{}", program.display(), output.status, printed.stderr.trim_end());
        }
        Ok(printed)
    }

    /// A wrong answer of GridStar's ends everything; a yardstick that can't work with a map is left out.
    pub(crate) fn may_fail(&self) -> bool {
        self.kind == Kind::Yardstick
    }
}
