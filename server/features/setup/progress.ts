import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { ADD_USER_SITES } from '../../../contract/constants';
import { rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account, referral, setup, site } from '../../db/schema';

/** The placeholders that 'Add Admin User' offers until a provider names its own (FIXED_SITES). */
const PLACEHOLDER_SITES = ADD_USER_SITES.map((name) => name.toLowerCase());

/** Reads how far an installation is, from its data. Each query reads a row or two. */
export async function readProgress(db: Database) {
  const sites = await db
    .select({ id: site.id })
    .from(site)
    .where(
      and(
        isNull(site.deleted_at),
        eq(site.kind, 'ordinary'),
        notInArray(sql`lower(${site.name})`, PLACEHOLDER_SITES),
      ),
    )
    .limit(1);
  // Whoever registered without an invitation is pending.
  const staff = await db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.role, rolesWith('screen.referrals')), ne(account.state, 'pending')))
    .limit(2);
  // Held and deleted ones, too: the form was tried.
  const referrals = await db.select({ id: referral.id }).from(referral).limit(1);
  const [marks] = await db.select().from(setup);
  return {
    hasSite: sites.length > 0,
    /** Someone else than the first super user may work here. */
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
 * Stores what the other tables do not say; what is not given stays as it is.
 * @returns whether it was new
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
