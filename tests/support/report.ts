/** Prints a figure that docs/security.md cites. */
export const report = (what: string, count: number) =>
  process.stdout.write(`security: ${what}: ${count.toLocaleString('en-US')}\n`);
