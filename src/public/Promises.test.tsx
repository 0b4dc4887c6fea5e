/** The lines beside the form: the provider's own texts if set, and nothing empty. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';

const promises = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .slice(0, 3)
    .map((line) => line.textContent);

it('shows lines that are true of any provider, and no contact, without settings', async () => {
  await renderVisitorApp({ settings: { brandName: 'Harbor Light' } });
  expect(promises()).toEqual([
    expect.stringMatching(/free and confidential/),
    expect.stringMatching(/Only staff of Harbor Light, and of some sites, can read it/),
    expect.not.stringMatching(/within/),
  ]);
  expect(document.querySelector('address')).toBeNull();
});

it('names the provider, its phone, hours and place', async () => {
  await renderVisitorApp({
    settings: {
      brandName: 'Harbor Light',
      supportPhone: '+1 (310) 555-0142 ext. 3',
      supportHours: 'Monday to Friday',
      supportAddress: '1200 Harbor Ave',
    },
  });
  const contact = document.querySelector('address');
  expect([...(contact?.children ?? [])].map((line) => line.textContent)).toEqual([
    expect.stringContaining('Harbor Light'),
    '+1 (310) 555-0142 ext. 3',
    'Monday to Friday',
    '1200 Harbor Ave',
  ]);
  expect(screen.getByRole('link', { name: /555-0142/ })).toHaveAttribute(
    'href',
    'tel:+13105550142;ext=3',
  );
});

it.each([
  [{ supportPhone: '555 010 0000' }, 2],
  [{ supportHours: 'Monday to Friday' }, 2],
  [{ supportAddress: '1200 Harbor Ave' }, 2],
])('shows only the contact details that are set: %o', async (settings, lines) => {
  await renderVisitorApp({ settings });
  const contact = document.querySelector('address');
  expect(contact?.children).toHaveLength(lines);
  for (const line of contact?.children ?? []) expect(line).not.toBeEmptyDOMElement();
});

it('shows a phone that nobody can call as text', async () => {
  await renderVisitorApp({ settings: { supportPhone: 'Ask at the desk' } });
  expect(screen.getByText('Ask at the desk')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Ask at the desk' })).toBeNull();
});

it.each([
  ['en', 1, 'We call within 1 business day.'],
  ['en', 2, 'We call within 2 business days.'],
  ['es', 1, 'Llamamos a más tardar en 1 día hábil.'],
  ['es', 2, 'Llamamos a más tardar en 2 días hábiles.'],
])('promises a call (%s, %i)', async (language, responseDays, text) => {
  await renderVisitorApp({ language, settings: { responseDays } });
  expect(screen.getByText(text)).toBeVisible();
});

const OWN = {
  promiseFree: 'We never send a bill.',
  promiseReaders: 'Three nurses read it.',
  promiseNext: 'A nurse calls.',
  supportHours: 'Monday to Friday',
};
const OWN_ES = {
  promiseFreeEs: 'Nunca cobramos.',
  promiseReadersEs: 'La leen tres enfermeras.',
  promiseNextEs: 'Llama una enfermera.',
  supportHoursEs: 'De lunes a viernes',
};

it.each([
  ['en', 'en', OWN],
  ['es', 'en', OWN],
  ['en', 'en', { ...OWN, ...OWN_ES }],
  ['es', 'es', { ...OWN, ...OWN_ES }],
])("shows the provider's own lines (%s page, %s text)", async (page, language, settings) => {
  await renderVisitorApp({ language: page, settings });
  for (const text of Object.values(language === 'es' ? OWN_ES : OWN)) {
    expect(screen.getByText(text)).toHaveAttribute('lang', language);
  }
});

it('keeps the English lines of the product if only Spanish ones are set, but shows the hours', async () => {
  await renderVisitorApp({ settings: OWN_ES });
  expect(promises()[0]).toMatch(/free and confidential/);
  expect(screen.getByText(OWN_ES.supportHoursEs)).toHaveAttribute('lang', 'es');
});

it.each(['en', 'es'])('links the emergency numbers (%s)', async (language) => {
  await renderVisitorApp({ language });
  for (const number of ['911', '988']) {
    expect(screen.getByRole('link', { name: number })).toHaveAttribute('href', `tel:${number}`);
  }
  expect(screen.queryByRole('link', { name: '2' })).toBeNull();
});
