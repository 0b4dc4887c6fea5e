import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/**
 * Runs a program, preferring those of node_modules.
 * @param options.onOutput also receives the output, as it arrives
 * @returns the exit code (1 if it was killed or could not start) and the whole output
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  options: { env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void } = {},
): Promise<{ code: number; output: string }> {
  const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...options.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const read = (chunk: string) => {
      output += chunk;
      options.onOutput?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', (error) => done({ code: 1, output: `${output}${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
