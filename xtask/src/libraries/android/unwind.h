/*
 * Included before each file of LLVM's libunwind, which is compiled with musl's headers: Android's are in the NDK.
 *
 * libunwind prints why it aborts, to a stream that Android 5 has under another name. Here it aborts without a word.
 */
#ifndef __ASSEMBLER__
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#define fprintf(...) ((void)0)
#define fflush(stream) ((void)0)

/* Each thread's errno is told by a function: musl calls it otherwise. */
#ifdef __cplusplus
extern "C"
#endif
int *__errno(void);
#undef errno
#define errno (*__errno())

/* The one lock is static, so it must be as large as Android's. On 32-bit ARM there is none. */
#if __SIZEOF_POINTER__ == 8
typedef char lock_has_the_size_of_androids[sizeof(pthread_rwlock_t) == 56 ? 1 : -1];
#endif
#endif
