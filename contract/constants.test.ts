import { expect, it } from 'vitest';
import * as constants from './constants';

it('the fixed lists are those of the specification', () => {
  expect(constants.SUBSTANCES.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Alcohol-related',
    '2 Cannabis-related',
    '3 Hallucinogen-related',
    '4 Inhalant-related',
    '5 Opioid-related',
    '6 Stimulant-related',
    '7 Sedative or hypnotic related',
    '8 Unknown substance',
  ]);
  expect(constants.REFERRAL_STATUSES).toEqual([
    'Pending',
    'Processed',
    'Declined Services',
    'More Info Needed',
  ]);
  expect(constants.SEXES).toEqual(['Male', 'Female', 'Other']);
  expect(constants.ADD_USER_SITES).toHaveLength(14);
  expect(constants.ADD_USER_SITES.at(0)).toBe('Site A');
  expect(constants.ADD_USER_SITES.at(-1)).toBe('Site N');
  expect(constants.ADD_USER_ROLES.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Admin ADMIN',
    'Super User SUPERUSER',
    'Manager MANAGER',
    'Site User SITE_USER',
  ]);
});

it('the numbers are those of the specification', () => {
  expect(constants).toMatchObject({
    PAGE_SIZE: { mine: 25, pending: 25, accounts: 25, filtered: 50 },
    LENGTHS: { passwordMin: 6 },
    ACCOUNT_SEARCH_MIN: 3,
    DEFAULT_SEX: 'Male',
    DEFAULT_REFERRAL_STATUS: 'Pending',
    DELAYS: { afterReferralAdded: 1_500, afterWrite: 1_000, afterPasswordReset: 2_000 },
    TOASTS: { usual: 5_000, siteChanged: 1_000, siteNotDeleted: 1_500 },
    SELECTS: {
      closeAfterBlur: 250,
      menuMaxHeight: 300,
      menuMinHeight: 140,
      pageSize: 5,
      unlimited: -1,
    },
    SITE_LIST_PAGE_SIZE: 30,
    COPYRIGHT_YEAR: 2024,
  });
});
