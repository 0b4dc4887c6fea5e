import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderStaffApp } from '../../tests/support/staffApp';

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
