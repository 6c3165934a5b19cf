/* A disk and a clock that fail on purpose: preloaded into a process, see shim.py.
 *
 * FAULT_UNDER   only what lies below this path is counted
 * FAULT_AT      the number of the operation that fails, from 0
 * FAULT_ON      the operation that alone is counted, such as "rename"; all when unset
 * FAULT_ERRNO   what it fails with; when 0, a signal is sent before it
 * FAULT_SIGNAL  this signal, SIGKILL when unset
 * FAULT_WHO     which processes count operations: all when unset, "worker" all but the first
 * FAULT_VICTIM  which process gets the signal: the one of the operation when unset, "first" the first
 * FAULT_ARMED   a file: without it nothing is counted and nothing fails, and a failure takes it away
 * FAULT_EVER    all operations after it fail, too, when set: a disk that stays full
 * FAULT_LOG     a file that gets one letter for each operation, so that they can be counted
 * FAULT_CLOCK   seconds by which the clock is another
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MOST 4096

static long done = 0;
static pid_t first = 0; /* the process that was started with this library, not one of its children */
static char ours[MOST];

static int is_under(const char *path) {
    const char *under = getenv("FAULT_UNDER");
    char whole[8192], here[4096];
    if (!under || !path) return 0;
    if (path[0] != '/' && getcwd(here, sizeof here)) {
        snprintf(whole, sizeof whole, "%s/%s", here, path);
        path = whole;
    }
    return strncmp(path, under, strlen(under)) == 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *known = getenv("FAULT_FIRST");
    char mine[32];
    first = known ? (pid_t)atol(known) : getpid();
    snprintf(mine, sizeof mine, "%ld", (long)first);
    setenv("FAULT_FIRST", mine, 1);
}

/* Count an operation; return whether it is to fail, with errno set. */
static int fails(const char *name) {
    const char *at = getenv("FAULT_AT"), *on = getenv("FAULT_ON"), *how = getenv("FAULT_ERRNO");
    const char *log = getenv("FAULT_LOG"), *armed = getenv("FAULT_ARMED"), *with = getenv("FAULT_SIGNAL");
    int saved = errno, file;
    if (on ? strcmp(on, name) : !strcmp("open", name)) return 0;
    if (getenv("FAULT_WHO") && getpid() == first) return 0;
    if (armed && syscall(SYS_faccessat, AT_FDCWD, armed, F_OK)) {
        errno = saved;
        return 0;
    }
    if (log && (file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0644)) >= 0) {
        syscall(SYS_write, file, "x", 1);
        syscall(SYS_close, file);
    }
    errno = saved;
    if (!at) return 0;
    long number = done++, wanted = atol(at);
    if (number != wanted && !(number > wanted && getenv("FAULT_EVER"))) return 0;
    if (armed) {
        done = 0;
        if (syscall(SYS_unlinkat, AT_FDCWD, armed, 0)) return 0; /* another process was faster */
    }
    if (!how || !atoi(how)) {
        kill(getenv("FAULT_VICTIM") ? first : getpid(), with ? atoi(with) : SIGKILL);
        errno = saved;
        return 0;
    }
    errno = atoi(how);
    return 1;
}

static void note(int file, const char *path) {
    if (file >= 0 && file < MOST) ours[file] = (char)is_under(path);
}

#define OPENED(name, ...)                                                       \
    mode_t mode = 0;                                                            \
    if (flags & (O_CREAT | O_TMPFILE)) {                                        \
        va_list more;                                                           \
        va_start(more, flags);                                                  \
        mode = va_arg(more, mode_t);                                            \
        va_end(more);                                                           \
    }                                                                           \
    if (is_under(path) && fails(flags & O_CREAT ? "create" : "open")) return -1; \
    int file = REAL(name)(__VA_ARGS__, flags, mode);                            \
    note(file, flags & (O_WRONLY | O_RDWR) ? path : NULL);                      \
    return file;

int open(const char *path, int flags, ...) { OPENED(open, path) }
int open64(const char *path, int flags, ...) { OPENED(open64, path) }
int openat(int at, const char *path, int flags, ...) { OPENED(openat, at, path) }
int openat64(int at, const char *path, int flags, ...) { OPENED(openat64, at, path) }

ssize_t write(int file, const void *data, size_t size) {
    if (file >= 0 && file < MOST && ours[file] && fails("write")) {
        if (errno == ENOSPC && size > 1) return REAL(write)(file, data, size / 2); /* a full disk takes a part */
        return -1;
    }
    return REAL(write)(file, data, size);
}

int mkdir(const char *path, mode_t mode) {
    return is_under(path) && fails("mkdir") ? -1 : REAL(mkdir)(path, mode);
}
int rename(const char *from, const char *to) {
    return is_under(to) && fails("rename") ? -1 : REAL(rename)(from, to);
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    return is_under(to) && fails("rename") ? -1 : REAL(renameat2)(a, from, b, to, flags);
}
int link(const char *from, const char *to) { return is_under(to) && fails("link") ? -1 : REAL(link)(from, to); }
int linkat(int a, const char *from, int b, const char *to, int flags) {
    return is_under(to) && fails("link") ? -1 : REAL(linkat)(a, from, b, to, flags);
}
int unlink(const char *path) { return is_under(path) && fails("unlink") ? -1 : REAL(unlink)(path); }
int rmdir(const char *path) { return is_under(path) && fails("rmdir") ? -1 : REAL(rmdir)(path); }
int unlinkat(int at, const char *path, int flags) {
    char of[64], folder[4096];
    ssize_t size;
    snprintf(of, sizeof of, "/proc/self/fd/%d", at);
    if (path[0] == '/') return is_under(path) && fails("unlink") ? -1 : REAL(unlinkat)(at, path, flags);
    size = at == AT_FDCWD ? 0 : readlink(of, folder, sizeof folder - 1);
    folder[size > 0 ? size : 0] = 0;
    return is_under(size > 0 ? folder : path) && fails("unlink") ? -1 : REAL(unlinkat)(at, path, flags);
}

static long shift(void) {
    const char *by = getenv("FAULT_CLOCK");
    return by ? atol(by) : 0;
}
int clock_gettime(clockid_t which, struct timespec *found) {
    int status = REAL(clock_gettime)(which, found);
    if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE) found->tv_sec += shift();
    return status;
}
time_t time(time_t *found) {
    time_t now = REAL(time)(NULL) + shift();
    if (found) *found = now;
    return now;
}
int gettimeofday(struct timeval *restrict found, void *restrict zone) {
    int status = REAL(gettimeofday)(found, zone);
    found->tv_sec += shift();
    return status;
}
