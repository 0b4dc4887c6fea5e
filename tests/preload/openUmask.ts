/** Preloaded into a process: a umask of 0, which some service managers and shells set, makes its new files writable for all users. */
process.umask(0);
