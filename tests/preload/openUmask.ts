/**
 * Preloaded into a process: sets the umask 0, as some service managers and shells do. New files are then writable for all
 * users.
 */
import { isMainThread } from 'node:worker_threads';

// The umask is the whole process's, and only its main thread may set it.
if (isMainThread) process.umask(0);
