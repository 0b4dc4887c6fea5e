/** The package ships no types; this declares the part used here. */
declare module 'fs-native-extensions' {
  /** Tries to lock an open file exclusively; returns false when another descriptor holds the lock. */
  export function tryLock(descriptor: number): boolean;
}
