/** A person may be born today: on the provider's day (TIME_ZONE), whatever day it is in UTC. */
import { expect, it, onTestFinished } from 'vitest';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import { createFixtures, referralBody } from '../support/fixtures';
import { startTestServer } from '../support/testServer';

// At any moment, at least one of them has another day than UTC.
it.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])(
  'in %s, a person who was born today is filed and corrected, one who is born tomorrow is not',
  async (TIME_ZONE) => {
    const server = await startTestServer({ TIME_ZONE });
    onTestFinished(() => server.close());
    const { sites, ...fixtures } = await createFixtures(server);
    const head = fixtures.bearer('superuser');
    const today = dayIn(TIME_ZONE, new Date());
    const tomorrow = addDays(today, 1);
    const refused = {
      status: 422,
      body: { detail: [{ loc: ['body', 'dob'], msg: 'Must be between 1900-01-01 and today' }] },
    };

    const file = (dob: string, bearer?: string) =>
      server.call(
        bearer === undefined ? 'addGuestReferral' : 'addReferral',
        { body: referralBody(sites.own, { dob }) },
        bearer,
      );
    for (const bearer of [undefined, head]) {
      expect((await file(today, bearer)).status).toBe(200);
      for (const later of [tomorrow, addDays(today, 2), `${tomorrow}T00:00:00Z`]) {
        expect(await file(later, bearer)).toMatchObject(refused);
      }
    }
    const { body } = await file(today, head);
    const correct = (dob: string) => {
      const changed = { ...referralBody(sites.own, { dob }), id: (body as { _id: string })._id };
      return server.call('correctReferral', { body: changed }, head);
    };
    expect((await correct(today)).status).toBe(200);
    expect(await correct(tomorrow)).toMatchObject(refused);
  },
);
