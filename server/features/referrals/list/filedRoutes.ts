import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { offersNews } from '../../../settings/newsSender';
import { type Caller, reloadCaller, requireCaller } from '../../access';
import { auditRead } from '../../audit';
import { followUpRules } from '../followUpRules';
import { isSubscribed } from '../newsSubscriptions';
import { recordDisclosures } from '../recordDisclosures';
import { findAnswers } from './answers';
import { countFiled, type FiledQuery, listFiled } from './filed';

/** What an account filed, and how it reads referrals. */
export async function filedRoutes(app: FastifyInstance): Promise<void> {
  const hasNews = offersNews(app.settings);

  // The session may have ended while the body arrived.
  registerOperation(app, 'listFiled', async ({ body }, request) =>
    readFiled(request, await reloadCaller(request), body),
  );

  // It returns no personal data of a referral, so no audit entry of a read is needed.
  registerOperation(app, 'getReader', async (_input, request) => {
    const caller = await requireCaller(request);
    const filed = await countReadable(request, caller);
    const { db } = request.server.database;
    const news_mail = hasNews ? await isSubscribed(db, caller.accountId) : undefined;
    return { is_inside: caller.isInside, filed, news_mail };
  });
}

/** How many referrals the caller reads as somebody outside. */
export async function countReadable(request: FastifyRequest, caller: Caller): Promise<number> {
  const { db } = request.server.database;
  return countFiled(db, caller.accountId, await answersFor(request, caller));
}

const answersFor = ({ server }: FastifyRequest, caller: Caller) =>
  findAnswers(server.database.db, followUpRules(server.settings), caller);

/** A page of what the caller filed, in a list of referrals, whose items it does not have. */
export async function readFiledPage(request: FastifyRequest, query: FiledQuery) {
  const { items, ...page } = await readFiled(request, await requireCaller(request), query);
  return { itemsJson: JSON.stringify(items), ...page };
}

/** Reads a page of what the caller filed. What it says by consent is in the ledger before it leaves. */
async function readFiled(request: FastifyRequest, caller: Caller, query: FiledQuery) {
  const { accountId, username: address } = caller;
  const { db } = request.server.database;
  const read = async () => {
    const answers = await answersFor(request, caller);
    const { SUPPORT_PHONE } = request.server.settings;
    const { told, ...found } = await listFiled(db, accountId, answers, SUPPORT_PHONE, query);
    await recordDisclosures(
      db,
      told.map(({ consentId, sentence }) => ({
        consentId,
        sentence,
        channel: 'page',
        actorId: accountId,
        address,
      })),
    );
    return found;
  };
  const found = await auditRead(request, accountId, read, ({ items }) =>
    items.map(({ _id }) => _id),
  );
  return toPage(found, query);
}
