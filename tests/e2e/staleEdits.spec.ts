/** Two browsers of one person edit one referral: the second shows what the first one saved, and the person decides. */
import { expect, type Page } from '@playwright/test';
import { uniqueClientAddress, test } from './fixtures';
import { expectAccessible } from './accessibility';
import { createSuperuserApi } from './prepare';
import { rowWith, SETTINGS, signIn, type Texts, alternateStories } from './steps';

test.use({ refusals: [412] });

async function openStatus(page: Page, lastName: string, texts: Texts) {
  await rowWith(page, lastName)
    .getByRole('link', { name: /^Robin/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', {
    name: texts.statusDialog.title.replace('%{name}', `Robin ${lastName}`),
  });
  const notes = dialog.getByLabel(texts.statusDialog.intakeNote, { exact: true });
  await expect(notes).toBeVisible();
  const submit = dialog.getByRole('button', { name: texts.statusDialog.submit, exact: true });
  return { dialog, notes, submit };
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'phone');

    story()(
      'shows a conflicting change before overwriting it and keeps the input, by keyboard alone',
      async ({ page, openBrowser, server }) => {
        const lastName = `Stale-${size}`;
        await (
          await createSuperuserApi(server.url)
        ).fileReferral(lastName, { notes: 'First note.' });
        const other = await openBrowser({ ...settings, extraHTTPHeaders: uniqueClientAddress() });
        await signIn(page, { texts });
        await signIn(other, { texts });

        const mine = await openStatus(page, lastName, texts);
        const theirs = await openStatus(other, lastName, texts);
        await mine.notes.fill('What I found out.');
        await theirs.notes.fill('What the other one found out.');
        await theirs.dialog
          .getByLabel(texts.statusDialog.status, { exact: true })
          .selectOption('Processed');
        await theirs.submit.click();
        await expect(theirs.dialog).toBeHidden();

        await mine.submit.focus();
        await page.keyboard.press('Enter');
        const note = mine.dialog.getByRole('alert');
        await expect(note).toContainText(texts.statusDialog.failed);
        await expect(note).toContainText(texts.conflict.ownText);
        await expect(note).toContainText('What the other one found out.');
        await expect(note).toContainText('What I found out.');
        await expect(mine.notes).toHaveValue('What I found out.');
        await expectAccessible(page, `conflict, ${size}`);

        const { keep, save } = texts.conflict;
        await expect(note.getByText(texts.conflict.ownText).locator('..')).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(note.getByRole('button', { name: save })).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(note.getByRole('button', { name: keep })).toBeFocused();
        await page.keyboard.press('Shift+Tab');
        await expect(note.getByRole('button', { name: save })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(page.getByText(texts.statusDialog.saved).first()).toBeVisible();
        await expect(mine.dialog).toBeHidden();

        const again = await openStatus(page, lastName, texts);
        await expect(again.notes).toHaveValue('What I found out.');
        // A field that only the other user changed keeps their value.
        await expect(
          again.dialog.getByLabel(texts.statusDialog.status, { exact: true }),
        ).toHaveValue('Processed');
      },
    );
  });
}
