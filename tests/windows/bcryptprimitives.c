/*
 * Only for tests under Wine; never shipped. Rust's hash maps take their seeds from ProcessPrng, in a DLL that old
 * versions of Wine lack. A test program loads this DLL from its own folder.
 */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* advapi32's random numbers */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
