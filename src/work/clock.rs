//! Moments in time, for budgets.

#[cfg(not(target_os = "emscripten"))]
pub(super) use std::time::Instant;

/// Emscripten's own clock. The standard library reads another one into a structure whose fields were half as long
/// before Emscripten 3.1.16, so in Unity 2021.3 and 2022.3 what lies behind it would count as its nanoseconds: at best
/// a wrong time, at worst a panic, which ends the player.
#[cfg(target_os = "emscripten")]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Instant {
    milliseconds: f64,
}

#[cfg(target_os = "emscripten")]
impl Instant {
    #[allow(unsafe_code)]
    pub(super) fn now() -> Self {
        // SAFETY: so it is declared in emscripten.h, and it takes nothing that could be wrong.
        unsafe extern "C" {
            safe fn emscripten_get_now() -> f64;
        }
        Self { milliseconds: emscripten_get_now() }
    }

    pub(super) fn checked_add(self, time: std::time::Duration) -> Option<Self> {
        Some(Self { milliseconds: self.milliseconds + time.as_secs_f64() * 1000.0 })
    }
}
