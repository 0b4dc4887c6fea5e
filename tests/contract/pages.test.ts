/** How long a browser may keep a page of the web app. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../server/buildServer';
import { readSettings } from '../../server/settings';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'referral-desk-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    API_URL: 'https://backend.example.org',
    PASSWORD_MIN_LENGTH: '12',
    BRAND_COLOR: '#7a1f5c',
    EXIT_URL: 'https://elsewhere.example/',
    PUBLIC_URL: 'https://desk.example.org/',
    TERMS_TEXT: 'One\\n\\nTwo',
    TERMS_TEXT_ES: 'Uno',
  });
  app = await buildServer({ settings, webFolder: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string) {
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
  expect(statusCode).toBe(200);
  expect(body).toContain('The page');
  return headers;
}

describe('the page of a reset link', () => {
  it.each(['/reset-password?reset_token=secret', '/reset-password/', '/Reset-Password'])(
    'is kept by nobody, and tells no other site of its address: %s',
    async (url) => {
      const headers = await open(url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    },
  );
});

it('any other page may be kept, and is asked for anew', async () => {
  for (const url of ['/', '/login', '/reset-password-help']) {
    expect((await open(url))['cache-control']).toBe('no-cache');
  }
});

it('the web app is told what the provider has set', async () => {
  const answer = await app.inject({ method: 'GET', url: '/settings.json' });
  expect(answer.json()).toMatchObject({
    apiUrl: 'https://backend.example.org',
    passwordMinLength: 12,
    brandColor: '#7a1f5c',
    exitUrl: 'https://elsewhere.example/',
    publicUrl: 'https://desk.example.org',
    idleMinutes: 15,
    termsText: 'One\n\nTwo',
    termsTextEs: 'Uno',
  });
});
