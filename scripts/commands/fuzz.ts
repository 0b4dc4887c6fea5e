/**
 * `npm run fuzz -- --requests 100000 [--seed 1]`: runs the fuzz tests with more requests, a quarter more of them as raw bytes on a
 * socket, and every method on every path. Prints the seed, which repeats the same requests.
 */
import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const MOST = 2 ** 31 - 1;
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value) || Number(value) > MOST) throw new Error(`--${name} must be a number`);
}

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'server',
  'tests/fuzz/requests',
  'tests/fuzz/rawHttp',
  'tests/fuzz/methods',
];
spawn(process.execPath, vitest, {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
}).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
