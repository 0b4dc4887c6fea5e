import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/**
 * Runs a program, those of node_modules first, and answers its exit code (1 when it was killed or could not start) and
 * everything it printed.
 * @param onOutput also gets what it prints, as it comes
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
