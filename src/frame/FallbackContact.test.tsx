import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readSettings } from '../app/settings';
import { startTexts } from '../i18n/languages';
import { FallbackContact } from './FallbackContact';

function show(language: string, supportPhone: string, supportAddress: string) {
  const settings = readSettings({ apiUrl: '/api', supportPhone, supportAddress });
  render(<FallbackContact texts={startTexts(language)} settings={settings} />);
}

it('says whom to call', () => {
  show('es', '(310) 555-0142', '1 Main Street');
  expect(screen.getByRole('link', { name: '(310) 555-0142' })).toHaveAttribute(
    'href',
    'tel:3105550142',
  );
  expect(screen.getByText('Llámenos:')).toBeVisible();
});

it('says where to go, without a phone number', () => {
  show('en', '', '1 Main Street');
  expect(screen.getByText('1 Main Street')).toBeVisible();
});

it('says what else to do, without both', () => {
  show('en', '', '');
  expect(screen.getByText('Please use another browser or phone.')).toBeVisible();
});
