// Sits between the site and its disk: it is loaded into the process before the C library (LD_PRELOAD) and sees every
// call by which Node and SQLite change something under FAULT_ROOT.
//
// FAULT_JOURNAL: a folder on the same volume. Each change is recorded there before it is made, with the previous content,
// and each sync as well, so that afterwards everything unsynced can be undone, like a power cut.
// A touched file gets a second name there, its inode, by which it is found whatever happened to its name.
// FAULT_IGNORED_SYNCS: "files", "folders" or "all"; syncs of these are acknowledged and not done, like a disk that lies.
//
// FAULT_CONTROL: a file of numbers that both sides map into memory. It counts the changes, and says which must fail, or
// if no error is given, at which one the process dies.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE, SYNC, CREATE, NAME, ANY };

// As test/faults/disk-layer.ts reads and writes it. From the change of a kind with the number `from` on, one fails, or
// all of every kind do; nothing fails while that number is below zero.
struct control {
  int64_t seen[ANY + 1], failed[ANY], kind, is_lasting, is_failing, error, from;
};

// `length` and `more` are the lengths of what follows: bytes before and after, or two paths.
struct record {
  int64_t kind, inode, at, size, length, more;
};

static const char *root, *journal;
static int journal_file = -1;
static int ignores_syncs_of_files, ignores_syncs_of_folders;
static struct control *control;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static long (*real)(long, ...);

static void find_real(void) {
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
}

// Bypasses our own functions, which have the names of the C library's.
#define system_call(...) (find_real(), real(__VA_ARGS__))

__attribute__((constructor)) static void begin(void) {
  const char *controlled = getenv("FAULT_CONTROL");
  const char *ignored = getenv("FAULT_IGNORED_SYNCS");
  root = getenv("FAULT_ROOT");
  journal = getenv("FAULT_JOURNAL");
  if (root) root = strdup(root);
  if (journal) {
    char path[PATH_MAX];
    journal = strdup(journal);
    snprintf(path, sizeof path, "%s/records", journal);
    journal_file = system_call(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal_file < 0) abort();
  }
  if (ignored) {
    ignores_syncs_of_files = strcmp(ignored, "folders") != 0;
    ignores_syncs_of_folders = strcmp(ignored, "files") != 0;
  }
  if (controlled) {
    int file = system_call(SYS_openat, AT_FDCWD, controlled, O_RDWR | O_CLOEXEC, 0);
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (control == MAP_FAILED) abort();
  }
  // The picture workers of the site change nothing here.
  unsetenv("LD_PRELOAD");
}

static int is_ours(const char *path) {
  if (!root || strncmp(path, root, strlen(root)) != 0) return 0;
  return path[strlen(root)] == '/' || path[strlen(root)] == '\0';
}

