//! Equal ticks give equal bits: for any number of threads, and on every platform.

use common::avoidance::{Run, Scene, TICK};

/// Doors, priorities, layers, and agents of many kinds.
fn scene(number: u32) -> Scene {
    let mut scene = match number {
        0 => Scene::door(100, 1, true, 1),
        1 => Scene::crossing(12, 1),
        _ => Scene::open(3000, 0.6),
    };
    for (number, settings) in scene.settings.iter_mut().enumerate() {
        settings.radius = [0.35, 0.2, 0.45, 0.3][number % 4];
        settings.max_speed = [2.0, 3.0, 1.5][number % 3];
        settings.priority = [0, -32, 32][number % 3];
        if number % 10 == 0 {
            (settings.layers, settings.ignored) = (2, 1);
        }
    }
    scene
}

fn hash(number: u32, ticks: u32, threads: u32) -> u64 {
    let mut run = Run::new(scene(number));
    for _ in 0..ticks {
        let wishes = run.wishes().to_vec();
        let (steps, seconds) = run.crowd.steps(TICK, &wishes).unwrap();
        for _ in 0..steps {
            run.crowd.begin(seconds);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| run.crowd.run());
                }
            });
            run.crowd.end();
        }
        run.look();
    }
    run.crowd.hash()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let hashes = [1, 2, 3].map(|threads| hash(2, 60, threads));
    assert_eq!(hashes, [hashes[0]; 3]);
}

/// These numbers hold on every platform. A change of what agents do changes them; nothing else may.
#[test]
fn the_bits_are_those_of_every_platform() {
    let hashes = [0, 1, 2].map(|number| hash(number, [1000, 400, 60][number as usize], 1));
    assert_eq!(hashes.map(|hash| format!("{hash:016x}")), ["d429977e9dc3e9c6", "2cbb450a061724cb", "ab31d2bfa34a7224"]);
}

/// A host may have told its threads to flush denormal numbers to zero.
#[cfg(target_arch = "x86_64")]
#[test]
#[allow(deprecated, reason = "only a test sets the register")]
fn flushing_denormal_numbers_changes_nothing() {
    use std::arch::x86_64::{_mm_getcsr, _mm_setcsr};
    const FLUSH_TO_ZERO_AND_DENORMALS_ARE_ZERO: u32 = 0x8040;
    let plain = [0, 1].map(|number| run_here(number, 300));
    // SAFETY: the register of this thread, which the test puts back.
    let before = unsafe { _mm_getcsr() };
    // SAFETY: as above.
    unsafe { _mm_setcsr(before | FLUSH_TO_ZERO_AND_DENORMALS_ARE_ZERO) };
    let flushed = [0, 1].map(|number| run_here(number, 300));
    // SAFETY: as above.
    unsafe { _mm_setcsr(before) };
    assert_eq!(plain, flushed);
}

#[cfg(target_arch = "x86_64")]
fn run_here(number: u32, ticks: u32) -> u64 {
    let mut run = Run::new(scene(number));
    (0..ticks).for_each(|_| run.tick());
    run.crowd.hash()
}
