import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { KEYED, WITHOUT_RETRIES } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';

const SUCCESS = 'Successfully added referral, the page will refresh.';

async function chooseAndGoOn(user: UserEvent, site = 'Northside High') {
  await user.click(screen.getByLabelText('Substance'));
  await user.click(screen.getByRole('option', { name: 'Opioid-related' }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: site }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('heading', { name: 'Complete Referral' })).toHaveFocus();
}

async function sendAsGuest(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
}

/** Opens the form at step 2 with a last name typed. */
async function openAtStep2(answers: VisitorAnswers = {}, site?: string) {
  const app = await renderVisitorApp({ answers });
  await chooseAndGoOn(app.user, site);
  await app.user.type(screen.getByLabelText('Last Name'), 'Harper');
  return app;
}

const failing = (error: ApiError): VisitorAnswers => ({
  addGuestReferral: () => {
    throw error;
  },
});

describe('step 1', () => {
  it('shows errors for a missing substance and a missing site', async () => {
    const { user } = await renderVisitorApp();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByLabelText('Substance')).toHaveAccessibleDescription(
      'Missing substance type',
    );
    expect(screen.getByLabelText('Site')).toHaveAccessibleDescription('Missing site');
    const summary = await screen.findByRole('group', { name: 'Please check these 2 fields:' });
    expect(summary).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Missing site' }));
    expect(screen.getByLabelText('Site')).toHaveFocus();
  });

  it('accepts any number of substances, and removes one by its chip', async () => {
    const { user } = await renderVisitorApp();
    await user.click(screen.getByLabelText('Substance'));
    for (const option of screen.getAllByRole('option')) await user.click(option);
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Remove Opioid-related' }));
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(7);
    expect(screen.getByLabelText('Substance')).toHaveFocus();
  });

  it('shows an error when the sites fail to load, and retries', async () => {
    let isBroken = true;
    const { user } = await renderVisitorApp({
      answers: {
        listSites: () => {
          if (isBroken) throw new ApiError('status', { status: 403 });
          return [{ _id: 's9', name: 'Late High' }];
        },
      },
    });
    const problem = await screen.findByText('The sites could not be loaded.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(problem).not.toBeInTheDocument());
    await user.click(screen.getByLabelText('Site'));
    expect(await screen.findByRole('option', { name: 'Late High' })).toBeVisible();
  });
});

