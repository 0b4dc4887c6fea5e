/** Filing a referral on the screens, against the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { ApiError } from '../../src/api/ApiError';
import {
  storeSession,
  chooseSubstanceAndSite,
  fillFields,
  findDialog,
  findHeading,
  findText,
  renderApp,
  findStoredReferrals,
  personFields,
  REFERRAL_ADDED,
  WAIT_OPTIONS,
} from '../support/renderApp';

beforeEach(() => window.localStorage.clear());

const realNow = performance.now.bind(performance);

/** Advances the clock by ten seconds: a form completed too fast counts as spam. */
function advanceClock() {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 10_000);
}

async function continueAsGuest(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  advanceClock();
  await user.click(within(await findDialog()).getByRole('button', { name: 'Continue as guest' }));
}

describe('a guest', () => {
  it('files a referral, which is stored completely, and gets an empty form again', async () => {
    const { user } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Own School');
    await fillFields(user, { ...personFields('Guest-Flow'), Notes: 'After school only.' });
    await user.selectOptions(screen.getByLabelText('Sex'), 'Female');
    await continueAsGuest(user);
    await findText(REFERRAL_ADDED);

    const [referral, ...more] = await findStoredReferrals('Guest-Flow');
    expect(more).toEqual([]);
    expect(referral).toMatchObject({
      first_name: 'Robin',
      contact_number: '(555) 010-2030',
      dob: '2006-04-30',
      sex: 'Female',
      substance: ['Opioid-related'],
      notes: 'After school only.',
      status: 'Pending',
      site: { value: inject('flowFixtures').sites.own },
      mediCal: null,
    });
    expect(referral).not.toHaveProperty('user_info');
    await findHeading('Start Filling Out Referral');
    expect(screen.queryByRole('button', { name: /Opioid-related/ })).not.toBeInTheDocument();
  });

  it('sees which fields of step 1 are missing', async () => {
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('link', { name: 'Missing substance type' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Missing site' })).toBeInTheDocument();
    for (const [label, text] of [
      ['Substance', 'Missing substance type'],
      ['Site', 'Missing site'],
    ] as const) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
    }
  });

  it('sees the server’s error at each field, and then sends the completed form', async () => {
    const { user } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Probation Referral');
    await continueAsGuest(user);
    const flags = {
      'First Name': 'Missing First Name',
      'Last Name': 'Missing last name',
      'Contact Number': 'Missing phone number',
      'Date of Birth': 'Missing date of birth',
      'Medical Insurance #': 'Missing Medi-Cal #',
      "Probation Officer's Name": 'Missing probation officer name',
      "Probation Officer's Phone": 'Missing phone number',
      "Probation Officer's Email": 'Missing email',
      'Medi-Cal County': 'Missing county',
    };
    await screen.findByRole('link', { name: 'Missing First Name' }, WAIT_OPTIONS);
    for (const [label, text] of Object.entries(flags)) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        expect.stringContaining(text),
      );
    }
    expect(screen.getByLabelText('Notes')).toBeValid();
    const summary = await screen.findByRole('group', { name: 'Please check these 9 fields:' });
    await waitFor(() => expect(summary).toHaveFocus());

    await fillFields(user, {
      ...personFields('Probation-Flow'),
      'Medical Insurance #': '91234567A',
      "Probation Officer's Name": 'Officer Sample',
      "Probation Officer's Phone": '555 010 9999',
      "Probation Officer's Email": 'officer@county.example',
    });
    await user.selectOptions(screen.getByLabelText('Medi-Cal County'), 'Yolo');
    await continueAsGuest(user);
    await findText(REFERRAL_ADDED);
    expect(await findStoredReferrals('Probation-Flow')).toMatchObject([
      { mediCal: '91234567A', probation_email: 'officer@county.example' },
    ]);
  });

  it('sees why filled-in fields are refused, all at once', async () => {
    const { user } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Probation Referral');
    await fillFields(user, {
      ...personFields('Refused-Flow'),
      'Contact Number': '555 01',
      'Date of Birth': '1899-12-31',
      "Probation Officer's Email": 'officer@',
    });
    await continueAsGuest(user);
    const texts = {
      'Contact Number': 'Enter a phone number with 7 to 20 digits',
      'Date of Birth': 'Enter a date of birth between 1900 and today',
      "Probation Officer's Email": 'Enter an email address like name@example.com',
      'Medi-Cal County': 'Missing county',
    };
    await screen.findByRole('link', { name: 'Missing county' }, WAIT_OPTIONS);
    for (const [label, text] of Object.entries(texts)) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        expect.stringContaining(text),
      );
    }
    expect(screen.getByLabelText('Last Name')).toBeValid();
    expect(screen.getByLabelText('Contact Number')).toHaveValue('555 01');
    expect(await findStoredReferrals('Refused-Flow')).toEqual([]);
  });

  it('keeps the input when a request fails, and sends it once on retry', async () => {
    const { user, services } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Own School');
    await fillFields(user, personFields('Retry-Flow'));
    vi.spyOn(services.api, 'call').mockRejectedValueOnce(new ApiError('network'));
    await continueAsGuest(user);
    const tryAgain = await screen.findByRole('button', { name: 'Try again' });
    for (const [label, text] of Object.entries(personFields('Retry-Flow'))) {
      expect(screen.getByLabelText(label)).toHaveValue(text);
    }
    expect(await findStoredReferrals('Retry-Flow')).toEqual([]);

    await user.click(tryAgain);
    await findText(REFERRAL_ADDED);
    expect(await findStoredReferrals('Retry-Flow')).toHaveLength(1);
  });

  it('keeps the input when going back and when closing the notice', async () => {
    const { user } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Own School');
    await fillFields(user, personFields('Back-Flow'));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await findHeading('Start Filling Out Referral');
    expect(screen.getByRole('button', { name: /Opioid-related/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await user.click(within(await findDialog()).getByRole('button', { name: 'Close' }));
    for (const [label, text] of Object.entries(personFields('Back-Flow'))) {
      expect(screen.getByLabelText(label)).toHaveValue(text);
    }
    expect(await findStoredReferrals('Back-Flow')).toEqual([]);
  });
});

describe('someone signed in', () => {
  it('files a referral in their own name, without a notice', async () => {
    await storeSession('siteUser');
    const { user } = await renderApp('/');
    await chooseSubstanceAndSite(user, 'Own School');
    await fillFields(user, personFields('Signed-In-Flow'));
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await findText(REFERRAL_ADDED);
    const stored = await findStoredReferrals('Signed-In-Flow');
    expect(stored).toMatchObject([{ user_info: { fullname: expect.stringContaining('Account') } }]);
    const receipt = await screen.findByRole(
      'region',
      { name: 'We received your referral' },
      WAIT_OPTIONS,
    );
    expect(receipt).toHaveTextContent(String(stored[0]?.tracking_id));
    expect(receipt).not.toHaveTextContent('Signed-In-Flow');
  });
});
