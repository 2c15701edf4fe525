//! Files written for release 0.2.0 go on: the scripts of its manual, its samples, its tests, and the
//! components of its scenes. `tests/released` holds all this as it was released.

use crate::command::quietly;
use crate::csharp::{self, Assembly, Build};
use crate::documents;
use crate::steps::{Counts, Steps, nunit_tests};
use crate::tarball;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const VERSION: &str = "0.2.0";

const ASSEMBLIES: [Assembly; 7] = [
    csharp::CORE,
    csharp::STANDIN,
    csharp::UNITY,
    csharp::VIEWER,
    csharp::EDITOR_STANDIN,
    csharp::EDITOR,
    csharp::SERIALIZED_FIELDS,
];
/// Whose assembly definitions use the viewer, which was in `GridStar.Unity`. The page about upgrading says so.
const USE_THE_VIEWER: [&str; 3] = [
    "Samples~/StepViewer/GridStar.Samples.StepViewer.asmdef",
    "Samples~/Terrain/GridStar.Samples.Terrain.asmdef",
    "Tests/Runtime/GridStar.Tests.asmdef",
];
/// The ABI of the release. Its C programs refuse this library, which has another one.
const ABI: &str = "#define GRIDSTAR_ABI_VERSION 1";

/// The tests of the package that fail today, and why that breaks no game.
const MEANT: [(&str, &str); 15] = [
    ("BurstRulesTests.AStructOfJobsHasNoReferenceAndNoBool(GridStar.NativePathQuery,80)", "the struct has new fields"),
    ("BurstRulesTests.MethodsOfAHandleKeepTheRulesOfBurst", "it lists the calls of the ABI before"),
    (
        "PathGridSettingsTests.Unknown_numbers_of_enums_are_refused_in_settings_and_queries",
        "4 is a known number of DiagonalRule, and refused by another ArgumentException",
    ),
    ("PathFormTests.Searches_that_cannot_write_a_form_say_so", "paths through floors have forms"),
    ("PathGridLifeTests.The_library_tells_its_versions", "the ABI has version 2"),
    ("PathGridSightTests.A_line_ends_before_the_first_obstacle", "an agent's body moves along lines of sight"),
    ("PathSchedulerTests.A_disposed_grid_ends_all_searches", FIELDS),
    ("PathSchedulerTests.After_the_expansions_of_a_frame_no_further_search_begins", FIELDS),
    ("PathSchedulerTests.Answers_of_threads_are_those_of_the_calling_thread_and_come_without_threads_too", FIELDS),
    ("PathSchedulerTests.Equal_requests_are_one_search", FIELDS),
    (
        "PathSchedulerTests.Every_setting_of_a_query_makes_it_another_query",
        "the test can't give a value to the new field PathCover",
    ),
    ("PathSchedulerTests.No_frame_searches_more_than_its_share_and_all_are_answered", FIELDS),
    ("PathSchedulerTests.Searches_after_a_change_of_a_profile_are_spread_and_none_is_missing", FIELDS),
    ("PathSchedulerTests.Searches_after_an_interval_are_not_in_phase", FIELDS),
    ("TraversalProfileTests.Costs_are_rounded_to_multiples_of_one_64th", "costs are exact to finer parts"),
];
const FIELDS: &str = "it counts searches, and followers of one target share a field";

