//! Colors, and those that all pictures share.

use tiny_skia::Paint;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Color {
    pub(crate) const WHITE: Self = Self(255, 255, 255);

    /// From 0xRRGGBB.
    pub(crate) fn from_number(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self(red, green, blue)
    }

    /// `share` of the other color, 0 to 1, and the rest of this one.
    pub(crate) fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    pub(crate) fn paint(self) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(self.0, self.1, self.2, 255);
        paint
    }
}

pub(crate) const PAPER: Color = Color(0xFA, 0xFA, 0xF6);
pub(crate) const INK: Color = Color(0x22, 0x26, 0x2C);
pub(crate) const PALE_INK: Color = Color(0x5C, 0x62, 0x6B);
