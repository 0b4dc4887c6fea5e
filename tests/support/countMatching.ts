import { and, eq, sql } from 'drizzle-orm';
import type { Sex } from '../../contract/constants';
import type { ReferralStatus } from '../../contract/staffConstants';
import type { Database } from '../../server/db/database';
import { referral } from '../../server/db/schema';
import { prepareStatement } from '../../server/db/statements/preparedStatement';
import { countByKinds } from '../../server/features/referrals/list/count';
import { searchValues } from '../../server/features/referrals/list/search';
import { isFromGuest, type Scope } from '../../server/features/referrals/visibility';

interface Kind {
  readonly status?: ReferralStatus;
  readonly sex?: Sex;
  readonly isGuest?: true;
}

/** Counts the referrals of a kind within a scope, as a list does. */
export async function countMatching(
  db: Database,
  scope: Scope,
  { status, sex, isGuest }: Kind = {},
): Promise<number> {
  const filter = {
    scope,
    kind: { ...(sex && { sex }), ...(isGuest && { isGuest }) },
    where: and(sex && eq(referral.sex, sex), isGuest && isFromGuest),
    status,
    search: undefined,
    matchStatus: undefined,
    owner: undefined,
  };
  const count = prepareStatement(() => sql`select ${countByKinds(filter)} as count`);
  const [row] = await count(db, searchValues({ referred_by: 'guest' }));
  return (row as { count: number }).count;
}
