import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import { renderStaffComponent } from '../../tests/support/renderStaffComponent';
import { renderStaffApp } from '../../tests/support/staffApp';
import { RoleBadge } from './ProfilePage';
import styles from './ProfilePage.module.css';

it.each([
  ['MANAGER', styles.indigo],
  ['REFERRAL', styles.warning],
  ['SUPERUSER', styles.pink],
] as const)('gives a %s a badge in the colour of the role', async (role, look) => {
  await renderStaffApp({ role, path: '/profile' });
  expect(screen.getByText(role.toLowerCase()).className).toBe(look);
});

it.each(['AUDITOR', 'constructor'])('shows the role %s of a newer server', async (role) => {
  await renderStaffComponent(<RoleBadge role={role as Role} />);
  expect(screen.getByText(role.toLowerCase()).className).toBe(styles.pink);
});

it.each(['SUPERUSER', 'MANAGER', 'REFERRAL'] as const)(
  'shows a %s their name and e-mail, read-only, and their role',
  async (role) => {
    await renderStaffApp({ role, path: '/profile' });
    expect(screen.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    expect(screen.getByText(role.toLowerCase())).toBeVisible();
    for (const [label, value] of [
      ['Your Name', 'Sam Rivera'],
      ['Your Email', 'sam@clinic.example'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value);
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly');
    }
  },
);

it.each(['MANAGER', 'REFERRAL'] as const)(
  'shows a %s neither pending users nor the form for a super user',
  async (role) => {
    const { inputsOf } = await renderStaffApp({ role, path: '/profile' });
    // The link and the panels depend on the same permissions.
    expect(await screen.findByRole('link', { name: 'Your Profile' })).toBeVisible();
    await act(async () => undefined);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    expect(screen.queryByRole('table')).toBeNull();
    expect(inputsOf('listPendingAccounts')).toEqual([]);
  },
);

it('has one page heading above the section headings', async () => {
  await renderStaffApp({ path: '/profile' });
  await screen.findByRole('heading', { name: 'Add New Super User' });
  const headings = screen
    .getAllByRole('heading')
    .map(({ tagName, textContent }) => [tagName, textContent]);
  expect(headings).toEqual([
    ['H1', 'Personal Information'],
    ['H2', 'Pending User Accounts'],
    ['H2', 'Add New Super User'],
  ]);
  await screen.findByText('No Pending Users At This Time');
});
