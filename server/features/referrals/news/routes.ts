import type { FastifyInstance } from 'fastify';
import { INVALID_NEWS_TOKEN_DETAIL } from '../../../../contract/constants';
import { disclose } from '../../../../contract/disclosure';
import { getNetworkChain } from '../../../http/clientAddress';
import { ConflictError, RefusedError } from '../../../http/errors';
import { type Handler, registerOperation } from '../../../http/registerOperation';
import { detectLanguage } from '../../../languages';
import { offersNews } from '../../../settings/newsSender';
import { requireCaller } from '../../access';
import { auditChange, auditDone } from '../../audit';
import { exceedsLookUps, exceedsVisitorEmails } from '../../limits';
import { queueEmail } from '../../mail';
import { normalizeTrackingId } from '../base32';
import { guestReader, readFacts } from '../consentFacts';
import { followUpRules } from '../followUpRules';
import {
  subscribeGuest,
  confirmSubscription,
  setSubscribed,
  unsubscribe,
} from '../newsSubscriptions';
import { findReferral, lockReceipt } from '../receipts/lookUp';

const DONE = { detail: 'ok' };

/** Who gets emails about news (docs/decisions/0083-news.md). */
export async function newsRoutes(app: FastifyInstance): Promise<void> {
  const { settings, newsTokens: tokens } = app;
  const { db } = app.database;
  const isOffered = offersNews(settings);

  registerOperation(app, 'setNewsMail', async ({ body }, request) => {
    const caller = await requireCaller(request);
    const { accountId } = caller;
    if (body.is_on && !isOffered) throw new ConflictError('No emails about news are sent');
    await db.transaction(async (tx) => {
      await setSubscribed(tx, tokens, accountId, body.is_on);
      await auditChange(tx, request, caller, [accountId]);
    });
    return DONE;
  });

  /** Finds the referral of the right three, if a consent in force lets their holder read more. */
  const findAnswered = async (body: Parameters<typeof findReferral>[2], reference: string) => {
    const id = await findReferral(db, reference, body);
    const facts = id !== null && (await readFacts(db, followUpRules(settings), [id])).get(id);
    const isAnswered = facts && disclose(facts, guestReader(facts))?.consentId;
    return isAnswered ? id : null;
  };

  const askNews: Handler<'askNews'> = async ({ body }, request) => {
    const reference = normalizeTrackingId(body.reference);
    // The same tries as of a look-up: it says whether the three match.
    const isTooMany = await exceedsLookUps(db, app.hmac, reference);
    const id = isOffered && !isTooMany ? await findAnswered(body, reference) : null;
    const mayMail =
      id !== null && !(await exceedsVisitorEmails(db, app.hmac, getNetworkChain(request)));
    const guest = { address: body.email, language: detectLanguage(request) };
    const mailed = await db.transaction(async (tx) => {
      // Locked: the code may have been replaced since, and another call may ask at the same time.
      const isMailed = mayMail && (await lockReceipt(tx, id, body.code));
      if (isMailed) {
        const subscriptionId = await subscribeGuest(tx, tokens, id, guest);
        const to = { accountId: subscriptionId, username: guest.address, language: guest.language };
        const newsToken = tokens(subscriptionId);
        await queueEmail(tx, settings, to, { kind: 'confirmNews', newsToken });
      }
      await auditDone(tx, request, null, ...(id === null ? [] : [id]));
      return isMailed;
    });
    return { mailed };
  };
  registerOperation(app, 'askNews', askNews);

  registerOperation(app, 'confirmNews', async ({ body }, request) => {
    await db.transaction(async (tx) => {
      const id = await confirmSubscription(tx, body.token);
      if (id === null) throw new RefusedError(400, INVALID_NEWS_TOKEN_DETAIL);
      await auditDone(tx, request, null, id);
    });
    return DONE;
  });

  registerOperation(app, 'stopNews', async ({ body }, request) => {
    await db.transaction(async (tx) => {
      const id = await unsubscribe(tx, body.token);
      if (id === null) throw new RefusedError(400, INVALID_NEWS_TOKEN_DETAIL);
      await auditDone(tx, request, null, id);
    });
    return DONE;
  });
}
