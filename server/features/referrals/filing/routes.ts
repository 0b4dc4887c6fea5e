import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../access';
import { registerOperation } from '../../../http/registerOperation';
import { addIdempotently } from '../../idempotency';
import { guestKey } from '../../limits';
import { getNetworkChain } from '../../../http/clientAddress';
import { addByAccount, addByGuest, addValues } from './statement';
import { newTrackingId } from './rules';
import { holdReasonOf } from './spam';
import { readSubmission, refuseTypos, requireValid } from './submission';

/** Filing referrals, by an account or as a guest. */
export async function filingRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(
    app,
    'addReferral',
    async (_input, request) => {
      const caller = await requireCaller(request);
      const add = async (id: string) => {
        const tracking_id = newTrackingId();
        const submission = await readSubmission(db, request);
        const filed = { id, tracking_id, created_by: caller.accountId, ...submission };
        return { run: addByAccount, values: addValues(filed), response: { _id: id, tracking_id } };
      };
      return addIdempotently(request, caller, add, () => requireValid(db, request));
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );

  registerOperation(
    app,
    'addGuestReferral',
    ({ body }, request) => {
      const add = async (id: string) => {
        const submission = await readSubmission(db, request);
        const filed = { id, tracking_id: newTrackingId(), ...submission };
        const guest = {
          held: holdReasonOf(body),
          guestKey: guestKey(app.hmac, getNetworkChain(request)),
        };
        const values = addValues(filed, guest);
        return { run: addByGuest, values, response: { detail: 'ok' } };
      };
      // Always a visitor: a session may begin or end between a request and its repeat.
      return addIdempotently(request, null, add, () => requireValid(db, request));
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );
}
