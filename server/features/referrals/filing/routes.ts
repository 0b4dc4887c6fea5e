import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../access';
import { registerOperation } from '../../../http/registerOperation';
import { addIdempotently } from '../../idempotency';
import { guestKey } from '../../limits';
import { getNetworkChain } from '../../../http/clientAddress';
import { FIRST_SERIAL, hashCode } from '../receipts/codes';
import { addByAccount, addByGuest, addValues } from './statement';
import { discloserOf } from '../consentFacts';
import { newTrackingId } from './rules';
import { holdReasonOf } from './spam';
import { readSubmission, refuseTypos, requireValid } from './submission';

/** What is stored as the answer to a guest. Before there were receipts it had no ids. */
interface AddedByGuest {
  readonly detail: string;
  readonly _id?: string;
  readonly tracking_id?: string;
}

/** Filing referrals, by an account or as a guest. */
export async function filingRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const discloser = discloserOf(app.settings);

  registerOperation(
    app,
    'addReferral',
    async ({ body }, request) => {
      const caller = await requireCaller(request);
      const askerId = body.ask_consent ? caller.accountId : null;
      const add = async (id: string) => {
        const tracking_id = newTrackingId();
        const submission = await readSubmission(db, request);
        const filed = { id, tracking_id, created_by: caller.accountId, ...submission };
        return {
          run: addByAccount,
          values: addValues(filed, { discloser, askerId }),
          response: { _id: id, tracking_id },
        };
      };
      return addIdempotently(request, caller, add, () => requireValid(db, request));
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );

  registerOperation(
    app,
    'addGuestReferral',
    async ({ body }, request) => {
      const add = async (id: string) => {
        const tracking_id = newTrackingId();
        const submission = await readSubmission(db, request);
        const guest = {
          held: holdReasonOf(body),
          guestKey: guestKey(app.hmac, getNetworkChain(request)),
          codeHash: hashCode(app.receiptCodes(id, FIRST_SERIAL)),
          guestName: body.guest_name || null,
        };
        const values = addValues(
          { id, tracking_id, ...submission },
          { discloser, askerId: null },
          guest,
        );
        const response: AddedByGuest = { detail: 'ok', _id: id, tracking_id };
        return { run: addByGuest, values, response };
      };
      // Always a visitor: a session may begin or end between a request and its repeat.
      const check = () => requireValid(db, request);
      const { _id, ...added } = await addIdempotently(request, null, add, check);
      // The code is not in the response that is stored for repeats: it is computed again.
      return { ...added, ...(_id && { code: app.receiptCodes(_id, FIRST_SERIAL) }) };
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );
}
