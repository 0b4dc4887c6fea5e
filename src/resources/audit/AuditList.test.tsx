import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../tests/support/screenWidth';
import { stubThirdPartyList, THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { makeReferral, stubReferralList, renderStaffApp } from '../../../tests/support/staffApp';
import type { AuditEntry } from '../../../contract/entities/audit';
import { ApiError } from '../../api/ApiError';
import type { Send } from '../../api/middleware';
import { dayRange } from '../../dataProvider/days';

/** The total of entries that the server sends. */
let total = 0;

/** Adds the total as a header to the response of the audit trail. */
const withTotal =
  (send: Send): Send =>
  async (call) => {
    const answer = await send(call);
    if (call.name !== 'listAudit' || answer.status !== 200) return answer;
    const range = `audit */${total}`;
    return { ...answer, header: (header) => (header === 'content-range' ? range : undefined) };
  };

const sam = { id: 'a1', fullname: 'Sam Rivera', username: 'sam@clinic.example' };
const robin = {
  id: 'r1',
  kind: 'referral',
  name: 'Robin Harper',
  tracking_id: 'R-ABCD-1234',
} as const;

function makeEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    at: '2026-11-20T12:00:00.000Z',
    action: 'updateReferral',
    outcome: 'done',
    ip: '198.51.100.7',
    actor: sam,
    records: [robin],
    recordCount: 1,
    ...changes,
  };
}

/** Answers with the entries of the range that is asked for. */
const rangeOf =
  (entries: readonly AuditEntry[]) =>
  ({ query }: { query?: unknown }) => {
    const [from, to] = JSON.parse((query as { range: string }).range) as [number, number];
    return entries.slice(from, to + 1);
  };

/** Opens the activity log with these entries. */
async function openTrail(
  entries: AuditEntry[],
  options: Parameters<typeof renderStaffApp>[0] = {},
) {
  total = entries.length;
  const app = await renderStaffApp({
    path: '/audit',
    wrapSend: withTotal,
    ...options,
    answers: { listAudit: rangeOf(entries), ...options.answers },
  });
  const filtersAsked = () =>
    app
      .inputsOf('listAudit')
      .map(({ query }) => JSON.parse((query as { filter: string }).filter) as unknown);
  return { ...app, filtersAsked };
}

const findRows = async () => {
  const table = await screen.findByRole('table', { name: 'Activity, newest first' });
  return within(table).getAllByRole('row').slice(1);
};

beforeEach(setDesktopWidth);

