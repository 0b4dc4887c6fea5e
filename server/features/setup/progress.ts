import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { ADD_USER_SITES } from '../../../contract/staffConstants';
import { rolesWith } from '../../../contract/permissions';
import { sameKey } from '../../../contract/textMatching';
import type { Database } from '../../db/database';
import { account, referral, setup, site } from '../../db/schema';
import { sameKeyOf } from '../../db/textKeys';

/** The placeholders that 'Add Admin User' offers until a provider names its own (FIXED_SITES). */
const PLACEHOLDER_SITES = ADD_USER_SITES.map(sameKey);

/** Reads the progress of an installation's setup from its data. Each query reads at most two rows. */
export async function readProgress(db: Database) {
  const sites = await db
    .select({ id: site.id })
    .from(site)
    .where(
      and(
        isNull(site.deleted_at),
        eq(site.kind, 'ordinary'),
        notInArray(sameKeyOf(sql`${site.name}`), PLACEHOLDER_SITES),
      ),
    )
    .limit(1);
  // Accounts that registered themselves are pending.
  const staff = await db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.role, rolesWith('referral.list')), ne(account.state, 'pending')))
    .limit(2);
  // Including held and deleted ones: the form was used.
  const referrals = await db.select({ id: referral.id }).from(referral).limit(1);
  const [marks] = await db.select().from(setup);
  return {
    hasSite: sites.length > 0,
    /** Whether there is staff besides the first super user. */
    hasColleague: staff.length > 1,
    hasReferral: referrals.length > 0,
    isEmailTested: Boolean(marks?.email_tested_at),
    isPosterPrinted: Boolean(marks?.poster_printed_at),
    isDismissed: Boolean(marks?.dismissed_at),
  };
}

export type Progress = Awaited<ReturnType<typeof readProgress>>;

interface Marks {
  readonly isEmailTested?: true | undefined;
  readonly isPosterPrinted?: true | undefined;
  readonly isDismissed?: boolean | undefined;
}

/**
 * Stores the marks of the setup that no other table contains; omitted ones stay unchanged.
 * @returns whether a mark changed
 */
export async function storeMarks(
  db: Database,
  { isEmailTested, isPosterPrinted, isDismissed }: Marks,
): Promise<boolean> {
  const now = sql`now()`;
  const values = {
    one: true,
    ...(isEmailTested && { email_tested_at: now }),
    ...(isPosterPrinted && { poster_printed_at: now }),
    ...(isDismissed !== undefined && { dismissed_at: isDismissed ? now : null }),
  };
  const isNew = or(
    isEmailTested && isNull(setup.email_tested_at),
    isPosterPrinted && isNull(setup.poster_printed_at),
    isDismissed === true ? isNull(setup.dismissed_at) : undefined,
    isDismissed === false ? isNotNull(setup.dismissed_at) : undefined,
  );
  const stored = await db
    .insert(setup)
    .values(values)
    .onConflictDoUpdate({ target: setup.one, set: values, setWhere: isNew ?? sql`false` })
    .returning({ one: setup.one });
  return stored.length > 0;
}

/** The language that the account last used; null if unknown. */
export async function findLanguage(db: Database, accountId: string): Promise<string | null> {
  const [found] = await db
    .select({ language: account.language })
    .from(account)
    .where(eq(account.id, accountId));
  return found?.language ?? null;
}
