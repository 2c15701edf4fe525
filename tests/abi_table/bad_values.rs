//! Bad values of numbers, by their mistake.

use crate::fixture::SIDE;
use crate::given::Given::{self, *};

pub(crate) fn bad_coordinate(given: Given) -> i32 {
    match given {
        Negative => -1,
        Beyond => SIDE as i32,
        OneTooLarge => SIDE as i32 + 1,
        Lowest => i32::MIN,
        Highest => i32::MAX,
        other => panic!("{other:?} is no coordinate"),
    }
}

pub(crate) fn bad_number(given: Given, first_bad: u32) -> u32 {
    match given {
        Zero => 0,
        Beyond | Unknown => first_bad,
        NegativeAsUnsigned => -1_i32 as u32,
        Huge => 1 << 31,
        other => panic!("{other:?} is no number"),
    }
}

pub(crate) fn bad_size(given: Given, good: u32) -> u32 {
    match given {
        OneTooSmall => good - 1,
        OneTooLarge => good + 1,
        other => bad_number(other, good + 8),
    }
}

pub(crate) fn bad_float(given: Given) -> f32 {
    match given {
        Zero => 0.0,
        Negative => -1.0,
        NotANumber => f32::NAN,
        Infinite => f32::INFINITY,
        NegativeInfinite => f32::NEG_INFINITY,
        other => panic!("{other:?} is no coordinate"),
    }
}

/// Beside a straight cost of 1.
pub(crate) fn bad_diagonal_cost(given: Given) -> f64 {
    match given {
        OneTooSmall => 0.999,
        OneTooLarge => 2.001,
        other => bad_float(other).into(),
    }
}

pub(crate) fn bad_weight(given: Given) -> f64 {
    match given {
        OneTooSmall => 1e-6,
        OneTooLarge => 1024.001,
        other => bad_float(other).into(),
    }
}

pub(crate) fn bad_multiplier(given: Given) -> f64 {
    match given {
        OneTooSmall => 0.007_812,
        OneTooLarge => 1024.001,
        other => bad_float(other).into(),
    }
}

/// Axes with a mistake in one of their fields: they are parallel, nearly so, or no numbers.
pub(crate) fn bad_axes(field: &str, given: Given) -> [[f32; 3]; 2] {
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let fields = ["column_axis_x", "column_axis_y", "column_axis_z", "row_axis_x", "row_axis_y", "row_axis_z"];
    let Some(index) = fields.iter().position(|&name| name == field) else { panic!("no bad value for {field}") };
    match given {
        OneTooSmall => axes[1] = [1.0, 0.0, 1.0 / 1025.0],
        _ => axes[index / 3][index % 3] = bad_float(given),
    }
    axes
}
