/** Which kinds of entries and actions the activity log shows, and how it folds reads. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDesktopWidth } from '../../../tests/support/screenWidth';
import { stubMetaWithout } from '../../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import type { AuditEntry } from '../../../contract/entities/audit';
import type { Send } from '../../api/middleware';

const sam = { id: 'a1', fullname: 'Sam Rivera', username: 'sam@clinic.example' };

const makeEntry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: `2026-11-20T12:${String(id).padStart(2, '0')}:00.000Z`,
  action: 'getReferral',
  outcome: 'done',
  ip: '198.51.100.7',
  actor: sam,
  records: [{ id: `r${id}`, kind: 'referral', name: `Person ${id}` }],
  recordCount: 1,
  ...changes,
});

/** A change, two reads before it, a refusal, and a read. */
const ENTRIES = [
  makeEntry(5, { action: 'updateReferral' }),
  makeEntry(4),
  makeEntry(3, { action: 'getHistory' }),
  makeEntry(2, { outcome: 'refused' }),
  makeEntry(1),
];

const withTotal =
  (send: Send): Send =>
  async (call) => {
    const answer = await send(call);
    const header = (name: string) => (name === 'content-range' ? 'audit */5' : undefined);
    return call.name === 'listAudit' ? { ...answer, header } : answer;
  };

async function openTrail(answers: Answers = {}) {
  const app = await renderStaffApp({
    path: '/audit',
    wrapSend: withTotal,
    answers: { listAudit: () => ENTRIES, ...answers },
  });
  const asked = () =>
    app.inputsOf('listAudit').map(({ query }) => {
      const { filter, range } = query as { filter: string; range: string };
      return { filter: JSON.parse(filter) as unknown, range };
    });
  return { ...app, asked };
}

const findRows = async () => {
  const table = await screen.findByRole('table', { name: 'Activity, newest first' });
  return within(table).getAllByRole('row').slice(1);
};
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent);

beforeEach(setDesktopWidth);

describe('the kinds', () => {
  it('are changes and refusals at first, and everything at a click, of which more fit a page', async () => {
    const { user, asked } = await openTrail();
    await findRows();
    expect(asked()).toEqual([{ filter: { kind: 'changes' }, range: '[0,24]' }]);
    expect(pressed()).toEqual(['Changes and refusals']);
    await user.click(screen.getByRole('button', { name: 'Everything' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ filter: {}, range: '[0,49]' }));
    expect(pressed()).toEqual(['Everything']);
  });

  it('keep the other filters, and are neither while an action is chosen', async () => {
    const { user, asked } = await openTrail();
    await findRows();
    await user.type(screen.getByLabelText('Tracking ID'), 'R-ABCD-1234');
    await user.selectOptions(screen.getByLabelText('What'), 'Viewed the referral list');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const person = 'R-ABCD-1234';
    await waitFor(() =>
      expect(asked().at(-1)?.filter).toEqual({
        person,
        actions: ['listReferrals', 'listWorklist'],
      }),
    );
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
    const summary =
      'Filtered by What: Viewed the referral list · Tracking ID: R-ABCD-1234 5 entries found';
    expect(
      screen.getByText(
        (_text, element) => element?.role === 'status' && element.textContent === summary,
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Everything' }));
    await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ person }));
    expect(screen.getByLabelText('What')).toHaveDisplayValue('Any');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ kind: 'changes' }));
  });

  it('are not offered by an older server, which is not asked for them', async () => {
    const { asked } = await openTrail(stubMetaWithout('auditActions'));
    await findRows();
    expect(asked()).toEqual([{ filter: {}, range: '[0,24]' }]);
    expect(screen.queryByRole('button', { name: 'Everything' })).toBeNull();
    expect(screen.queryByLabelText('What')).toBeNull();
  });
});

describe('reads of one account that follow one another', () => {
  it('are one row, which opens', async () => {
    const { user } = await openTrail();
    const rows = await findRows();
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Updated a referral'),
      expect.stringMatching(/:03.*:04.*Sam Rivera.*2 reads.*Person 4.*and 1 more/),
      expect.stringMatching(/Viewed a referral.*Refused/),
      expect.stringContaining('Viewed a referral'),
    ]);
    const run = screen.getByRole('button', { name: '2 reads', expanded: false });
    await user.click(run);
    expect(run).toHaveAttribute('aria-expanded', 'true');
    expect(run).toHaveFocus();
    const opened = await findRows();
    expect(opened).toHaveLength(6);
    expect(opened[2]).toHaveTextContent(/Viewed a referral.*Person 4/);
    expect(opened[3]).toHaveTextContent(/Viewed the history of a referral.*Person 3/);
    await user.click(run);
    expect(await findRows()).toHaveLength(4);
  });

  it('are a row each on paper', async () => {
    await openTrail();
    expect(await findRows()).toHaveLength(4);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(await findRows()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: '2 reads' })).toBeNull();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(await findRows()).toHaveLength(4);
  });
});
