//! Keeps the library loaded: a host that unloads it would take the code away from under the library's threads.
//!
//! On systems with ELF files, build.rs links the library with `-z nodelete`, so that closing it does nothing. Windows
//! and Apple's systems have no such option; there, the library takes a reference to itself and never releases it.

/// Keeps the library loaded for the life of the process. Must run before the first thread starts; later calls have no
/// further effect.
#[cfg(windows)]
pub(crate) fn pin() {
    use std::ffi::c_void;
    use std::ptr::null_mut;

    /// The second argument is an address in the module, not its name.
    const FROM_ADDRESS: u32 = 0x4;
    /// The module stays until the process ends.
    const PIN: u32 = 0x1;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, name: *const c_void, module_out: *mut *mut c_void) -> i32;
    }

    let mut module = null_mut();
    // SAFETY: the address lies in this module, and the handle has a place. If the call fails, the module can be
    // unloaded.
    unsafe { GetModuleHandleExW(FROM_ADDRESS | PIN, pin as *const c_void, &mut module) };
}

/// Keeps the library loaded for the life of the process. Must run before the first thread starts; later calls have no
/// further effect.
#[cfg(target_vendor = "apple")]
pub(crate) fn pin() {
    use std::mem::MaybeUninit;

    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the address lies in this module, and the name of the module's file lives as long as the module. dlopen
    // only raises the reference count. It fails where the library is linked into the program, which is never unloaded.
    unsafe {
        if libc::dladdr(pin as *const libc::c_void, info.as_mut_ptr()) != 0 {
            let name = info.assume_init().dli_fname;
            libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE);
        }
    }
}

/// Keeps the library loaded for the life of the process. Must run before the first thread starts; later calls have no
/// further effect.
#[cfg(not(any(windows, target_vendor = "apple")))]
pub(crate) fn pin() {
    // build.rs links the shared library with `-z nodelete`; a static library is a part of the program.
}
