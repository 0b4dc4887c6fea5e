const WIDTH = 30;
const STEPS = 10;

/**
 * Shows how far something is: a bar on a terminal, a line for each tenth elsewhere. Nothing for what is done at once.
 * @param all how many there will be
 * @returns to be told how many there are
 */
export function showProgress(all: number, from = 10_000): (done: number) => void {
  const started = performance.now();
  const { stderr } = process;
  let told = 0;
  return (done) => {
    if (all < from) return;
    const part = done / all;
    const left = Math.round((((performance.now() - started) / 1_000) * (1 - part)) / part);
    const text = `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
    const rest = done < all ? `, ${left} s left` : ', now the indexes';
    if (stderr.isTTY) {
      const bar = '#'.repeat(Math.floor(part * WIDTH)).padEnd(WIDTH);
      stderr.write(`\r[${bar}] ${text}${rest}   ${done < all ? '' : '\n'}`);
    } else if (Math.floor(part * STEPS) > told) {
      told = Math.floor(part * STEPS);
      stderr.write(`${text}${rest}\n`);
    }
  };
}
