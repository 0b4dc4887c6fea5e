import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { everyone, step2 } from '../../contract/languages/es.json';

/** Goes to step 2 with one substance. */
async function complete(
  substance: RegExp,
  options: Parameters<typeof renderVisitorApp>[0] = {},
): Promise<void> {
  const { user } = await renderVisitorApp(options);
  const [what, where] = screen.getAllByRole('combobox');
  if (!what || !where) throw new Error('The form has no comboboxes');
  await user.click(what);
  await user.click(await screen.findByRole('option', { name: substance }));
  await user.click(where);
  await user.click(await screen.findByRole('option', { name: /Northside/ }));
  await user.click(screen.getByRole('button', { name: /^(Next|Siguiente)$/ }));
}

const panel = (name = 'Help right now') => within(screen.getByRole('region', { name }));

it('offers help before the referral is sent', async () => {
  await complete(/Alcohol/);
  const links = panel()
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Call 911', 'tel:911'],
    ['Call 988', 'tel:988'],
    ['Text 988', 'sms:988'],
  ]);
  const finish = screen.getByRole('button', { name: 'Finish' });
  const region = screen.getByRole('region', { name: 'Help right now' });
  expect(region.compareDocumentPosition(finish)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('states who reads the referral, that the law protects it, and who can consent', async () => {
  await complete(/Alcohol/);
  const details = panel().getByText('Privacy and consent').closest('details');
  expect(details).not.toHaveAttribute('open');
  expect(details).toHaveTextContent(/Staff of this provider will read the referral/);
  expect(details).toHaveTextContent(/42 CFR Part 2/);
  expect(details).toHaveTextContent(/never put it in an email/);
  expect(details).toHaveTextContent(/aged 12 or older/);
  expect(details).toHaveTextContent(/tell the person first/);
  expect(details).toHaveTextContent('This is not legal advice. The provider can tell you more.');
});

it('links the number of the provider', async () => {
  await complete(/Alcohol/, { settings: { supportPhone: '(555) 010-0000' } });
  expect(panel().getByText('(555) 010-0000')).toHaveAttribute('href', 'tel:5550100000');
});

it('explains naloxone for opioids', async () => {
  await complete(/Opioid/);
  const text = panel().getByText('Naloxone can stop an opioid overdose');
  expect(text.closest('details')).toHaveTextContent(/without a prescription/);
  expect(panel().getByText('1-800-662-4357')).toHaveAttribute('href', 'tel:18006624357');
});

it('does not mention naloxone otherwise', async () => {
  await complete(/Alcohol/);
  expect(panel().queryByText(/naloxone/i)).not.toBeInTheDocument();
});

it('renders in Spanish', async () => {
  await complete(/opioides/, { language: 'es' });
  const inSpanish = panel(everyone.help.title);
  expect(inSpanish.getByText(step2.rights.naloxone)).toBeInTheDocument();
  expect(inSpanish.getByText(step2.rights.law)).toBeInTheDocument();
});
