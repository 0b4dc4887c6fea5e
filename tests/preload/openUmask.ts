/** Loaded into a process before it: as some service managers and shells start one, it would let all users write to each of its files. */
process.umask(0);
