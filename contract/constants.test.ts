import { expect, it } from 'vitest';
import {
  COPYRIGHT_YEAR,
  DEFAULT_SEX,
  DELAYS,
  LENGTHS,
  SELECTS,
  SEXES,
  SUBSTANCES,
} from './constants';
import {
  ACCOUNT_SEARCH_MIN,
  ADD_USER_ROLES,
  ADD_USER_SITES,
  DEFAULT_REFERRAL_STATUS,
  PAGE_SIZE,
  REFERRAL_STATUSES,
  SITE_LIST_PAGE_SIZE,
  TOASTS,
} from './staffConstants';

it('has the fixed lists of the specification', () => {
  expect(SUBSTANCES.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Alcohol-related',
    '2 Cannabis-related',
    '3 Hallucinogen-related',
    '4 Inhalant-related',
    '5 Opioid-related',
    '6 Stimulant-related',
    '7 Sedative or hypnotic related',
    '8 Unknown substance',
  ]);
  expect(REFERRAL_STATUSES).toEqual([
    'Pending',
    'Processed',
    'Declined Services',
    'More Info Needed',
  ]);
  expect(SEXES).toEqual(['Male', 'Female', 'Other']);
  expect(ADD_USER_SITES).toHaveLength(14);
  expect(ADD_USER_SITES.at(0)).toBe('Site A');
  expect(ADD_USER_SITES.at(-1)).toBe('Site N');
  expect(ADD_USER_ROLES.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Admin ADMIN',
    'Super User SUPERUSER',
    'Manager MANAGER',
    'Site User SITE_USER',
  ]);
});

it('has the numbers of the specification', () => {
  expect(PAGE_SIZE).toEqual({
    mine: 25,
    pending: 25,
    accounts: 25,
    accountSearch: 50,
    filtered: 50,
  });
  expect(LENGTHS.passwordMin).toBe(6);
  expect(ACCOUNT_SEARCH_MIN).toBe(3);
  expect(DEFAULT_SEX).toBe('Male');
  expect(DEFAULT_REFERRAL_STATUS).toBe('Pending');
  expect(DELAYS).toEqual({
    afterReferralAdded: 1_500,
    afterWrite: 1_000,
    afterPasswordReset: 2_000,
  });
  expect(TOASTS).toEqual({ usual: 5_000, siteChanged: 1_000, siteNotDeleted: 1_500 });
  expect(SELECTS).toEqual({
    closeAfterBlur: 250,
    menuMaxHeight: 300,
    menuMinHeight: 140,
    pageSize: 5,
    unlimited: -1,
  });
  expect(SITE_LIST_PAGE_SIZE).toBe(30);
  expect(COPYRIGHT_YEAR).toBe(2024);
});
