import { expect, it } from 'vitest';
import { describeDatabase } from './databaseUrl';

const DATA_DIR = '/var/lib/referral-desk';

it.each([
  [undefined, 'the embedded database in /var/lib/referral-desk'],
  [
    'postgres://desk:se%23cret@db.example/referral_desk?sslmode=verify-full',
    'the PostgreSQL database referral_desk at db.example:5432',
  ],
  [
    'postgresql://desk:secret@10.0.0.7:6432/referral_desk',
    'the PostgreSQL database referral_desk at 10.0.0.7:6432',
  ],
  [
    'postgres://desk@/referral_desk?host=/var/run/postgresql',
    'the PostgreSQL database referral_desk behind the socket in /var/run/postgresql',
  ],
])('describes %s as %s, without user and password', (DATABASE_URL, description) => {
  expect(describeDatabase({ DATA_DIR, DATABASE_URL })).toBe(description);
});