/// Changes that are meant, of the tests of components and samples. The manual's page about upgrading names all of them.
const MEANT_OF_COMPONENTS: [(&str, &str); 11] = [
    ("FollowerTests.A_follower_whose_way_is_closed_stops_says_so_and_goes_on_when_it_opens", NEAR),
    ("GridManagerSampleTests.An_end_that_is_walled_in_is_reported", NEAR),
    ("PathObstacleTests.A_slow_drift_counts_as_movement_once_it_passes_the_threshold", COVERS),
    ("PathObstacleTests.A_whole_and_a_partial_scan_keep_obstacles_and_change_what_lies_under_them", COVERS),
    ("PathObstacleTests.An_obstacle_closes_the_cells_under_it_and_gives_back_the_types_that_they_had", COVERS),
    ("PathObstacleTests.An_obstacle_that_carves_when_still_opens_its_cells_while_it_moves", COVERS),
    ("PathObstacleTests.Obstacles_take_their_places_on_a_grid_that_is_built_anew_and_on_another_one", COVERS),
    ("PathObstacleTests.Overlapping_obstacles_agree_with_a_count_of_each_cell", COVERS),
    ("PathObstacleTests.The_bounds_of_a_collider_count_where_physics_knows_it", COVERS),
    ("SceneMapTests.Tilemaps_whose_cells_are_no_squares_along_the_axes_are_refused", "they are no longer refused"),
    ("TraversalProfileAssetTests.A_follower_walks_by_its_profile", NEAR),
];
/// A test that counts searches and garbage. Today followers search only until the field that they share is ready. How
/// often they do is up to the machine's threads, and their first searches, which take memory, may come late.
const UNDECIDED: &str =
    "FollowerMotionTests.Warm_frames_of_many_followers_with_a_moving_target_and_a_door_allocate_nothing";
const NEAR: &str = "a follower comes near a target that it can't reach, and tells PartialPath";
const COVERS: &str = "PathObstacle covers cells and changes no types";

/// Compiles what the release brought, and runs it with this library.
pub fn add_steps(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    let released = match Released::begin(workspace, native) {
        Ok(released) => released,
        Err(error) => return steps.check(&format!("unpacking what release {VERSION} brought"), || Err(error)),
    };
    steps.check(&format!("the scripts of the manual of release {VERSION} compile"), || released.manual());
    steps.check(&format!("the samples of release {VERSION} compile"), || released.samples());
    steps.suite(&format!("C# tests of release {VERSION}"), || released.tests());
    steps.suite(&format!("components and samples of release {VERSION}"), || released.components());
    let name = format!("C programs of release {VERSION} are for another ABI, and the versions say so");
    steps.check(&name, || released.abi());
    steps.check(&format!("scenes of release {VERSION} find their scripts and fields"), || released.scenes());
}

struct Released<'a> {
    workspace: &'a Workspace,
    build: Build<'a>,
    /// Folder of the files as released.
    held: PathBuf,
    /// The unpacked sources of the package.
    package: PathBuf,
    /// The assemblies of its samples.
    samples: RefCell<Vec<String>>,
}

impl<'a> Released<'a> {
    fn begin(workspace: &'a Workspace, native: &'a Path) -> Result<Self> {
        let build = Build::begin(workspace, "released", native)?;
        let held = workspace.root.join("tests/released").join(VERSION);
        tarball::unpack(&held.join("sources.tgz"), &build.folder)?;
        let package = build.folder.join("package");
        for definition in USE_THE_VIEWER {
            let file = package.join(definition);
            let text = std::fs::read_to_string(&file)?;
            std::fs::write(&file, text.replace("\"GridStar.Unity\"", "\"GridStar.Unity\", \"GridStar.Viewer\""))?;
        }
        build.compile_all(&ASSEMBLIES)?;
        build.compile_all(&csharp::PACKAGE_STANDINS)?;
        build.compile(&csharp::BURST)?;
        Ok(Self { workspace, held, package, build, samples: RefCell::default() })
    }

    fn manual(&self) -> Result<String> {
        let count = documents::compile_scripts(&self.build, &self.package.join("Documentation~"))?;
        ensure!(count > 40, "the manual had more than {count} scripts");
        Ok(format!("{count} scripts"))
    }

    fn samples(&self) -> Result<String> {
        let samples = self.build.compile_samples(&self.package)?;
        ensure!(samples.len() > 8, "the release had more than {} samples", samples.len());
        let count = samples.len();
        self.samples.replace(samples);
        Ok(format!("{count} samples"))
    }

