/**
 * `npm run check`: the static checks, two at a time; prints what each found, and fails if one does.
 */
import { staticChecks } from './checks/staticChecks';
import { runProgram } from './checks/runProgram';

const waiting = [...staticChecks];
let failed = 0;

async function worker(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { code, output } = await runProgram(check.command);
    const good = code === 0;
    if (!good) failed += 1;
    console.log(`${good ? 'ok    ' : 'FAILED'} ${check.name}`);
    if (!good) console.log(output.trimEnd());
  }
}

await Promise.all([worker(), worker()]);
process.exitCode = failed > 0 ? 1 : 0;
