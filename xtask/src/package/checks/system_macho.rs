//! Apple's systems: the oldest version, the name that programs find the library by, what it needs of the system, the
//! signature.

use super::Subject;
use crate::package::apple::INSTALL_NAME;
use crate::package::targets::Link;
use anyhow::{Context, Result, bail};
use object::macho::{LC_CODE_SIGNATURE, MachHeader64, PLATFORM_IOS, PLATFORM_MACOS, PLATFORM_TVOS, PLATFORM_XROS};
use object::read::macho::{LoadCommandVariant, MachOFile};
use object::{Architecture, Endianness, File, Object, ObjectSymbol};

type MachO<'a> = MachOFile<'a, MachHeader64<Endianness>>;

/// A target, Apple's number of its system, and the oldest version that it runs on.
const SYSTEMS: [(&str, u32, u32); 4] = [
    ("macos", PLATFORM_MACOS, 11),
    ("ios", PLATFORM_IOS, 12),
    ("tvos", PLATFORM_TVOS, 12),
    ("visionos", PLATFORM_XROS, 1),
];

/// All that the library asks of libSystem: C, POSIX threads, the unwinder, the loader, semaphores, numbers of 128 bits.
/// They are in every system since the oldest one above; what is not in this list has to be looked up before it is
/// added.
const NEEDED: &str = "__bzero __divti3 __fixdfti __fixunsdfti __floattidf __floatuntidf __modti3 __udivti3 __umodti3 _Unwind_Backtrace _Unwind_DeleteException _Unwind_GetCFA _Unwind_GetDataRelBase _Unwind_GetIP \
    _Unwind_GetIPInfo _Unwind_GetLanguageSpecificData _Unwind_GetRegionStart _Unwind_GetTextRelBase _Unwind_RaiseException \
    _Unwind_Resume _Unwind_SetGR _Unwind_SetIP __error _dyld_get_image_header _dyld_get_image_name \
    _dyld_get_image_vmaddr_slide _dyld_image_count _tlv_atexit _tlv_bootstrap abort bzero calloc clock_gettime close close$NOCANCEL closedir \
    dirfd dispatch_release dispatch_semaphore_create dispatch_semaphore_signal dispatch_semaphore_wait dladdr dlopen dyld_stub_binder free \
    fstat fstat$INODE64 getcwd getenv getpid malloc memcmp memcpy memmove memset memset_pattern16 mmap munmap open opendir \
    opendir$INODE64 pause posix_memalign pthread_attr_destroy pthread_attr_init pthread_attr_setstacksize pthread_cond_destroy \
    pthread_cond_broadcast pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_timedwait_relative_np \
    pthread_cond_wait pthread_create pthread_detach pthread_getspecific pthread_join pthread_key_create pthread_key_delete \
    pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock \
    pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype pthread_self pthread_setname_np \
    pthread_setspecific pthread_threadid_np read readdir_r readdir_r$INODE64 readlink realloc realpath \
    realpath$DARWIN_EXTSN sched_yield stat stat$INODE64 strerror_r strlen sysconf write writev";

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let mut versions = Vec::new();
    for part in &subject.parts {
        let File::MachO64(file) = part else { bail!("this is no Mach-O file of 64 bits") };
        versions.push(version(file, subject.target.name)?);
        check_needed(file)?;
        if subject.target.link == Link::Apple {
            check_libraries(file)?;
        }
    }
    versions.dedup();
    Ok(versions.join(", "))
}

fn version(file: &MachO<'_>, target: &str) -> Result<String> {
    let endian = file.endian();
    let known = SYSTEMS.iter().find(|(name, _, _)| *name == target);
    let (_, system, newest) = known.with_context(|| format!("{target} is no system of Apple's"))?;
    let mut commands = file.macho_load_commands()?;
    while let Some(command) = commands.next()? {
        if let LoadCommandVariant::BuildVersion(build) = command.variant()? {
            let oldest = build.minos.get(endian) >> 16;
            if build.platform.get(endian) != *system {
                bail!("it is for Apple's system number {}, not {system}", build.platform.get(endian));
            }
            if oldest > *newest {
                bail!("it asks for {target} {oldest}, newer than {newest}");
            }
            return Ok(format!("{target} {oldest}"));
        }
    }
    bail!("it names no oldest system")
}

fn check_needed(file: &MachO<'_>) -> Result<()> {
    for symbol in file.symbols().filter(ObjectSymbol::is_undefined) {
        let name = symbol.name()?;
        let plain = name.strip_prefix('_').unwrap_or(name);
        if !NEEDED.split_whitespace().any(|needed| needed == plain) {
            bail!("it needs {name}: is that in the oldest system?");
        }
    }
    Ok(())
}

fn check_libraries(file: &MachO<'_>) -> Result<()> {
    let endian = file.endian();
    let mut commands = file.macho_load_commands()?;
    let mut own_name = None;
    while let Some(command) = commands.next()? {
        let text = |place| Ok::<_, object::Error>(String::from_utf8_lossy(command.string(endian, place)?).into_owned());
        match command.variant()? {
            LoadCommandVariant::IdDylib(own) => own_name = Some(text(own.dylib.name)?),
            LoadCommandVariant::Dylib(other) => match text(other.dylib.name)?.as_str() {
                "/usr/lib/libSystem.B.dylib" => {}
                name => bail!("it needs {name}"),
            },
            _ => {}
        }
    }
    match own_name {
        Some(name) if name == INSTALL_NAME => Ok(()),
        name => bail!("its install name is {name:?}, not {INSTALL_NAME}"),
    }
}

/// An arm64 Mac loads nothing that is not signed, if only by its own hash.
pub fn check_signature(subject: &Subject<'_>) -> Result<String> {
    if subject.target.link != Link::Apple {
        return Ok(String::new());
    }
    for part in &subject.parts {
        let File::MachO64(file) = part else { continue };
        let signature = signature(file)?;
        match signature {
            Some(bytes) if bytes.starts_with(&EMBEDDED_SIGNATURE) => {}
            Some(_) => bail!("its signature is none"),
            None if part.architecture() == Architecture::Aarch64 => bail!("the arm64 part is not signed"),
            None => {}
        }
    }
    Ok("arm64 is signed".into())
}

/// How the block of signatures begins.
const EMBEDDED_SIGNATURE: [u8; 4] = 0xfade_0cc0_u32.to_be_bytes();

fn signature<'a>(file: &MachO<'a>) -> Result<Option<&'a [u8]>> {
    let endian = file.endian();
    let mut commands = file.macho_load_commands()?;
    while let Some(command) = commands.next()? {
        let LoadCommandVariant::LinkeditData(place) = command.variant()? else { continue };
        if command.cmd() == LC_CODE_SIGNATURE {
            let (start, size) = (place.dataoff.get(endian) as usize, place.datasize.get(endian) as usize);
            let bytes = file.data().get(start..start.saturating_add(size));
            return bytes.map(Some).context("its signature lies beyond its end");
        }
    }
    Ok(None)
}
