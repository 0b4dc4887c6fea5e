import { expect, it } from 'vitest';
import { findRoleComparisons } from './findRoleComparisons';

it.each([
  `if (user.role === 'REFERRAL') leave();`,
  `const isHead = 'SUPERUSER' !== role;`,
  `switch (role) { case 'MANAGER': break; }`,
  `query.where(and(eq(account.role, 'SUPERUSER'), live))`,
  `query.where(inArray(account.role, ['MANAGER', 'SUPERUSER']))`,
  `const isStaff = ['MANAGER', 'SUPERUSER'].includes(role);`,
  "sql`select 1 from account where role = 'SUPERUSER'`",
])('reports %s', (source) => {
  expect(findRoleComparisons('server/features/a/rules.ts', source)).toHaveLength(1);
  expect(findRoleComparisons('src/ui/a.ts', source)).toHaveLength(1);
});

it.each([`add({ role: 'SUPERUSER' });`, `const isReady = status === 'ready';`])(
  'allows %s',
  (source) => {
    expect(findRoleComparisons('server/features/a/rules.ts', source)).toEqual([]);
  },
);

it.each(['contract/permissions.ts', 'contract/roles.ts', 'server/a.test.ts', 'tests/a.ts'])(
  'ignores %s',
  (file) => expect(findRoleComparisons(file, `role === 'REFERRAL'`)).toEqual([]),
);
