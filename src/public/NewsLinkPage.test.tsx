import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { INVALID_NEWS_TOKEN_DETAIL } from '../../contract/constants';
import { stubMetaWithout } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';

const OVER = /^This link does not work here any more. Open the newest email/;
const open = (hash: string, answers: VisitorAnswers = {}, language: 'en' | 'es' = 'en') =>
  renderVisitorApp({ path: `/mails${hash}`, answers, language });
const press = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('a link of an email about news', () => {
  it.each([
    ['confirm', 'Yes, email me', 'confirmNews', /^Done. You will get an email/],
    ['stop', 'Stop these emails', 'stopNews', /^Done. No more of these emails/],
  ] as const)(
    'that is to %s does it once its button is pressed, and leaves the address',
    async (action, button, call, done) => {
      const app = await open(`#${action}=t0ken-1_x`);
      expect(await screen.findByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
      expect(window.location.href).not.toContain('t0ken');
      expect(app.inputsOf(call)).toEqual([]);
      await press(app, button);
      const message = await screen.findByText(done);
      expect(app.inputsOf(call)).toEqual([{ body: { token: 't0ken-1_x' } }]);
      expect(message.closest('[tabindex="-1"]')).toHaveFocus();
      expect(screen.queryByRole('button', { name: button })).toBeNull();
    },
  );

  it.each(['', '#stop=', '#stop', '#toString=x', '#else=x'])(
    'that is none (%j) says so',
    async (hash) => {
      await open(hash);
      expect(await screen.findByText(OVER)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull();
    },
  );

  it('that does not work any more says so', async () => {
    const stopNews = () => {
      throw parseErrorResponse(400, { detail: INVALID_NEWS_TOKEN_DETAIL });
    };
    await press(await open('#stop=t0ken', { stopNews }), 'Stop these emails');
    expect(await screen.findByText(OVER)).toBeVisible();
  });

  it('can be tried again without a connection', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isOffline = true;
    const stopNews = () => {
      if (isOffline) throw new ApiError('network');
      return { detail: 'ok' };
    };
    const app = await open('#stop=t0ken', { stopNews });
    await press(app, 'Stop these emails');
    expect(await screen.findByText('That did not work.')).toBeVisible();
    isOffline = false;
    await press(app, 'Stop these emails');
    expect(await screen.findByText(/^Done/)).toBeVisible();
  });

  it('that is opened while another is shown takes its place', async () => {
    const app = await open('#confirm=one');
    await screen.findByRole('button', { name: 'Yes, email me' });
    act(() => {
      window.location.hash = '#stop=two';
    });
    await press(app, 'Stop these emails');
    expect(app.inputsOf('stopNews')).toEqual([{ body: { token: 'two' } }]);
    expect(window.location.hash).toBe('');
  });

  it('speaks Spanish', async () => {
    await press(await open('#stop=t0ken', {}, 'es'), 'Dejar de recibir estos correos');
    expect(await screen.findByText('Listo. Ya no recibirá más estos correos.')).toBeVisible();
  });

  it('leads nowhere on a server that sends no such emails', async () => {
    await open('#stop=t0ken', stubMetaWithout('news'));
    expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible();
  });
});
