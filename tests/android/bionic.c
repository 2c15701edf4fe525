/*
 * Only for tests on Linux; never shipped. A library for Android finds in it what Android's C library has and the GNU C
 * library lacks or lays out in another way. All else it finds in the GNU C library itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int *__errno(void) {
    return __errno_location();
}

/* GNU's function of this name returns a text, and this one's has another name. */
int __xpg_strerror_r(int error, char *text, size_t size);
int androids_strerror_r(int error, char *text, size_t size) __asm__("strerror_r");

int androids_strerror_r(int error, char *text, size_t size) {
    return __xpg_strerror_r(error, text, size);
}

/* Android has its own numbers for what can be asked. */
long sysconf(int name) {
    long (*gnus)(int);
    *(void **)&gnus = dlsym(RTLD_NEXT, "sysconf");
    switch (name) {
    case 0x27:
        return gnus(_SC_PAGESIZE);
    case 0x61:
        return gnus(_SC_NPROCESSORS_ONLN);
    default:
        errno = EINVAL;
        return -1;
    }
}

/* Android's attributes of a thread are smaller, and nothing is kept in them. */
int pthread_attr_init(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
    (void)attributes, (void)size;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    int (*gnus)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&gnus = dlsym(RTLD_NEXT, "pthread_create");
    (void)attributes;
    return gnus(thread, NULL, body, argument);
}

/* A program sets it to take the clock away, which makes the library panic. */
int bionic_clock_is_broken;

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (bionic_clock_is_broken) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_clock_gettime, clock, time);
}
