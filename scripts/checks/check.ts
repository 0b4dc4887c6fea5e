/** `npm run check`: runs the static checks, prints their findings, and fails if one of them fails. */
import { runStaticChecks } from './staticChecks';

const { failed } = await runStaticChecks();
process.exitCode = failed.length > 0 ? 1 : 0;
