/* Adds to the system's clock, and to no other, what file CLOCK_SHIM holds: seconds, in binary. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile long *offset;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  int file = open(getenv("CLOCK_SHIM"), O_RDONLY);
  offset = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (!real_clock) begin();
  int result = real_clock(clock, now);
  if (clock == CLOCK_REALTIME) now->tv_sec += *offset;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
