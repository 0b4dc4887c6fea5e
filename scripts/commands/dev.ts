/** `npm run dev`: runs the server and the web app, which both reload on a change. Open the address that Vite prints. */
import { spawn } from 'node:child_process';

const programs = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js'],
].map((command) => spawn(process.execPath, command, { stdio: 'inherit' }));

// Neither works without the other: when one ends, stop the other.
for (const program of programs) {
  program.on('exit', (code) => {
    for (const other of programs) other.kill();
    process.exitCode = code ?? 0;
  });
}
