/** Preloaded into a process: a umask of 0, which some service managers and shells set, makes its new files writable for all users. */
import { isMainThread } from 'node:worker_threads';

// The umask is the whole process's, and only its main thread may set it.
if (isMainThread) process.umask(0);
