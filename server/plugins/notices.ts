/**
 * What is wrong with the installation while it runs: one line in the log when it begins, and a notice to super users as long
 * as it lasts. Each process tells what it has seen; of several on one database, each that is concerned finds out.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { OperationalNotice } from '../../contract/constants';
import { canStore, secondsAhead } from '../features/notices/repository';
import { scheduleJob } from './scheduleJob';

declare module 'fastify' {
  interface FastifyInstance {
    operationalNotices(): OperationalNotice[];
  }
}

/** Milliseconds. */
const COMPARE_CLOCKS_EVERY = 10 * 60_000;
const CHECK_DISK_EVERY = 60_000;
/** Sessions, reset links and limits end by the database's clock, access tokens by this machine's. */
const MOST_SECONDS_APART = 60;

export const noticesPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db, engine, disk } = app.database;
    const { TRUST_PROXY } = app.settings;
    let isProxyNotTrusted = false;
    let areClocksApart = false;

    app.decorate('operationalNotices', () => {
      const notices: Record<OperationalNotice, boolean> = {
        proxyNotTrusted: isProxyNotTrusted,
        diskFull: !app.database.hasFreeSpace() || disk.isFull,
        clockDiffers: areClocksApart,
      };
      return (Object.keys(notices) as OperationalNotice[]).filter((code) => notices[code]);
    });

    app.addHook('onRequest', async (request) => {
      if (isProxyNotTrusted || request.headers['x-forwarded-for'] === undefined) return;
      if (TRUST_PROXY !== false && TRUST_PROXY !== 0) return;
      isProxyNotTrusted = true;
      // A client may have written the header itself: that makes this line, once, and nothing else.
      app.log.warn(
        'a request has an X-Forwarded-For header, which counts for nothing as TRUST_PROXY is off. If a proxy stands in front, everybody behind it shares the limits of one address: set TRUST_PROXY to the number of proxies',
      );
    });

    disk.onChange((isFull) => {
      if (isFull) app.log.error('the disk of the database is full: nothing can be stored');
      else app.log.error('the disk of the database has room again');
    });

    // The embedded database has this machine's clock, and asks for the room on its disk before every write.
    if (engine === 'embedded') return;

    scheduleJob(app, COMPARE_CLOCKS_EVERY, async () => {
      const seconds = Math.round(await secondsAhead(db));
      const wereApart = areClocksApart;
      areClocksApart = Math.abs(seconds) > MOST_SECONDS_APART;
      if (areClocksApart && !wereApart) {
        app.log.warn(
          { seconds },
          'the clock of the database is this many seconds ahead of this machine: set both by a time server',
        );
      }
    });

    scheduleJob(app, CHECK_DISK_EVERY, async () => {
      if (disk.isFull && (await canStore(db))) disk.set(false);
    });
  },
  { name: 'notices', dependencies: ['database', 'settings'] },
);
