import type { FastifyInstance } from 'fastify';
import { FEATURES } from '../../../contract/calls/endpoints';
import type { Feature } from '../../../contract/calls/extras';
import { UnavailableError } from '../../http/errors';
import { withFormerFeatures } from '../../http/formerNames';
import { registerOperation } from '../../http/registerOperation';
import { offersNews } from '../../settings/newsSender';
import type { Settings } from '../../settings/settings';
import { version } from '../../version';
import { canConfirmEmails } from '../auth';

/** Milliseconds to wait for the database. */
const HEALTH_TIMEOUT = 1_000;

/** Lists the features beyond the specification that this server offers with its settings. */
export function listFeatures(settings: Settings): Feature[] {
  const isOffered: Partial<Record<Feature, boolean>> = {
    mailboxProof: canConfirmEmails(settings),
    news: offersNews(settings),
  };
  return FEATURES.filter((feature) => isOffered[feature] ?? true);
}

/** Server metadata for the web app, and liveness and health checks for a load balancer. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  const features = withFormerFeatures(listFeatures(app.settings));
  registerOperation(app, 'meta', async () => ({ name: 'Referral Desk', version, features }));

  registerOperation(app, 'live', async () => ({ status: 'ok' as const }));

  registerOperation(app, 'health', async () => {
    const answered = app.database.ping().then(
      () => true,
      () => false,
    );
    const timedOut = new Promise<false>((resolve) => {
      setTimeout(resolve, HEALTH_TIMEOUT, false).unref();
    });
    const isHealthy = (await Promise.race([answered, timedOut])) && app.database.hasFreeSpace();
    if (!isHealthy) throw new UnavailableError('Not ready to serve');
    return { status: 'ok' as const };
  });
}
