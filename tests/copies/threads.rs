//! Copies while others tick: each is of one moment, and no two calls wait for each other.

use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use common::crowd::{TestReservations, planned_agent};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn a_copy_of_a_crowd_that_ticks_is_of_one_moment() {
    let grid = TestGrid::new(60, 60);
    let crowd = TestCrowd::new(&grid);
    let agents: Vec<_> =
        (0..900).map(|i| crowd_agent(1.0 + (i % 30) as f32 * 1.9, 1.0 + (i / 30) as f32 * 1.9)).collect();
    crowd.add(&agents).unwrap();
    let (seen, has_ended) = (Mutex::new(BTreeSet::from([crowd.hash().unwrap()])), AtomicBool::new(false));
    let copies = std::thread::scope(|scope| {
        let copier = scope.spawn(|| {
            let (kept, mut hashes) = (TestCrowd::new(&grid), Vec::new());
            while !has_ended.load(Ordering::Relaxed) {
                assert_eq!(gridstar_crowd_copy_from(kept.id(), crowd.id()), Ok);
                hashes.push(kept.hash().unwrap());
                // The bytes may become more between the call that tells how many and the one that writes them.
                let length = crowd.save().map(|bytes| bytes.len());
                assert!(length == Err(BufferTooSmall) || length.is_ok_and(|length| length < 900 * 64 + 60));
            }
            hashes
        });
        for tick in 0..150 {
            let wishes: Vec<_> = (0..900).map(|i| [(i % 5) as f32 - 2.0, (tick % 3) as f32 - 1.0]).collect();
            crowd.tick(0.05, &wishes).unwrap();
            seen.lock().unwrap().insert(crowd.hash().unwrap());
        }
        has_ended.store(true, Ordering::Relaxed);
        copier.join().unwrap()
    });
    let seen = seen.into_inner().unwrap();
    assert!(copies.iter().all(|hash| seen.contains(hash)), "a copy is of no moment");
    assert!(copies.len() > 5, "{} copies", copies.len());
}

#[test]
fn copies_to_and_fro_do_not_wait_for_each_other() {
    let grid = TestGrid::new(20, 20);
    let crowds = [0, 1].map(|at| {
        let crowd = TestCrowd::new(&grid);
        crowd.add(&[crowd_agent(1.5 + at as f32, 2.0); 20]).unwrap();
        crowd
    });
    let reservations = [0, 1].map(|at| {
        let one = TestReservations::new(&grid, 8);
        one.plan(&[planned_agent((at, 0), (9, at))], None);
        one
    });
    std::thread::scope(|scope| {
        for at in [0, 1] {
            let (crowds, reservations) = (&crowds, &reservations);
            scope.spawn(move || {
                for _ in 0..3000 {
                    assert_eq!(gridstar_crowd_copy_from(crowds[at].id(), crowds[1 - at].id()), Ok);
                    let (to, from) = (reservations[at].id(), reservations[1 - at].id());
                    assert_eq!(gridstar_reservations_copy_from(to, from), Ok);
                }
            });
        }
    });
    assert_eq!(crowds[0].hash(), crowds[1].hash());
    assert_eq!(reservations[0].hash(), reservations[1].hash());
}
