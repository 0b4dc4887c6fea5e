import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import { THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
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
  const name = await screen.findByText(role.toLowerCase());
  expect(name.parentElement?.className).toBe(look);
});

it.each(['AUDITOR', 'constructor'])('shows the role %s of a newer server', async (role) => {
  await renderStaffComponent(<RoleBadge role={role as Role} />);
  expect(screen.getByText(role.toLowerCase()).parentElement?.className).toBe(styles.pink);
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

it.each([
  ['MANAGER', ['Notifications']],
  ['REFERRAL', []],
] as const)(
  'shows a %s neither pending users nor the form for a super user',
  async (role, sections) => {
    const { inputsOf } = await renderStaffApp({ role, path: '/profile' });
    // The link and the panels depend on the same permissions.
    expect(await screen.findByRole('link', { name: 'Your Profile' })).toBeVisible();
    await screen.findByRole('heading', { name: 'Change Password' });
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual(['Personal Information', ...sections, 'Change Password']);
    expect(screen.queryByRole('table')).toBeNull();
    expect(inputsOf('listPendingAccounts')).toEqual([]);
  },
);

const SPECIFIED = ['Pending User Accounts', 'Add New Super User'];

it.each([
  ['our server', ['Notifications', ...SPECIFIED, 'Change Password'], {}],
  ['a third-party backend', SPECIFIED, THIRD_PARTY_BACKEND],
])('has one page heading above the section headings, with %s', async (_, sections, answers) => {
  await renderStaffApp({ path: '/profile', answers });
  for (const name of sections) await screen.findByRole('heading', { name });
  const headings = screen
    .getAllByRole('heading')
    .map(({ tagName, textContent }) => [tagName, textContent]);
  expect(headings).toEqual([
    ['H1', 'Personal Information'],
    ...sections.map((name) => ['H2', name]),
  ]);
  await screen.findByText('No Pending Users At This Time');
});
