/*
 * For tests under Wine alone, never shipped: the one function that Rust's hash maps take their seeds from, in a DLL that older Wines
 * lack. A test program finds it beside itself.
 */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* advapi32's random numbers */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
