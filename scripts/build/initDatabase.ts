/**
 * Part of `npm run build`: runs PostgreSQL's `initdb` once and stores the result, which each first start unpacks. Running it at
 * the first start would take 850 MB of memory (docs/decisions/0003-embedded-database.md).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NEW_DATABASE_ARCHIVE } from '../../server/db/embedded/newDatabase';

const database = await PGlite.create();
const archive = await database.dumpDataDir('gzip');
await database.close();
const file = `dist/${NEW_DATABASE_ARCHIVE}`;
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, Buffer.from(await archive.arrayBuffer()));
