import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  openFilters,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { stubWorklist } from '../../../../tests/support/worklist';

const OWNER = { id: 'u9', fullname: 'Ben Okafor', username: 'ben@clinic.example' };
const LEFT = makeReferral({ owner: { ...OWNER, left: true } });
const STAYED = makeReferral({
  _id: 'r2',
  first_name: 'Sam',
  owner: { id: 'u2', fullname: 'Pat Lee' },
});

const render = (answers: Answers = {}, language: 'en' | 'es' = 'en') =>
  renderStaffApp({
    accountId: 'u1',
    language,
    answers: {
      ...stubWorklist({ items: [LEFT, STAYED] }),
      listOwners: () => [
        { _id: 'u1', fullname: 'Alex Kim', open: 14 },
        { _id: 'u2', fullname: 'Pat Lee', open: 1 },
        { _id: 'u3', fullname: 'Lee Ono' },
      ],
      ...answers,
    },
  });

describe('an owner who left', () => {
  it('is marked in the rows, and nobody else', async () => {
    await render();
    const table = within(await findTable());
    expect(table.getByText('Ben Okafor (left)')).toBeVisible();
    expect(table.getByText('Pat Lee')).toBeVisible();
    expect(table.queryByText(/Pat Lee \(left\)/)).toBeNull();
  });

  it('is marked in Spanish', async () => {
    await render({}, 'es');
    expect(await screen.findByText('Ben Okafor (ya no está)')).toBeVisible();
  });

  it('is marked in the record, and stays chosen', async () => {
    const { user } = await render();
    await user.click(within(await findTable()).getByRole('link', { name: /^Robin/ }));
    const select = within(await screen.findByRole('dialog')).getByLabelText('Assigned to');
    expect(select).toHaveValue('u9');
    expect(within(select).getByRole('option', { name: 'Ben Okafor (left)' })).toBeVisible();
  });

  it('is a filter, whose results are handed over by "Assign"', async () => {
    const { user, inputsOf } = await render();
    await findTable();
    await openFilters(user);
    const filter = screen.getByRole('combobox', { name: 'Assigned to' });
    await user.selectOptions(filter, 'Owner left');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(inputsOf('listWorklist').at(-1)?.body).toMatchObject({ owner: 'left', size: 50 }),
    );
    expect((await screen.findAllByText(/Owner left$/))[0]).toBeVisible();
    // Neither tab of owners is chosen.
    for (const tab of screen.getAllByRole('button', { pressed: false })) expect(tab).toBeVisible();
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Robin Harper' }));
    await user.click(await screen.findByRole('button', { name: 'Assign' }));
    await screen.findByRole('menuitem', { name: /Pat Lee/ });
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Alex Kim (me)14 open',
      'Pat Lee1 open',
      'Lee Ono',
      'Nobody',
    ]);
  });

  it('is no filter on a server that does not know them', async () => {
    const { user } = await render(stubMetaWithout('ownerLeft'));
    await findTable();
    await openFilters(user);
    const filter = screen.getByRole('combobox', { name: 'Assigned to' });
    expect(within(filter).queryByRole('option', { name: /left/ })).toBeNull();
  });
});
