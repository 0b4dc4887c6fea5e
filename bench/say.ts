/** Tells on stderr what is being done; the tables go to stdout. */
export const say = (text: string) =>
  void process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
