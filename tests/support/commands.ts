/** The product's commands, run as somebody at a terminal runs them. */
import { execFile } from 'node:child_process';
import { NODE_FLAGS } from './serverProcess';

/** What Node runs for each: the built program, as on an operator's machine; sample data is only ever made in a checkout. */
export const COMMANDS = {
  backup: ['dist/server/backup.js'],
  restore: ['dist/server/restore.js'],
  verifyAudit: ['dist/server/verify-audit.js'],
  resetSuperuser: ['dist/server/reset-superuser.js'],
  seed: ['--import', 'tsx', 'scripts/seed.ts'],
} as const;

/** Runs a command to its end. @param environment all it has, beside PATH */
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
