/**
 * Detects faults of the running installation: logs one line when a fault begins, and shows super users a notice while it lasts.
 * Each process reports the faults that it has detected itself; if several processes share a database, each detects those that
 * affect it. `guestsHeld` is read from the database, `holidaysEnd` from
 * the settings.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { OperationalNotice } from '../../../contract/staffConstants';
import { areGuestsHeld } from '../limits';
import { isLastHolidayNear } from './holidays';
import { canStore, secondsAhead } from './databaseChecks';
import { scheduleJob } from '../../http/scheduleJob';

declare module 'fastify' {
  interface FastifyInstance {
    operationalNotices(): Promise<OperationalNotice[]>;
  }
}

/** Milliseconds. */
const CLOCK_CHECK_INTERVAL = 10 * 60_000;
const FAULT_CHECK_INTERVAL = 60_000;
/** Sessions, reset links and limits expire by the database's clock, access tokens by this machine's. */
const MAX_CLOCK_DIFFERENCE = 60;

export const noticesPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db, engine, disk, readOnly } = app.database;
    const { TRUST_PROXY } = app.settings;
    let isProxyNotTrusted = false;
    let isClockOff = false;

    app.decorate('operationalNotices', async () => {
      const notices: Record<OperationalNotice, boolean> = {
        proxyNotTrusted: isProxyNotTrusted,
        diskFull: !app.database.hasFreeSpace() || disk.isOn,
        databaseReadOnly: readOnly.isOn,
        clockDiffers: isClockOff,
        guestsHeld: await areGuestsHeld(db),
        holidaysEnd: isLastHolidayNear(app.settings, new Date()),
      };
      return (Object.keys(notices) as OperationalNotice[]).filter((code) => notices[code]);
    });

    app.addHook('onRequest', async (request) => {
      if (isProxyNotTrusted || request.headers['x-forwarded-for'] === undefined) return;
      if (TRUST_PROXY !== false && TRUST_PROXY !== 0) return;
      isProxyNotTrusted = true;
      // A client can forge the header; the only effects are this one log line and the notice.
      app.log.warn(
        'a request has an X-Forwarded-For header, which is ignored because TRUST_PROXY is off. Behind a proxy, all clients then share the limits of one address: set TRUST_PROXY to the number of proxies',
      );
    });

    disk.onChange((isFull) => {
      if (isFull) app.log.error('the disk of the database is full: nothing can be stored');
      else app.log.error('the disk of the database has room again');
    });

    readOnly.onChange((isOn) => {
      if (isOn) app.log.error('the database is read-only: nothing can be stored');
      else app.log.error('the database can be written again');
    });

    // The embedded database uses this machine's clock, and free disk space is checked before every write.
    if (engine === 'embedded') return;

    scheduleJob(app, CLOCK_CHECK_INTERVAL, async () => {
      const seconds = Math.round(await secondsAhead(db));
      const wasClockOff = isClockOff;
      isClockOff = Math.abs(seconds) > MAX_CLOCK_DIFFERENCE;
      if (isClockOff && !wasClockOff) {
        app.log.warn(
          { seconds },
          'the clock of the database is this many seconds ahead of this machine: synchronise both with a time server',
        );
      }
    });

    scheduleJob(app, FAULT_CHECK_INTERVAL, async () => {
      if (disk.isOn && (await canStore(db))) disk.set(false);
      if (readOnly.isOn) await app.database.ping();
    });
  },
  { name: 'notices', dependencies: ['database', 'settings'] },
);
