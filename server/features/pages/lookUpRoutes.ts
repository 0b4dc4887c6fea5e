/** The look-up as a form that needs no scripts (docs/decisions/0081-receipts.md): answered with the page it was sent from. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LookUpResult, lookUpSchema } from '../../../contract/entities/receipt';
import type { NoScriptLookUp } from '../../../contract/page';
import { formBodyParser } from '../../http/bodyParsers';
import { lookUp } from '../referrals';
import { LOOK_UP_PATH } from './plugin';

const TOO_MANY: LookUpResult = { result: 'tooManyTries', sentence: null, consent: null };

/** Registers the form, where pages are rendered on the server. It is the call `lookUp`: access, limits and audit are its own. */
export async function lookUpRoutes(app: FastifyInstance): Promise<void> {
  const { composeLookUp } = app;
  if (!composeLookUp) return;
  await formBodyParser(app);

  const compose = (request: FastifyRequest, reply: FastifyReply, sent: NoScriptLookUp) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return composeLookUp(request, sent);
  };

  // After the error handler of all calls, which decides the status.
  app.addHook('onSend', async (request, reply, payload) => {
    const typed = typedIn(request);
    if (reply.statusCode === 429) return compose(request, reply, { typed, result: TOO_MANY });
    if (reply.statusCode >= 500) return compose(request, reply, { typed, hasFailed: true });
    return payload;
  });
  app.post(
    LOOK_UP_PATH,
    { schema: { hide: true }, config: { operation: 'lookUp' } },
    async (request, reply) => {
      const { success, data, error } = lookUpSchema.safeParse(request.body);
      const typed = typedIn(request);
      if (!success) {
        const refused = error.issues.map(({ path }) => String(path[0]));
        return compose(request, reply.code(422), { typed, refused });
      }
      const result = await lookUp(request, data);
      await request.storeEntries();
      return compose(request, reply, { typed, result });
    },
  );
}

/** What was typed; nothing for a field that is missing, or sent twice. */
function typedIn({ body }: FastifyRequest): NoScriptLookUp['typed'] {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] =>
        Object.hasOwn(lookUpSchema.shape, entry[0]) && typeof entry[1] === 'string',
    ),
  );
}