describe('a guest', () => {
  it('sees the notice about guest limits first, and can close it', async () => {
    const { user, inputsOf } = await openAtStep2();
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    const notice = screen.getByRole('dialog');
    expect(notice).toHaveTextContent('A guest cannot track referrals without an account.');
    await user.click(within(notice).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(inputsOf('addGuestReferral')).toEqual([]);
  });

  it('sends the referral, and gets an empty form with the success text', async () => {
    const { user, inputsOf } = await openAtStep2({ addGuestReferral: () => ({ detail: 'ok' }) });
    await sendAsGuest(user);
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(inputsOf('addGuestReferral')).toEqual([
      {
        headers: KEYED,
        body: {
          substance: ['Opioid-related'],
          site: { value: 's1', label: 'Northside High' },
          first_name: '',
          last_name: 'Harper',
          contact_number: '',
          sex: 'Male',
          dob: '',
          notes: '',
          mediCal: '',
          mediCal_county: '',
          probation_name: '',
          probation_phone: '',
          probation_email: '',
          website: '',
          filled_in: expect.any(Number) as number,
        },
      },
    ]);

    await screen.findByRole('heading', { name: 'Start Filling Out Referral' });
    const receipt = await screen.findByRole('region', { name: 'We received your referral' });
    await waitFor(() => expect(receipt).toHaveFocus());
    await waitFor(() => expect(screen.queryByText(SUCCESS)).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Remove / })).not.toBeInTheDocument();
    expect(inputsOf('listSites')).toHaveLength(2);
  });

  it('sees an error at each field the server refuses, and keeps the input', async () => {
    const flags = {
      'First Name': ['first_name', 'Missing First Name'],
      'Contact Number': ['contact_number', 'Missing phone number'],
      'Date of Birth': ['dob', 'Missing date of birth'],
      'Medical Insurance #': ['mediCal', 'Missing Medi-Cal #'],
      'Medi-Cal County': ['mediCal_county', 'Missing county'],
      "Probation Officer's Name": ['probation_name', 'Missing probation officer name'],
      "Probation Officer's Phone": ['probation_phone', 'Missing phone number'],
      "Probation Officer's Email": ['probation_email', 'Missing email'],
    } as const;
    const detail = Object.values(flags).map(([field]) => ({ loc: ['body', field] }));
    const { user } = await openAtStep2(
      failing(parseErrorResponse(422, { detail })),
      'Probation Referral',
    );
    await sendAsGuest(user);

    const summary = await screen.findByRole('group', { name: 'Please check these 8 fields:' });
    expect(summary).toHaveFocus();
    const links = within(summary).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Missing First Name',
      'Missing phone number (Contact Number)',
      'Missing date of birth',
      'Missing Medi-Cal #',
      'Missing county',
      'Missing probation officer name',
      "Missing phone number (Probation Officer's Phone)",
      'Missing email',
    ]);
    for (const [label, [, text]] of Object.entries(flags)) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(`^${text}`));
    }
    expect(screen.getByLabelText('Last Name')).toBeValid();
    expect(screen.getByLabelText('Last Name')).toHaveValue('Harper');
    await user.type(screen.getByLabelText('First Name'), 'R');
    expect(screen.getByLabelText('First Name')).toBeValid();
    // Nothing moves under a finger: the summary stays until the next attempt.
    expect(within(summary).getAllByRole('link')).toHaveLength(8);
  });

  it('sees why a filled-in field is refused: a text of ours, else the server’s reason', async () => {
    const detail = [
      { type: 'value_error', loc: ['body', 'last_name'], msg: 'Value error, no such person' },
      { type: 'value_error', loc: ['body', 'contact_number'], msg: 'Bad', input: '555 secret' },
      { type: 'too_small', loc: ['body', 'first_name'], msg: 'Too small' },
    ];
    const { user } = await openAtStep2(failing(parseErrorResponse(422, { detail })));
    await user.type(screen.getByLabelText('Contact Number'), '555 01');
    await sendAsGuest(user);
    await waitFor(() => expect(screen.getByLabelText('Last Name')).toBeInvalid());
    expect(screen.getByLabelText('First Name')).toHaveAccessibleDescription('Missing First Name');
    expect(screen.getByLabelText('Last Name')).toHaveAccessibleDescription(
      'Please check this field: no such person',
    );
    const phone = screen.getByLabelText('Contact Number');
    expect(phone).toHaveAccessibleDescription(/^Enter a phone number with 7 to 20 digits/);
    expect(document.body).not.toHaveTextContent('secret');
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByRole('link', { name: /de 7 a 20 dígitos$/ })).toBeVisible();
    expect(screen.getByLabelText('Teléfono')).toHaveValue('555 01');
    // The server's words do not stand alone in another language.
    expect(screen.getByRole('link', { name: 'Revise este campo: no such person' })).toBeVisible();
  });

  it('sees in step 2 what was chosen in step 1', async () => {
    await openAtStep2();
    expect(screen.getByText('Opioid-related')).toBeVisible();
    expect(screen.getByText('Northside High')).toBeVisible();
  });

  it('is asked where an unlisted site is, which becomes the first line of the notes', async () => {
    const { user, inputsOf } = await openAtStep2(
      { addGuestReferral: () => ({ detail: 'ok' }) },
      'Location Not Listed',
    );
    await user.type(screen.getByLabelText('Notes'), 'Call after 3 pm');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.type(screen.getByLabelText('School or place'), 'Harbor High');
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByLabelText('Escuela o lugar')).toHaveValue('Harbor High');
    await user.click(screen.getByRole('button', { name: 'English' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const notes = screen.getByLabelText('Notes');
    expect(notes).toHaveValue('School or place: Harbor High\nCall after 3 pm');
    await sendAsGuest(user);
    await screen.findByText(SUCCESS);
    expect(inputsOf('addGuestReferral')).toMatchObject([
      {
        body: {
          site: { value: 's2', label: 'Location Not Listed' },
          notes: 'School or place: Harbor High\nCall after 3 pm',
        },
      },
    ]);
    expect(inputsOf('addGuestReferral')[0]?.body).not.toHaveProperty('place');
  });

  it.each([
    ['no answer', new ApiError('network'), /probably not sent.*internet connection/],
    ['a broken server', parseErrorResponse(500, ''), /was not sent.*server has a problem/],
    [
      'too many requests',
      parseErrorResponse(429, {}, '90'),
      /was not sent.*try again in 2 minutes/,
    ],
    ['no field named', parseErrorResponse(422, { detail: 'x' }), /was not sent.*Check each field/],
  ])('sees the error for %s, keeps the input, and can try again', async (_what, error, text) => {
    let failure: ApiError | undefined = error;
    const { user, inputsOf } = await openAtStep2({
      ...WITHOUT_RETRIES,
      addGuestReferral: () => {
        if (failure) throw failure;
      },
    });
    await sendAsGuest(user);
    const problem = await screen.findByRole('alert');
    expect(problem).toHaveTextContent(text);
    await waitFor(() => expect(problem).toHaveFocus());

    failure = undefined;
    await user.click(within(problem).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    const [first, second] = inputsOf('addGuestReferral');
    expect(second).toEqual(first);
  });

  it('goes back and forth without losing input', async () => {
    const { user } = await openAtStep2();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Site')).toHaveValue('Northside High');
    expect(screen.getByRole('button', { name: 'Remove Opioid-related' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByLabelText('Last Name')).toHaveValue('Harper');
  });
});

it('makes the browser ask before closing a page with unsent input, and only then', async () => {
  const { user } = await renderVisitorApp();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await chooseAndGoOn(user);
  expect(leave()).toBe(false);
});

describe('visiting another page', () => {
  const visitLogin = async (user: UserEvent) => {
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Login' });
    await user.click(screen.getByRole('link', { name: 'Referral Desk' }));
  };

  it('keeps the input and the step', async () => {
    const { user } = await openAtStep2();
    await visitLogin(user);
    expect(await screen.findByLabelText('Last Name')).toHaveValue('Harper');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Site')).toHaveValue('Northside High');
  });

  it('during sending leads back to an empty form afterwards', async () => {
    let arrive: (answer: unknown) => void = () => undefined;
    const { user } = await openAtStep2({
      addGuestReferral: () => new Promise((resolve) => (arrive = resolve)),
    });
    await sendAsGuest(user);
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Login' });
    await act(async () => arrive({ detail: 'ok' }));
    await user.click(screen.getByRole('link', { name: 'Referral Desk' }));
    expect(await screen.findByLabelText('Site')).toHaveValue('');
  });

  it('and signing out there empties the form for the next person', async () => {
    const { user, session } = await renderVisitorApp({ role: 'REFERRAL' });
    await chooseAndGoOn(user);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    act(() => session.signOut());
    await user.click(await screen.findByRole('link', { name: 'Referral Desk' }));
    expect(await screen.findByLabelText('Site')).toHaveValue('');
  });
});

describe('a signed-in person', () => {
  it('sends with their account, without the notice', async () => {
    const { user, inputsOf } = await renderVisitorApp({ role: 'REFERRAL' });
    await chooseAndGoOn(user);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(inputsOf('addReferral')).toHaveLength(1);
    expect(inputsOf('addGuestReferral')).toEqual([]);
  });

  it('leaves an empty form for the next person on signing out', async () => {
    const { user } = await renderVisitorApp({ role: 'REFERRAL' });
    await chooseAndGoOn(user);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(screen.getByLabelText('Site')).toHaveValue('');
  });

  it('keeps the form when the session has ended, and can sign in over it or continue as a guest', async () => {
    const { user, inputsOf } = await renderVisitorApp({
      role: 'REFERRAL',
      answers: {
        addReferral: () => {
          throw parseErrorResponse(401, { detail: 'Not authenticated' });
        },
      },
    });
    await chooseAndGoOn(user);
    await user.type(screen.getByLabelText('Last Name'), 'Harper');
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    const problem = await screen.findByRole('alert');
    await user.click(within(problem).getByRole('button', { name: 'Log in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Login' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.getByLabelText('Last Name')).toHaveValue('Harper');

    await user.click(within(problem).getByRole('button', { name: 'Continue as guest' }));
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(inputsOf('addGuestReferral')).toMatchObject([{ body: { last_name: 'Harper' } }]);
  });
});