describe('the activity log', () => {
  it('shows time, actor, action, result, records and address of an entry', async () => {
    await openTrail([makeEntry()]);
    const [row] = await findRows();
    for (const text of [
      /Nov 20, 2026/,
      'Sam Rivera',
      'Updated a referral',
      'Done',
      /Robin Harper/,
      '198.51.100.7',
    ]) {
      expect(within(row as HTMLElement).getByText(text)).toBeVisible();
    }
    expect(row).toHaveTextContent('R-ABCD-1234');
    expect(document.title).toBe('Activity Log – Referral Desk');
  });

  it('says how many refused requests an entry stands for', async () => {
    const refused: Partial<AuditEntry> = {
      outcome: 'refused',
      ip: '',
      records: [],
      recordCount: 0,
    };
    await openTrail([makeEntry({ ...refused, action: 'moreRefusals', refusals: 1_024 })]);
    const [row] = await findRows();
    expect(row).toHaveTextContent(/Sam Rivera.*Was refused many times.*Refused.*1,?024 requests/);
  });

  it('tells actors of one name apart by their emails', async () => {
    const actors = ['north', 'south'].map((id) => ({ ...sam, id, username: `${id}@x.example` }));
    await openTrail(actors.map((actor, index) => makeEntry({ id: index + 1, actor })));
    const rows = await findRows();
    rows.forEach((row, index) => {
      const name = `${sam.fullname} (${actors[index]?.username})`;
      expect(within(row).getByText(name)).toBeVisible();
    });
  });

  it('shows an anonymous actor as a visitor, with the refused action', async () => {
    const entry = makeEntry({
      actor: null,
      action: 'login',
      outcome: 'refused',
      records: [],
      recordCount: 0,
    });
    await openTrail([entry]);
    const [row] = await findRows();
    expect(row).toHaveTextContent(/Visitor.*Logged in.*Refused.*–/);
  });

  it('shows unknown values unchanged', async () => {
    const lost = { id: 'x', kind: 'unknown', name: '' } as const;
    const actor = { id: 'gone', fullname: '', username: '' };
    await openTrail([makeEntry({ action: 'exportAll', actor, records: [lost] })]);
    const [row] = await findRows();
    expect(row).toHaveTextContent(/Unknown account.*exportAll.*Unknown record/);
  });

  it('wraps an address only after a colon', async () => {
    await openTrail([makeEntry({ ip: '2001:db8::7' }), makeEntry({ id: 2 })]);
    const [six, four] = await findRows();
    expect(six).toHaveTextContent('2001:db8::7');
    expect(six?.querySelectorAll('wbr')).toHaveLength(3);
    expect(four?.querySelectorAll('wbr')).toHaveLength(0);
  });

  it('collapses many records of an entry, and says how many are not listed', async () => {
    const records = Array.from({ length: 25 }, (_, index) => ({
      id: `r${index}`,
      kind: 'referral' as const,
      name: `Person ${index}`,
    }));
    const { user } = await openTrail([makeEntry({ records, recordCount: 40 })]);
    await findRows();
    expect(screen.getByText('Person 0')).toBeVisible();
    expect(screen.getByText('Person 1')).not.toBeVisible();
    await user.click(screen.getByText('and 39 more'));
    expect(screen.getByText('Person 24')).toBeVisible();
    expect(screen.getByText('15 more are not listed here')).toBeVisible();
  });

  it('is shown in Spanish, and as compact rows on a phone', async () => {
    setPhoneWidth();
    await openTrail([makeEntry()], { language: 'es' });
    const list = await screen.findByRole('list', { name: 'Actividad, lo más reciente primero' });
    expect(within(list).getByRole('heading', { name: 'Actualizó una remisión' })).toBeVisible();
    expect(within(list).getByText('198.51.100.7')).toBeVisible();
    expect(within(list).queryByText('Denegado')).toBeNull();
  });

  it('marks a refusal in a compact row', async () => {
    setPhoneWidth();
    await openTrail([makeEntry({ outcome: 'refused' })]);
    const list = await screen.findByRole('list', { name: 'Activity, newest first' });
    expect(within(list).getByText('Refused')).toBeVisible();
  });

  it('has pages', async () => {
    const entries = Array.from({ length: 60 }, (_, index) => makeEntry({ id: 60 - index }));
    const { user, inputsOf } = await openTrail(entries);
    expect(await screen.findByText('1–25 of 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('26–50 of 60')).toBeVisible();
    expect(inputsOf('listAudit').map(({ query }) => query)).toMatchObject([
      { range: '[0,24]', sort: '["id","DESC"]' },
      { range: '[25,49]' },
    ]);
  });

  it('repeats no entry on its second page, although reading the first one added an entry', async () => {
    const entries = Array.from({ length: 60 }, (_, index) => makeEntry({ id: 60 - index }));
    const { user, filtersAsked } = await openTrail(entries);
    await screen.findByText('1–25 of 60');
    for (const [name, range] of [
      ['Next page', '26–50'],
      ['Next page', '51–60'],
      ['Previous page', '26–50'],
      ['Previous page', '1–25'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(`${range} of 60`)).toBeVisible();
    }
    const asItWas = { kind: 'changes', until: 60 };
    expect(filtersAsked().slice(0, 3)).toEqual([{ kind: 'changes' }, asItWas, asItWas]);
    await waitFor(() => expect(filtersAsked().at(-1)).toEqual({ kind: 'changes' }));
  });

  it('says that there are no entries', async () => {
    await openTrail([]);
    expect(await screen.findByText('No entries')).toBeVisible();
  });

  it('says that it could not be loaded, and retries with a button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const listAudit = vi.fn<() => unknown>().mockImplementationOnce(() => {
      throw new ApiError('status', { status: 422 });
    });
    listAudit.mockReturnValue([makeEntry()]);
    const { user } = await openTrail([makeEntry()], { answers: { listAudit } });
    expect(await screen.findByText('The activity log could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findRows()).toHaveLength(1);
  });
});

describe('the filters', () => {
  it('filter by tracking id and local day, and are in no address', async () => {
    const { user, filtersAsked, address } = await openTrail([makeEntry()]);
    await findRows();
    await user.type(screen.getByLabelText('Tracking ID'), ' r abcd1234 ');
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-20' } });
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(filtersAsked().at(-1)).toEqual({
        kind: 'changes',
        person: 'R-ABCD-1234',
        ...dayRange('2026-11-20'),
      }),
    );
    expect(
      screen.getByText(/^Filtered by Tracking ID: R-ABCD-1234 · Day: Nov 20, 2026$/),
    ).toBeVisible();
    expect(address()).toBe('/audit');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(filtersAsked().at(-1)).toEqual({ kind: 'changes' }));
    expect(screen.getByLabelText('Tracking ID')).toHaveValue('');
  });

  it('refuse a name as a tracking id, and leave the log unchanged', async () => {
    const { user, filtersAsked } = await openTrail([makeEntry()]);
    await findRows();
    const field = screen.getByLabelText('Tracking ID');
    await user.type(field, 'Robin Harper');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(/A tracking ID looks like R-XXXX-XXXX/);
    expect(filtersAsked()).toEqual([{ kind: 'changes' }]);
    expect(await findRows()).toHaveLength(1);
    await user.type(field, 's');
    expect(field).toBeValid();
  });

  it('say that there is no entry with the tracking id', async () => {
    const listAudit = vi.fn<() => unknown>().mockReturnValueOnce([makeEntry()]).mockReturnValue([]);
    const { user } = await openTrail([makeEntry()], { answers: { listAudit } });
    await findRows();
    total = 0;
    await user.type(screen.getByLabelText('Tracking ID'), 'R-0000-0000{Enter}');
    expect(await screen.findByText('Nothing is recorded for this tracking ID')).toBeVisible();
    expect(screen.queryByText('No entries')).toBeNull();
    expect(screen.queryByText('Nothing in the log matches these filters.')).toBeNull();
  });

  it('announce it again when the same filter is submitted again', async () => {
    const listAudit = vi.fn<() => unknown>().mockReturnValueOnce([makeEntry()]).mockReturnValue([]);
    const { user, filtersAsked } = await openTrail([makeEntry()], { answers: { listAudit } });
    await findRows();
    total = 0;
    await user.type(screen.getByLabelText('Tracking ID'), 'R-0000-0000{Enter}');
    await screen.findByText('Nothing is recorded for this tracking ID');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(filtersAsked()).toHaveLength(3));
    expect(await screen.findByText('Nothing is recorded for this tracking ID')).toBeVisible();
  });

  it('are described while their rows are shown, and not if their rows failed to load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, filtersAsked } = await openTrail([makeEntry()], {
      answers: {
        listAudit: (input) => {
          if (JSON.stringify(input).includes('R-0000-0000')) {
            throw new ApiError('status', { status: 422 });
          }
          return [makeEntry()];
        },
      },
    });
    await findRows();
    const field = screen.getByLabelText('Tracking ID');
    await user.type(field, 'R-ABCD-1234{Enter}');
    const summary = 'Filtered by Tracking ID: R-ABCD-1234';
    expect(await screen.findByText(summary)).toBeVisible();

    await user.clear(field);
    await user.type(field, 'R-0000-0000{Enter}');
    expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
    expect(filtersAsked().at(-1)).toEqual({ kind: 'changes', person: 'R-0000-0000' });
    expect(screen.getByText(summary)).toBeVisible();
    expect(field).toHaveValue('R-0000-0000');
  });

  it('are described only after the response', async () => {
    let answer = (_entries: AuditEntry[]) => {};
    const listAudit = vi
      .fn<() => unknown>()
      .mockReturnValueOnce([])
      .mockImplementation(() => new Promise<AuditEntry[]>((resolve) => (answer = resolve)));
    const { user } = await openTrail([], { answers: { listAudit } });
    await screen.findByText('No entries');
    await user.type(screen.getByLabelText('Tracking ID'), 'R-0000-0000{Enter}');
    await waitFor(() => expect(listAudit).toHaveBeenCalledTimes(2));
    expect(screen.queryByText('Nothing is recorded for this tracking ID')).toBeNull();
    await act(async () => answer([]));
    expect(await screen.findByText('Nothing is recorded for this tracking ID')).toBeVisible();
  });

  it('find an account by a part of its name', async () => {
    const found = {
      _id: 'a9',
      fullname: 'Ada Sample',
      username: 'ada@clinic.example',
      role: 'MANAGER',
      schools: [],
      approved: true,
      created_referrals_only: false,
    };
    const { user, filtersAsked, inputsOf } = await openTrail([makeEntry()], {
      answers: { searchAccounts: () => [found] },
    });
    await findRows();
    await user.type(screen.getByRole('combobox', { name: 'Who' }), 'ada');
    await user.click(
      await screen.findByRole('option', { name: 'Ada Sample (ada@clinic.example)' }),
    );
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(filtersAsked().at(-1)).toEqual({ kind: 'changes', actor: 'a9' }));
    expect(inputsOf('searchAccounts')).toEqual([{ query: { query: 'ada' } }]);
    expect(screen.getByText('Filtered by Who: Ada Sample (ada@clinic.example)')).toBeVisible();
  });

  it('offer to clear them if they find nothing', async () => {
    const listAudit = vi.fn<() => unknown>().mockReturnValueOnce([makeEntry()]).mockReturnValue([]);
    const { user } = await openTrail([makeEntry()], { answers: { listAudit } });
    await findRows();
    total = 0;
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-20' } });
    await user.type(screen.getByLabelText('Tracking ID'), 'R-0000-0000{Enter}');
    expect(await screen.findByText('Nothing in the log matches these filters.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Clear' })).toHaveLength(2);
  });
});

