/** `npm run build`: brings dist/ up to date. */
import { ensureBuilt } from './ensureBuilt';

ensureBuilt();