    fn tests(&self) -> Result<Counts> {
        let file = csharp::TESTS.file;
        self.build.compile_folder(file, &self.package.join("Tests/Runtime"), "")?;
        self.nunit(file, "GridStar.Tests.", &MEANT)
    }

    /// Scenes with the components and samples, frame by frame.
    fn components(&self) -> Result<Counts> {
        let samples = self.samples.borrow().join(" ");
        let references = format!("{} GridStar.Editor UnityEditor nunit.framework System.Xml {samples}", csharp::GAME);
        let file = csharp::STANDIN_TESTS.file;
        self.build.compile_folder(file, &self.build.folder.join("standin"), &references)?;
        self.nunit(file, "", &MEANT_OF_COMPONENTS)
    }

    /// Counts as failed what fails and is not meant to, and what is meant to and does not.
    fn nunit(&self, file: &str, namespace: &str, meant: &[(&str, &str)]) -> Result<Counts> {
        let mut counts = nunit_tests(&mut self.build.with_library("nunit-console"), file)?;
        let failed = counts.failures.drain(..).collect::<BTreeSet<_>>();
        meant.iter().for_each(|(name, why)| println!("{name} fails, as is meant: {why}"));
        let meant = meant.iter().map(|(name, _)| format!("{namespace}{name}")).collect::<BTreeSet<_>>();
        ensure!(counts.failed as usize == failed.len(), "{} tests failed, and {failed:?} have names", counts.failed);
        let wrong = failed.symmetric_difference(&meant).filter(|name| *name != UNDECIDED).collect::<Vec<_>>();
        for name in &wrong {
            counts.failures.push(format!("{name} {}", if meant.contains(*name) { "passes again" } else { "fails" }));
        }
        counts.failed = wrong.len() as u32;
        Ok(counts)
    }

    /// C programs compare the version of their header with that of the library, and stop.
    fn abi(&self) -> Result<String> {
        let header = |path: &Path| std::fs::read_to_string(path).context("a header");
        let (then, now) =
            (header(&self.held.join("gridstar.h"))?, header(&self.workspace.root.join("include/gridstar.h"))?);
        ensure!(then.lines().any(|line| line == ABI) && !now.lines().any(|line| line == ABI), "both have the same ABI");
        Ok("ABI 1".into())
    }

    /// A scene names a script by the GUID of its file, and writes its fields by their names.
    fn scenes(&self) -> Result<String> {
        let mut scripts = BTreeSet::new();
        for entry in walkdir::WalkDir::new(self.workspace.root.join("unity-package/Runtime")) {
            let path = entry?.into_path();
            let Some(script) = path.to_str().and_then(|path| path.strip_suffix(".cs.meta")) else { continue };
            let text = std::fs::read_to_string(&path)?;
            let guid = text.lines().find_map(|line| line.strip_prefix("guid: ")).context("a .meta file has a GUID")?;
            let name = Path::new(script).file_name().unwrap_or_default().to_string_lossy();
            scripts.insert(format!("{guid} {name}.cs"));
        }
        let mut mono = self.build.with_library("mono");
        let assemblies = [csharp::CORE, csharp::UNITY, csharp::VIEWER].map(|assembly| assembly.file);
        let printed = quietly(mono.arg(csharp::SERIALIZED_FIELDS.file).args(assemblies))?;
        let fields: BTreeSet<String> = printed.lines().map(str::to_owned).collect();
        Ok(format!("{}, {}", self.all_in("scripts.txt", &scripts)?, self.all_in("fields.txt", &fields)?))
    }

    /// Fails unless each line of a held list is there today.
    fn all_in(&self, list: &str, today: &BTreeSet<String>) -> Result<String> {
        let held = std::fs::read_to_string(self.held.join(list))?;
        let missing: Vec<&str> = held.lines().filter(|line| !today.contains(*line)).collect();
        ensure!(missing.is_empty(), "{list}: no longer there:\n{}", missing.join("\n"));
        Ok(format!("{} lines of {list}", held.lines().count()))
    }
}