describe('a link to the activity log', () => {
  it('opens the entries about the person of a referral, for a super user', async () => {
    const { user, filtersAsked, address } = await openTrail([makeEntry()], {
      path: '/admin',
      answers: stubReferralList([makeReferral()]),
    });
    await user.click(await screen.findByRole('button', { name: /^Update Referral/ }));
    await user.click(await screen.findByRole('button', { name: 'Access history' }));
    await findRows();
    expect(filtersAsked()).toEqual([{ person: 'R-ABCD-1234' }]);
    expect(address()).toBe('/audit{"trackingId":"R-ABCD-1234"}');
    expect(screen.getByLabelText('Tracking ID')).toHaveValue('R-ABCD-1234');
    expect(screen.getByRole('heading', { level: 1, name: 'Activity Log' })).toHaveFocus();
  });

  it.each([
    ['Activity', { actor: 'a1' }, 'Filtered by Who: Sam Rivera'],
    ['Access history', { person: 'a1' }, 'Filtered by Person: Sam Rivera'],
  ])('opens the %s of an account, for a super user', async (button, filter, summary) => {
    const account = {
      _id: 'a1',
      fullname: 'Sam Rivera',
      username: 'sam@clinic.example',
      role: 'MANAGER',
      schools: [],
      approved: true,
      created_referrals_only: false,
    };
    const records = [{ id: 'a1', kind: 'account' as const, name: 'Sam Rivera' }];
    const { user, filtersAsked } = await openTrail([makeEntry({ records })], {
      path: '/accounts/list',
      answers: { listAccounts: () => ({ items: [account], pages: 1 }) },
    });
    await user.click(await screen.findByRole('button', { name: `${button} Sam Rivera` }));
    await findRows();
    expect(filtersAsked()).toEqual([filter]);
    expect(screen.getByText(summary)).toBeVisible();
  });

  it('filters by an account, which no field shows, until a button clears it', async () => {
    const account = {
      _id: 'a1',
      fullname: 'Sam Rivera',
      username: 'sam@clinic.example',
      role: 'MANAGER',
      schools: [],
      approved: true,
      created_referrals_only: false,
    };
    const records = [{ id: 'a1', kind: 'account' as const, name: 'Sam Rivera' }];
    const { user, filtersAsked } = await openTrail([makeEntry({ records })], {
      path: '/accounts/list',
      answers: { listAccounts: () => ({ items: [account], pages: 1 }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Access history Sam Rivera' }));
    await findRows();
    const chips = within(screen.getByRole('group', { name: 'What filters the list' }));
    expect(
      chips.getByRole('button', { name: 'Remove the filter Person: Sam Rivera' }),
    ).toBeVisible();
    await user.click(chips.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(filtersAsked()).toEqual([{ person: 'a1' }, { kind: 'changes' }]));
    expect(screen.queryByText(/^Filtered by/)).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Clear' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Who' })).toHaveFocus();
  });

  it('is not offered while it would discard input', async () => {
    const { user } = await openTrail([], {
      path: '/admin',
      answers: stubReferralList([makeReferral()]),
    });
    await user.click(await screen.findByRole('button', { name: /^Update Referral/ }));
    await screen.findByRole('button', { name: 'Access history' });
    await user.type(screen.getByLabelText(/^Intake note/), 'x');
    expect(screen.queryByRole('button', { name: 'Access history' })).toBeNull();
  });

  it('is not offered to a manager', async () => {
    const answers = stubReferralList([makeReferral()]);
    const { user } = await openTrail([], { role: 'MANAGER', path: '/admin', answers });
    await user.click(await screen.findByRole('button', { name: /^Referral Details/ }));
    await screen.findByRole('dialog');
    await act(async () => undefined);
    expect(screen.queryByRole('button', { name: 'Access history' })).toBeNull();
    expect(screen.queryByText('Activity Log')).toBeNull();
  });
});

describe('a third-party backend', () => {
  it('has no link to it, and no buttons', async () => {
    const { user } = await openTrail([], {
      path: '/admin',
      answers: stubThirdPartyList([makeReferral()]),
    });
    await user.click(await screen.findByRole('button', { name: /^Update Referral/ }));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Access history' })).toBeNull();
    expect(screen.queryByText('Activity Log')).toBeNull();
    expect(screen.queryByText('Possible Spam')).toBeNull();
  });

  it('whose address is typed says that it offers none, and is not asked', async () => {
    const { inputsOf } = await openTrail([], { answers: THIRD_PARTY_BACKEND });
    expect(await screen.findByText('This server has no activity log.')).toBeVisible();
    expect(inputsOf('listAudit')).toEqual([]);
  });
});
