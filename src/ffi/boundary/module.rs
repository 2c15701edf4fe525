//! Keeps the library in the process: a host that closes it would take the code away from under a thread that the
//! library has started.
//!
//! On systems with ELF files build.rs links the library so that closing it does nothing (`-z nodelete`). Windows and
//! Apple's systems have no such mark; there the library takes a reference to itself that nobody gives back.

/// Makes sure that the library is never unloaded. To be called before the first thread is started; later calls do
/// nothing new.
#[cfg(windows)]
pub(crate) fn pin() {
    use std::ffi::c_void;
    use std::ptr::null_mut;

    /// Any address in the module, in place of its name.
    const FROM_ADDRESS: u32 = 0x4;
    /// The module stays until the process ends.
    const PIN: u32 = 0x1;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, name: *const c_void, module_out: *mut *mut c_void) -> i32;
    }

    let mut module = null_mut();
    // SAFETY: the address is one of this module, and the place for the handle is there. Should it fail, the module can
    // be unloaded.
    unsafe { GetModuleHandleExW(FROM_ADDRESS | PIN, pin as *const c_void, &mut module) };
}

/// Makes sure that the library is never unloaded. To be called before the first thread is started; later calls do
/// nothing new.
#[cfg(target_vendor = "apple")]
pub(crate) fn pin() {
    use std::mem::MaybeUninit;

    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the address is one of this module; its file's name lives as long as it. What is loaded is only counted
    // once more, and a program that the library is linked into is no library to open: it stays anyway.
    unsafe {
        if libc::dladdr(pin as *const libc::c_void, info.as_mut_ptr()) != 0 {
            let name = info.assume_init().dli_fname;
            libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE);
        }
    }
}

/// Makes sure that the library is never unloaded. To be called before the first thread is started; later calls do
/// nothing new.
#[cfg(not(any(windows, target_vendor = "apple")))]
pub(crate) fn pin() {
    // The library is linked so, or it is a part of the program.
}