static int is_open_ours(int file, char path[PATH_MAX]) {
  char link[64];
  if (!root) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = system_call(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_ours(path);
}

static int fails(enum kind kind) {
  if (!control) return 0;
  int64_t of_kind = __atomic_fetch_add(&control->seen[kind], 1, __ATOMIC_SEQ_CST);
  int64_t of_any = __atomic_fetch_add(&control->seen[ANY], 1, __ATOMIC_SEQ_CST);
  int64_t from = __atomic_load_n(&control->from, __ATOMIC_SEQ_CST);
  if (from < 0) return 0;
  int64_t number = control->kind == ANY ? of_any : control->kind == kind ? of_kind : -1;
  if (control->is_lasting && number >= from) control->is_failing = 1;
  if (number != from && !control->is_failing) return 0;
  __atomic_fetch_add(&control->failed[kind], 1, __ATOMIC_SEQ_CST);
  if (!control->error) kill(getpid(), SIGKILL);
  errno = (int)control->error;
  return 1;
}

// ---- The journal

// The index that processes share in memory is rebuilt after every start.
static int is_noted(const char *path) {
  size_t length = strlen(path);
  return journal && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static void note(struct record record, const void *first, const void *second) {
  struct iovec parts[] = {{&record, sizeof record}, {(void *)first, record.length}, {(void *)second, record.more}};
  if (system_call(SYS_writev, journal_file, parts, 3) < 0) abort();
}

static void name_by_inode(char path[PATH_MAX], ino_t inode) {
  snprintf(path, PATH_MAX, "%s/%llu", journal, (unsigned long long)inode);
}

static void keep(const char *path, ino_t inode) {
  char kept[PATH_MAX];
  name_by_inode(kept, inode);
  system_call(SYS_linkat, AT_FDCWD, path, AT_FDCWD, kept, AT_SYMLINK_FOLLOW);
}

static ino_t inode_of(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 ? found.st_ino : 0;
}

static ino_t folder_of(const char *path) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", path);
  *strrchr(folder, '/') = '\0';
  return inode_of(folder);
}

// A file may be open for writing only, so it is read by its second name.
static void *read_kept(ino_t inode, off_t at, size_t length) {
  char kept[PATH_MAX];
  char *bytes = calloc(1, length + 1);
  name_by_inode(kept, inode);
  int file = system_call(SYS_openat, AT_FDCWD, kept, O_RDONLY | O_CLOEXEC, 0);
  for (size_t done = 0; done < length;) {
    ssize_t got = pread(file, bytes + done, length - done, at + done);
    if (got <= 0) break;
    done += got;
  }
  close(file);
  return bytes;
}

static void note_size(const char *path, const struct stat *now, off_t size) {
  size_t lost = now->st_size > size ? now->st_size - size : 0;
  keep(path, now->st_ino);
  void *before = read_kept(now->st_ino, size, lost);
  note((struct record){'t', now->st_ino, size, now->st_size, lost, 0}, before, NULL);
  free(before);
}

static void note_bytes(int file, const char *path, const struct iovec *parts, int count, off_t at) {
  struct stat now;
  if (fstat(file, &now) != 0 || !S_ISREG(now.st_mode)) return;
  if (at < 0) at = fcntl(file, F_GETFL) & O_APPEND ? now.st_size : lseek(file, 0, SEEK_CUR);
  keep(path, now.st_ino);
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  char *after = malloc(length + 1), *end = after;
  for (int i = 0; i < count; i++) end = mempcpy(end, parts[i].iov_base, parts[i].iov_len);
  size_t covered = at >= now.st_size ? 0 : now.st_size - at < (off_t)length ? (size_t)(now.st_size - at) : length;
  void *before = read_kept(now.st_ino, at, covered);
  note((struct record){'w', now.st_ino, at, now.st_size, covered, length}, before, after);
  free(before);
  free(after);
}

// A name now refers to another file, or to none; a renamed file loses its first name.
static void note_name(const char *path, ino_t before, ino_t after, const char *given_up) {
  note((struct record){'n', folder_of(path), before, after, strlen(path), strlen(given_up)}, path, given_up);
}

// ---- What Node and SQLite call

long syscall(long number, ...) {
  char path[PATH_MAX];
  long given[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) given[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_copy_file_range && is_open_ours((int)given[2], path)) {
    // Node then copies by reading and writing.
    errno = ENOSYS;
    return -1;
  }
  return system_call(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

ssize_t sendfile(int to, int from, off_t *at, size_t length) {
  char path[PATH_MAX];
  if (!is_open_ours(to, path)) return system_call(SYS_sendfile, to, from, at, length);
  errno = EINVAL;
  return -1;
}

static ssize_t put_really(int file, const struct iovec *parts, int count, off_t at) {
  if (count == 1 && at < 0) return system_call(SYS_write, file, parts->iov_base, parts->iov_len);
  if (count == 1) return system_call(SYS_pwrite64, file, parts->iov_base, parts->iov_len, at);
  if (at < 0) return system_call(SYS_writev, file, parts, count);
  return system_call(SYS_pwritev, file, parts, count, at, 0);
}

static ssize_t put(int file, const struct iovec *parts, int count, off_t at) {
  char path[PATH_MAX];
  if (!is_open_ours(file, path)) return put_really(file, parts, count, at);
  if (fails(WRITE)) {
    // A write that fails may have been half done.
    int error = errno;
    if (count > 0 && at >= 0) system_call(SYS_pwrite64, file, parts->iov_base, parts->iov_len / 2, at);
    errno = error;
    return -1;
  }
  if (!is_noted(path)) return put_really(file, parts, count, at);
  pthread_mutex_lock(&one_at_a_time);
  note_bytes(file, path, parts, count, at);
  ssize_t done = put_really(file, parts, count, at);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

ssize_t write(int file, const void *bytes, size_t length) {
  return put(file, &(struct iovec){(void *)bytes, length}, 1, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  return put(file, &(struct iovec){(void *)bytes, length}, 1, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) { return put(file, parts, count, -1); }

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) { return put(file, parts, count, at); }

int ftruncate(int file, off_t size) {
  char path[PATH_MAX];
  struct stat now;
  if (!is_open_ours(file, path)) return system_call(SYS_ftruncate, file, size);
  if (fails(WRITE)) return -1;
  pthread_mutex_lock(&one_at_a_time);
  if (is_noted(path) && fstat(file, &now) == 0) note_size(path, &now, size);
  int done = system_call(SYS_ftruncate, file, size);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

static int sync_file(int file, long number) {
  char path[PATH_MAX];
  struct stat now;
  if (!is_open_ours(file, path)) return system_call(number, file);
  if (fails(SYNC)) return -1;
  if (!journal) return system_call(number, file);
  // The real disk does not matter: the journal decides what counts as stored.
  if (fstat(file, &now) != 0) return -1;
  if (S_ISDIR(now.st_mode) ? ignores_syncs_of_folders : ignores_syncs_of_files) return 0;
  pthread_mutex_lock(&one_at_a_time);
  note((struct record){'s', now.st_ino, 0, 0, 0, 0}, NULL, NULL);
  pthread_mutex_unlock(&one_at_a_time);
  return 0;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }

int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  struct stat before;
  if (!is_ours(path) || !(flags & (O_CREAT | O_TRUNC)))
    return system_call(SYS_openat, folder, path, flags, mode);
  if (fails(CREATE)) return -1;
  if (!is_noted(path)) return system_call(SYS_openat, folder, path, flags, mode);
  pthread_mutex_lock(&one_at_a_time);
  int is_there = stat(path, &before) == 0;
  if (is_there && flags & O_TRUNC && !(flags & O_EXCL)) note_size(path, &before, 0);
  int file = system_call(SYS_openat, folder, path, flags, mode);
  if (file >= 0 && !is_there) {
    keep(path, inode_of(path));
    note_name(path, 0, inode_of(path), "");
  }
  pthread_mutex_unlock(&one_at_a_time);
  return file;
}

static mode_t mode_of(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_file(folder, path, flags, mode);
}

int rename(const char *from, const char *to) {
  struct stat moved;
  if (!is_ours(to)) return system_call(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (fails(NAME)) return -1;
  pthread_mutex_lock(&one_at_a_time);
  if (is_noted(to) && stat(from, &moved) == 0 && S_ISREG(moved.st_mode)) {
    ino_t before = inode_of(to);
    keep(from, moved.st_ino);
    if (before) keep(to, before);
    note_name(to, before, moved.st_ino, from);
  }
  int done = system_call(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int link(const char *from, const char *to) {
  if (!is_ours(to)) return system_call(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (fails(NAME)) return -1;
  pthread_mutex_lock(&one_at_a_time);
  int done = system_call(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (done == 0 && is_noted(to)) {
    keep(to, inode_of(to));
    note_name(to, 0, inode_of(to), "");
  }
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int unlink(const char *path) {
  if (!is_ours(path)) return system_call(SYS_unlinkat, AT_FDCWD, path, 0);
  if (fails(NAME)) return -1;
  pthread_mutex_lock(&one_at_a_time);
  ino_t inode = inode_of(path);
  if (inode && is_noted(path)) {
    keep(path, inode);
    note_name(path, inode, 0, "");
  }
  int done = system_call(SYS_unlinkat, AT_FDCWD, path, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int mkdir(const char *path, mode_t mode) {
  if (!is_ours(path)) return system_call(SYS_mkdirat, AT_FDCWD, path, mode);
  if (fails(NAME)) return -1;
  pthread_mutex_lock(&one_at_a_time);
  int done = system_call(SYS_mkdirat, AT_FDCWD, path, mode);
  if (done == 0 && is_noted(path))
    note((struct record){'d', folder_of(path), 0, 0, strlen(path), 0}, path, NULL);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

// The same under the names that programs built for large files use.
ssize_t pwrite64(int, const void *, size_t, off_t) __attribute__((alias("pwrite")));
ssize_t pwritev64(int, const struct iovec *, int, off_t) __attribute__((alias("pwritev")));
ssize_t sendfile64(int, int, off_t *, size_t) __attribute__((alias("sendfile")));
int ftruncate64(int, off_t) __attribute__((alias("ftruncate")));
int open64(const char *, int, ...) __attribute__((alias("open")));
int openat64(int, const char *, int, ...) __attribute__((alias("openat")));
