import { afterEach, expect, it, vi } from 'vitest';
import english from '../../contract/languages/en.json';
import spanish from '../../contract/languages/es.json';
import { createI18n } from './createI18n';
import { TEXT_LOADERS } from './languages';

afterEach(() => vi.restoreAllMocks());

it('a language chosen while texts are loading stays, with those texts', async () => {
  const i18n = await createI18n('en');
  let arrive = () => {};
  const download = new Promise<typeof english.account>((resolve) => {
    arrive = () => resolve(english.account);
  });
  vi.spyOn(TEXT_LOADERS.account, 'en').mockReturnValue(download);
  const added = i18n.addTexts('account');
  const changed = i18n.changeLocale('es');
  // All of Spanish can be loaded before the rest of English.
  await Promise.all([TEXT_LOADERS.everyone.es?.(), TEXT_LOADERS.account.es?.()]);
  await new Promise((resolve) => setTimeout(resolve));
  arrive();
  await Promise.all([added, changed]);
  expect(i18n.getLocale()).toBe('es');
  expect(i18n.translate('register.title')).toBe(spanish.account.register.title);
});

it('texts that failed to load can be added again, and a language can be chosen', async () => {
  const i18n = await createI18n('en');
  vi.spyOn(TEXT_LOADERS.account, 'en').mockRejectedValueOnce(new Error('offline'));
  await expect(i18n.addTexts('account')).rejects.toThrow('offline');
  await i18n.changeLocale('es');
  await i18n.addTexts('account');
  expect(i18n.translate('register.title')).toBe(spanish.account.register.title);
});
