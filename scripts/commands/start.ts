/** `npm start`: builds what is missing or stale, then runs the server. */
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../build/ensureBuilt';

ensureBuilt();
await import(pathToFileURL('dist/server/main.js').href);
