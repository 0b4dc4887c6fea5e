const WIDTH = 30;
const STEPS = 10;

/**
 * Shows progress on standard error: a bar on a terminal, otherwise a line for each tenth.
 * @param all the total
 * @param from shows nothing for a smaller total
 * @returns a function to call with the number that is done
 */
export function showProgress(all: number, from = 10_000): (done: number) => void {
  const started = performance.now();
  const { stderr } = process;
  let reported = 0;
  return (done) => {
    if (all < from) return;
    const part = done / all;
    const left = Math.round((((performance.now() - started) / 1_000) * (1 - part)) / part);
    const text = `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
    const rest = done < all ? `, ${left} s left` : ', now the indexes';
    if (stderr.isTTY) {
      const bar = '#'.repeat(Math.floor(part * WIDTH)).padEnd(WIDTH);
      stderr.write(`\r[${bar}] ${text}${rest}   ${done < all ? '' : '\n'}`);
    } else if (Math.floor(part * STEPS) > reported) {
      reported = Math.floor(part * STEPS);
      stderr.write(`${text}${rest}\n`);
    }
  };
}
