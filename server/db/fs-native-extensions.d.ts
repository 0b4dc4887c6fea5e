/** The package ships no types; this is the part used here. */
declare module 'fs-native-extensions' {
  /** Asks for an exclusive lock on an open file; false when another descriptor has it. */
  export function tryLock(descriptor: number): boolean;
}
