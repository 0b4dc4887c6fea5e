import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contactState';
import { setTimeZone } from '../i18n/providerTime';
import { canSayNotReached } from './canSayNotReached';

beforeEach(() => setTimeZone('America/Los_Angeles'));
afterEach(() => setTimeZone(''));

const attempt = (at: string, outcome = 'noAnswer', whom = 'person') => ({
  id: at,
  at,
  channel: 'call',
  whom,
  outcome,
});

const contactOf = (attempts: Contact['attempts'], reopened_at: string | null = null): Contact => ({
  attempts,
  follow_up: null,
  reopened_at,
  is_from_before: false,
  response_days: null,
  is_ours: true,
});

const THREE = [
  attempt('2026-11-23T18:00:00Z'),
  attempt('2026-11-23T20:00:00Z', 'voicemail', 'parent'),
  attempt('2026-11-24T18:00:00Z', 'wrongNumber'),
];

it.each<[string, Contact | undefined, boolean, number]>([
  ['without recorded attempts', undefined, true, 0],
  ['after none', contactOf([]), false, 0],
  ['after two', contactOf(THREE.slice(1)), false, 2],
  ['after three on two days', contactOf(THREE), true, 3],
  [
    'after three on one day of the provider, which are two in UTC',
    contactOf([...THREE.slice(0, 2), attempt('2026-11-24T03:00:00Z')]),
    false,
    3,
  ],
  ['after three before a reopening', contactOf(THREE, '2026-11-23T19:00:00Z'), false, 2],
  [
    'after the person was reached',
    contactOf([...THREE, attempt('2026-11-25T18:00:00Z', 'notNow')]),
    false,
    0,
  ],
  [
    'after one to who referred',
    contactOf([...THREE.slice(1), attempt('2026-11-25T18:00:00Z', 'sent', 'referrer')]),
    false,
    2,
  ],
])('%s', (_when, contact, isOffered, failed) => {
  expect(canSayNotReached(contact)).toEqual({ isOffered, failed });
});
