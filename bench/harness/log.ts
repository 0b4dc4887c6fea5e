/** Logs progress to standard error; the tables go to standard output. */
export const log = (text: string) =>
  void process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
