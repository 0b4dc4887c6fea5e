/**
 * Preloaded into a restore: kills it while it loads the referrals, or at the latest once all rows are loaded, before anything is
 * committed. The process does it itself: on a busy machine, a test would see too late how far it is.
 */

/** Milliseconds. */
const KILL_AFTER = 50;

const kill = () => process.kill(process.pid, 'SIGKILL');
const write = process.stdout.write.bind(process.stdout) as (...values: unknown[]) => boolean;
process.stdout.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  const isTaken = write(text, ...rest);
  const line = String(text);
  if (line.includes('Loading referral:')) setTimeout(kill, KILL_AFTER);
  if (line.includes('Creating the indexes.')) kill();
  return isTaken;
};
