import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next migration after a change of server/db/schema.ts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema.ts',
  out: './server/db/migrations',
});
