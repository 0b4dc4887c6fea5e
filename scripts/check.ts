/** `npm run check`: the static checks; prints what each found, and fails if one does. */
import { runStaticChecks } from './checks/staticChecks';

const { failed } = await runStaticChecks();
process.exitCode = failed.length > 0 ? 1 : 0;
