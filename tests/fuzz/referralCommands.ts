/** Commands that create, change, delete and release referrals. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import { referral } from '../../server/db/schema';
import { referralBody } from '../support/fixtures';
import {
  pickActor,
  Command,
  superuserCommand,
  expectStatus,
  MAX_REFERRALS,
  UNKNOWN_ID,
  pick,
  type Real,
  actorAndTarget,
  anyIndex,
} from './command';
import { isListed, revokeSessions } from './model';

const addReferral = fc
  .record({ actor: anyIndex, site: fc.nat(1), asGuest: fc.boolean(), isTooFast: fc.boolean() })
  .map(
    (drawn) =>
      new Command(
        drawn.asGuest ? 'addGuestReferral' : 'addReferral',
        drawn,
        async (model, real) => {
          const actor = pickActor(model, drawn.actor);
          const site = real.sites[drawn.site] ?? '';
          const person = referralBody(site);
          const body = { ...person, filled_in: drawn.isTooFast ? 1 : 30 };
          const name = drawn.asGuest ? 'addGuestReferral' : 'addReferral';
          const isOpen = drawn.asGuest || actor.account !== null;
          await expectStatus(real, name, { body }, actor.bearer, isOpen ? 200 : 401);
          if (!isOpen) return;
          model.referrals.push({
            id: await findReferralId(real, person.last_name),
            site,
            createdBy: drawn.asGuest ? null : actor.account,
            assignedTo: null,
            account: null,
            status: 'Pending',
            notes: null,
            held: drawn.asGuest && drawn.isTooFast,
            deleted: false,
          });
        },
        ({ referrals }) => referrals.length < MAX_REFERRALS,
      ),
  );

const updateReferral = superuserCommand(
  'updateReferral',
  fc.record({
    ...actorAndTarget,
    status: fc.option(fc.constantFrom(...REFERRAL_STATUSES), { nil: undefined }),
    notes: fc.option(fc.constantFrom('', 'Called back.', 'Línea\n2'), { nil: undefined }),
  }),
  ({ referrals }, { target: index, status, notes }) => {
    const found = pick(referrals, index);
    return {
      input: { body: { id: found?.id ?? UNKNOWN_ID, status, notes } },
      status: found && isListed(found) ? 200 : 404,
      after: () => {
        if (found && status) found.status = status;
        if (found && notes !== undefined) found.notes = notes;
      },
    };
  },
);

const assignReferral = superuserCommand(
  'assignReferral',
  fc.record({ ...actorAndTarget, person: anyIndex }),
  ({ accounts, referrals }, { target: index, person }) => {
    const found = pick(referrals, index);
    const chosen = pick(accounts, person);
    const canRefer =
      chosen?.state === 'active' && (chosen.role === 'MANAGER' || chosen.role === 'SUPERUSER');
    return {
      input: { body: { user_id: chosen?.id ?? UNKNOWN_ID, referral_id: found?.id ?? UNKNOWN_ID } },
      status: found && isListed(found) && canRefer ? 200 : 404,
      after: () => {
        if (found && chosen) found.assignedTo = chosen;
      },
    };
  },
);

const deleteReferral = superuserCommand(
  'deleteReferral',
  fc.record(actorAndTarget),
  ({ referrals }, { target: index }) => {
    const found = pick(referrals, index);
    return {
      input: { body: { id: found?.id ?? UNKNOWN_ID } },
      status: found && !found.deleted ? 200 : 404,
      after: () => {
        if (!found) return;
        found.deleted = true;
        if (found.account) found.account.state = 'deactivated';
        if (found.account) revokeSessions(found.account);
      },
    };
  },
);

const releaseReferral = superuserCommand(
  'releaseReferral',
  fc.record(actorAndTarget),
  ({ referrals }, { target: index }) => {
    const found = pick(referrals, index);
    return {
      input: { body: { id: found?.id ?? UNKNOWN_ID } },
      status: found?.held && !found.deleted ? 200 : 404,
      after: () => {
        if (found) found.held = false;
      },
    };
  },
);

async function findReferralId({ server }: Real, lastName: string): Promise<string> {
  const where = eq(referral.last_name, lastName);
  const [found] = await server.db.select({ id: referral.id }).from(referral).where(where);
  return found?.id ?? '';
}

export const referralCommands = [
  addReferral,
  addReferral,
  addReferral,
  updateReferral,
  assignReferral,
  deleteReferral,
  releaseReferral,
];
