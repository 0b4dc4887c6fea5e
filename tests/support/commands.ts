/** Runs the product's CLI commands as child processes. */
import { execFile } from 'node:child_process';
import { NODE_FLAGS } from './serverProcess';

/** Node's arguments per command: the built program, as on an operator's machine. `seed` runs from source: only a checkout has it. */
export const COMMANDS = {
  backup: ['dist/server/backup.js'],
  restore: ['dist/server/restore.js'],
  verifyAudit: ['dist/server/verify-audit.js'],
  resetSuperuser: ['dist/server/reset-superuser.js'],
  seed: ['--import', 'tsx', 'scripts/commands/seed.ts'],
} as const;

/** Runs a command until it exits. @param environment all environment variables besides PATH */
export function command(
  name: keyof typeof COMMANDS,
  environment: Record<string, string>,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...NODE_FLAGS, ...COMMANDS[name], ...options],
      { env: { PATH: process.env.PATH, ...environment } },
      (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}
