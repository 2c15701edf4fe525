//! Preparing an engine.

use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

const JUMP_POINTS: u32 = GridstarEngine::JumpPoints as u32;
const LANDMARKS: u32 = GridstarEngine::Landmarks as u32;

pub(crate) fn rows() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_prepare {
            "" [Good] => Ok, (f.grid, LANDMARKS, 0);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), LANDMARKS, 0);
            "grid" [StaleId] => InvalidId, (f.id(v), LANDMARKS, 1);
            "engine" [Unknown, NegativeAsUnsigned, Huge] => UnknownEngine, (f.grid, f.number(v, 4), 0);
            "engine" [Unknown] => UnknownEngine, (f.grid, f.number(v, 4), 1);
            "in_background" [Beyond, NegativeAsUnsigned, Huge] => BadFlag, (f.grid, JUMP_POINTS, f.number(v, 2));
        }
        gridstar_background_wait {
            "" [Good] => Ok, ();
        }
    }
}
