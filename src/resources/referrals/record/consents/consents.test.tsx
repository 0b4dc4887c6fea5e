/** Who may know of a referral, in its record; and what those outside read by a consent. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { staff as english } from '../../../../../contract/languages/en.json';
import { staff as spanish } from '../../../../../contract/languages/es.json';
import { CONSENT_LEVELS } from '../../../../../contract/consent';
import { type Sentence, SENTENCES, SENTENCES_OF_LEVEL } from '../../../../../contract/disclosure';
import type { Asker, Consent, Consents } from '../../../../../contract/entities/consent';
import type { FiledReferral } from '../../../../../contract/entities/filed';
import { STATEMENT_1, STATEMENT_2 } from '../../../../../contract/statements';
import { makeFiled } from '../../../../../tests/support/makeFiled';
import { KEYED, stubMetaWithout } from '../../../../../tests/support/ourServer';
import {
  type Answers,
  makeReferral,
  NO_CONTACT,
  renderStaffApp,
  stubReferralList,
} from '../../../../../tests/support/staffApp';
import { ApiError } from '../../../../api/ApiError';
import { getHandedOver, setHandedOver } from '../../../../signing/handedOver';

afterEach(() => setHandedOver(null));

const NOAH = { id: 'a7', fullname: 'Noah Wilekins' };
const ROBIN = makeReferral({ contact: NO_CONTACT });

const makeConsent = (changes: Partial<Consent> = {}): Consent => ({
  id: 'c1',
  recipient: {
    kind: 'account',
    name: NOAH.fullname,
    account: NOAH.id,
    address: null,
    language: null,
  },
  level: 'reached',
  purpose: 'At the request of the person',
  may_revoke_from: null,
  asked: { at: '2026-11-24T20:00:00.000Z', by: 'M. Torres' },
  signed: {
    person_name: 'Robin Sample',
    how: 'paper',
    signer: 'person',
    signer_name: null,
    on: '2026-11-25',
    place: 'Cabinet B',
    witness: 'M. Torres',
    typed_name: null,
    drawing: null,
    by: 'M. Torres',
  },
  state: 'inForce',
  lacks: [],
  last_day: '2027-11-25',
  ends_after_closing: true,
  by_phone_only: false,
  suspensions: [],
  ended: null,
  ...changes,
});
const ASKED = makeConsent({ signed: null, state: 'asked', last_day: null });
const FILER: Asker = {
  kind: 'account',
  name: NOAH.fullname,
  is_filer: true,
  sentence: 'callUs',
  consent: null,
};
const GUEST: Asker = { ...FILER, kind: 'guest', name: 'Carmen Sample' };
const makeConsents = (changes: Partial<Consents> = {}): Consents => ({
  consents: [],
  signer: 'person',
  askers: [FILER],
  filer: NOAH,
  told_level: null,
  told: [],
  others: [],
  ...changes,
});

type Options = Pick<
  NonNullable<Parameters<typeof renderStaffApp>[0]>,
  'role' | 'language' | 'supportPhone'
>;
async function openRecord(
  consents: Partial<Consents> = {},
  answers: Answers = {},
  { referral = ROBIN, ...options }: Options & { referral?: typeof ROBIN } = {},
) {
  const app = await renderStaffApp({
    ...options,
    answers: {
      ...KEYED,
      ...stubReferralList([referral]),
      getReferral: () => referral,
      getConsents: () => makeConsents(consents),
      ...answers,
    },
  });
  await app.user.click(await screen.findByRole('link', { name: /^Robin/ }));
  const record = within(await screen.findByRole('dialog'));
  return { ...app, record };
}
const section = () => screen.findByRole('region', { name: 'Who may know' });
const topDialog = (name: string) =>
  screen.findByRole('dialog', { name }).then((element) => within(element));

describe('the record', () => {
  it('says that nobody may know, and whom to answer what', async () => {
    await openRecord();
    const shown = within(await section());
    expect(shown.getByText(/^Nobody may know anything yet/)).toBeVisible();
    expect(shown.queryByRole('list')).toBeNull();
  });

  it('shows what is in force, asked for, suspended and ended, and what was said', async () => {
    const recipient = {
      kind: 'agency',
      name: 'Harbor House',
      account: null,
      address: null,
      language: null,
    };
    await openRecord({
      consents: [
        makeConsent(),
        { ...ASKED, id: 'c2', recipient },
        makeConsent({ id: 'c3', state: 'suspended', suspensions: ['recipient', 'restored'] }),
        makeConsent({
          id: 'c4',
          state: 'ended',
          ended: {
            at: '2026-11-26T20:00:00.000Z',
            ending: 'revoked',
            by: 'M. Torres',
            note: 'On the phone',
          },
        }),
      ],
      told: [
        {
          recipient: NOAH.fullname,
          address: 'noah@example.org',
          sentence: 'notTalked',
          purpose: 'At the request of the person',
          channel: 'page',
          by: NOAH.fullname,
          first_at: '2026-11-25T20:00:00.000Z',
          last_at: '2026-11-26T20:00:00.000Z',
          times: 3,
        },
      ],
    });
    const shown = within(await section());
    expect(shown.getByText(/^In force until Nov.25,.2027/)).toBeVisible();
    expect(shown.getByText('or 30 days after the referral is closed')).toBeVisible();
    expect(shown.getByText(/^Asked for\. It has no effect/)).toBeVisible();
    expect(shown.getByText(/^Has no effect until you confirm/)).toBeVisible();
    expect(shown.getByText(/^The account was renamed or deactivated/)).toBeVisible();
    expect(
      shown.getByText(/^Stopped by the person on Nov.26,.2026.*On the phone/),
    ).toBeInTheDocument();
    expect(shown.getAllByText(/^Signed on Nov.25,.2026, on paper: .*Cabinet B/)).toHaveLength(3);
    expect(
      shown.getByText(/Noah Wilekins.*We have not talked with .*the person.* yet/),
    ).toBeVisible();
    expect(shown.getByText(/on their page, 3 times/)).toBeVisible();
    expect(shown.getByText('noah@example.org')).toBeVisible();
    const buttons = shown.getAllByRole('button').map((button) => button.textContent);
    expect(buttons.filter((text) => /^(Signed|The person|Stop|Confirm)/.test(text ?? ''))).toEqual([
      expect.stringMatching(/^Stop to .*Noah/),
      expect.stringMatching(/^Signed on paper to .*Harbor/),
      expect.stringMatching(/^The person says no to .*Harbor/),
      expect.stringMatching(/^Confirm to .*Noah/),
      expect.stringMatching(/^Stop to .*Noah/),
    ]);
  });

  it('shows values of a newer server as they are', async () => {
    const recipient = {
      kind: 'court',
      name: 'Superior Court',
      account: null,
      address: null,
      language: null,
    };
    const unknown = { state: 'paused', level: 'all', suspensions: ['moved'] };
    await openRecord({ consents: [makeConsent({ ...unknown, recipient })] });
    const shown = within(await section());
    for (const text of ['court', 'paused', 'all', 'moved'])
      expect(shown.getByText(text)).toBeVisible();
  });

  it('is as before on a server without consents', async () => {
    const { record, inputsOf } = await openRecord({}, stubMetaWithout('consents'));
    await record.findByText('No attempt yet');
    expect(screen.queryByText('Who may know')).toBeNull();
    expect(inputsOf('getConsents')).toEqual([]);
  });

  it('lets a manager stop a consent anywhere, and ask only where the site is ours', async () => {
    const referral = makeReferral({ contact: { ...NO_CONTACT, is_ours: false } });
    await openRecord({ consents: [makeConsent()] }, {}, { role: 'MANAGER', referral });
    const shown = within(await section());
    expect(shown.getByRole('button', { name: /^Stop/ })).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Ask for a consent' })).toBeNull();
    expect(shown.queryByRole('button', { name: 'Accounting of disclosures' })).toBeNull();
  });

  it('can load again what could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isDown = true;
    const getConsents = () => {
      if (isDown) throw new ApiError('status', { status: 500 });
      return makeConsents();
    };
    const { user, record } = await openRecord({}, { getConsents });
    const text = await record.findByText(/^Who may know could not/, {}, { timeout: 10_000 });
    isDown = false;
    await user.click(within(text.parentElement as HTMLElement).getByRole('button'));
    expect(await section()).toBeVisible();
  });
});

describe('asking for a consent', () => {
  it('names the one who filed, at first', async () => {
    const { user, inputsOf } = await openRecord();
    await user.click(within(await section()).getByRole('button', { name: 'Ask for a consent' }));
    const dialog = await topDialog('Ask for a consent');
    await user.selectOptions(dialog.getByLabelText('What they may hear'), 'outcome');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    expect(await dialog.findByText('Asked for. Now the person signs.')).toBeVisible();
    expect(inputsOf('askConsent')).toEqual([
      {
        body: {
          id: 'r1',
          recipient: { kind: 'account', account: 'a7' },
          level: 'outcome',
          purpose: 'At the request of the person',
        },
        headers: expect.anything() as unknown,
      },
    ]);
  });

  it('names probation with the time from which it may be revoked, and needs a name', async () => {
    const { user, inputsOf } = await openRecord({ filer: null });
    await user.click(within(await section()).getByRole('button', { name: 'Ask for a consent' }));
    const dialog = await topDialog('Ask for a consent');
    await user.selectOptions(dialog.getByLabelText('Who may know'), 'probation');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    expect(await dialog.findByText('Please fill this in.')).toBeVisible();
    expect(inputsOf('askConsent')).toEqual([]);
    await user.type(dialog.getByLabelText('Name'), 'Officer Olive');
    await user.type(dialog.getByLabelText(/^May be revoked from/), 'The end of probation');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(inputsOf('askConsent')).toHaveLength(1));
    expect(inputsOf('askConsent')[0]?.body).toMatchObject({
      recipient: { kind: 'probation', name: 'Officer Olive' },
      may_revoke_from: 'The end of probation',
    });
  });

  it('names one person, and keeps what was typed of two', async () => {
    const { user, inputsOf } = await openRecord({ filer: null });
    await user.click(within(await section()).getByRole('button', { name: 'Ask for a consent' }));
    const dialog = await topDialog('Ask for a consent');
    const name = dialog.getByLabelText('Name');
    await user.type(name, 'Noah Wilekins and Ann Torres');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    expect(await dialog.findByText(/^A consent is for one person/)).toBeVisible();
    expect(name).toHaveValue('Noah Wilekins and Ann Torres');
    expect(inputsOf('askConsent')).toEqual([]);
  });
});

describe('the guest who filed', () => {
  const OF_GUEST = { filer: null, askers: [GUEST] };
  const guestConsent = (changes: Partial<Consent> = {}) =>
    makeConsent({
      recipient: {
        kind: 'guest',
        name: 'Carmen Sample',
        account: null,
        address: null,
        language: null,
      },
      ...changes,
    });

  it('can be named in a consent by the name that they gave', async () => {
    const { user, inputsOf } = await openRecord(OF_GUEST);
    await user.click(within(await section()).getByRole('button', { name: 'Ask for a consent' }));
    const dialog = await topDialog('Ask for a consent');
    expect(dialog.getByRole('option', { name: /^Who referred: .?Carmen Sample/ })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(inputsOf('askConsent')).toHaveLength(1));
    expect(inputsOf('askConsent')[0]?.body).toMatchObject({ recipient: { kind: 'guest' } });
  });

  it('cannot be named without a name', async () => {
    const { user } = await openRecord({ filer: null, askers: [{ ...GUEST, name: null }] });
    await user.click(within(await section()).getByRole('button', { name: 'Ask for a consent' }));
    const dialog = await topDialog('Ask for a consent');
    expect(dialog.queryByRole('option', { name: /^Who referred/ })).toBeNull();
  });

  it('may hear it by phone alone, as the paper says', async () => {
    const asked = guestConsent({ signed: null, state: 'asked', last_day: null });
    const { user, inputsOf } = await openRecord({ ...OF_GUEST, consents: [asked] });
    await user.click(within(await section()).getByRole('button', { name: /^Signed on paper/ }));
    const dialog = await topDialog('Signed on paper');
    await user.click(dialog.getByLabelText('By phone only, as the paper says'));
    await user.type(dialog.getByLabelText('Where the paper is kept'), 'Cabinet B');
    await user.type(dialog.getByLabelText('Who saw it signed'), 'M. Torres');
    await user.click(dialog.getByRole('button', { name: 'Put in force' }));
    await waitFor(() => expect(inputsOf('signConsentOnPaper')).toHaveLength(1));
    expect(inputsOf('signConsentOnPaper')[0]?.body).toMatchObject({ by_phone_only: true });
  });

  it('has that on the card of their consent, and on the form to sign who else can read it', async () => {
    const asked = guestConsent({ id: 'c2', signed: null, state: 'asked', last_day: null });
    const consents = [guestConsent({ by_phone_only: true }), asked];
    const { user } = await openRecord({ ...OF_GUEST, consents });
    const shown = within(await section());
    expect(shown.getByText('Only by phone, not by the receipt.')).toBeVisible();
    await user.click(shown.getByRole('button', { name: /^Print the form/ }));
    const dialog = await topDialog('Print the form');
    await dialog.findByRole('button', { name: 'Print' });
    const sheet = document.querySelector('article.paper-only');
    expect(sheet).toHaveTextContent(/Carmen Sample.? has a receipt of this referral/);
    expect(sheet).toHaveTextContent('Only by phone, not with the receipt.');
  });

  async function openAsks(answers: Answers = {}) {
    const app = await openRecord(OF_GUEST, answers);
    await app.user.click(within(await section()).getByRole('button', { name: 'Somebody asks' }));
    const dialog = await topDialog('Somebody asks');
    const who = await dialog.findByLabelText('Who asks?');
    await app.user.selectOptions(who, dialog.getByRole('option', { name: /Carmen Sample/ }));
    return { ...app, dialog };
  }
  const TITLE = 'A new code for the receipt';

  it('gets a new code once they named all three, shown once', async () => {
    const { user, dialog, inputsOf } = await openAsks();
    await user.click(dialog.getByText(TITLE));
    const submit = dialog.getByRole('button', { name: 'Make a new code' });
    await user.click(dialog.getByLabelText('The reference'));
    await user.click(dialog.getByLabelText('Their own name, as filed'));
    await user.click(submit);
    expect(inputsOf('renewReceipt')).toEqual([]);
    await user.click(dialog.getByLabelText('The birth date of the person'));
    await user.click(submit);
    const code = await dialog.findByText('AB12-CD34-EF56-GH78');
    await waitFor(() => expect(code.parentElement).toHaveFocus());
    expect(inputsOf('renewReceipt')).toEqual([
      { body: { id: 'r1', reference: true, guest_name: true, birth_date: true } },
    ]);
    expect(document.title).not.toContain('AB12');
  });

  it('can be given one again after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isDown = true;
    const { user, dialog } = await openAsks({
      renewReceipt: () => {
        if (isDown) throw new ApiError('status', { status: 500 });
        return { tracking_id: 'R-7Q4F-9K2D', code: 'AB12-CD34-EF56-GH78' };
      },
    });
    await user.click(dialog.getByText(TITLE));
    for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
    await user.click(dialog.getByRole('button', { name: 'Make a new code' }));
    expect(await dialog.findByText(/^No new code was made/)).toBeVisible();
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('AB12-CD34-EF56-GH78')).toBeVisible();
  });

  it('has the new code in sight while what may be said cannot be read again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isDown = false;
    const getConsents = () => {
      // Not tried again.
      if (isDown) throw new ApiError('status', { status: 403 });
      return makeConsents(OF_GUEST);
    };
    const intervals = vi.spyOn(window, 'setInterval');
    const { user, dialog } = await openAsks({ getConsents });
    const reads = intervals.mock.calls.filter(([, milliseconds]) => milliseconds === 15_000);
    await user.click(dialog.getByText(TITLE));
    for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
    isDown = true;
    await user.click(dialog.getByRole('button', { name: 'Make a new code' }));
    expect(await dialog.findByText('AB12-CD34-EF56-GH78')).toBeVisible();
    act(() => {
      for (const [read] of reads) read();
    });
    expect(await dialog.findByText('Who may know could not be loaded.')).toBeVisible();
    expect(dialog.getByText('Received. Please call us.')).not.toBeVisible();
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByText('Received. Please call us.')).toBeVisible());
    expect(dialog.getByText('AB12-CD34-EF56-GH78')).toBeVisible();
  });

  it('gets none from a server without receipts', async () => {
    const { dialog } = await openAsks(stubMetaWithout('lookUp'));
    expect(dialog.getByText('Received. Please call us.')).toBeVisible();
    expect(dialog.queryByText(TITLE)).toBeNull();
  });
});

describe('the form to sign', () => {
  const open = async (changes: Partial<Consent> = {}, options: Options = {}) => {
    const asked = { ...ASKED, ...changes };
    const app = await openRecord({ consents: [asked] }, {}, options);
    await app.user.click(within(await section()).getByRole('button', { name: /^Print the form/ }));
    const dialog = await topDialog('Print the form');
    await dialog.findByRole('button', { name: 'Print' });
    return document.querySelector<HTMLElement>('article.paper-only') ?? expect.fail('No sheet');
  };
  const wordsOf = (texts: typeof english, sentence: Sentence) =>
    texts.answers[sentence].replaceAll('%{name}', 'Robin').replaceAll('%{phone}', '555');

  it.each(CONSENT_LEVELS)(
    "has each sentence that the level '%s' can say, in both languages, and no other",
    async (level) => {
      const sheet = await open({ level }, { supportPhone: '555' });
      for (const [language, texts] of [
        ['en', english],
        ['es', spanish],
      ] as const) {
        const words = sheet.querySelector(`section[lang="${language}"]`)?.textContent ?? '';
        const printed = SENTENCES.filter((one) => words.includes(`“${wordsOf(texts, one)}”`));
        expect(printed.toSorted()).toEqual([...SENTENCES_OF_LEVEL[level]].toSorted());
      }
    },
  );

  it('says from when a consent to probation may be stopped, and any day of another', async () => {
    const sheet = await open({
      recipient: {
        kind: 'probation',
        name: 'Officer Olive',
        account: null,
        address: null,
        language: null,
      },
      may_revoke_from: 'the end of probation',
    });
    expect(sheet).toHaveTextContent('You can stop this from: the end of probation.');
    expect(sheet).toHaveTextContent('Puede detenerlo desde: the end of probation.');
    expect(sheet).not.toHaveTextContent('any day');
    expect(sheet).toHaveTextContent(STATEMENT_2);
  });

  it('says whom to call, if there is a number', async () => {
    const sheet = await open({}, { supportPhone: '(555) 010-0142' });
    expect(sheet).toHaveTextContent('or call (555) 010-0142');
    expect(sheet).toHaveTextContent('o llame al (555) 010-0142');
  });
});

describe('what was signed on paper', () => {
  const open = async (consents: Partial<Consents> = {}, answers: Answers = {}) => {
    const app = await openRecord({ consents: [ASKED], ...consents }, answers);
    await app.user.click(within(await section()).getByRole('button', { name: /^Signed on paper/ }));
    return { ...app, dialog: await topDialog('Signed on paper') };
  };

  it('is entered with the usual end', async () => {
    const { user, dialog, inputsOf } = await open();
    expect(dialog.getByText('At this age only the person may sign.')).toBeVisible();
    await user.type(dialog.getByLabelText('Where the paper is kept'), 'Cabinet B');
    await user.type(dialog.getByLabelText('Who saw it signed'), 'M. Torres');
    await user.click(dialog.getByRole('button', { name: 'Put in force' }));
    expect(await dialog.findByText('The consent is in force.')).toBeVisible();
    expect(inputsOf('signConsentOnPaper')).toEqual([
      {
        body: {
          consent: 'c1',
          person_name: `${ROBIN.first_name} ${ROBIN.last_name}`,
          signer: 'person',
          signed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
          last_day: null,
          paper_place: 'Cabinet B',
          witness: 'M. Torres',
        },
      },
    ]);
  });

  it('of a child names who signed; what is refused keeps the input', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const signConsentOnPaper = () => {
      throw new ApiError('status', { status: 422, locations: [['body', 'last_day']], types: [''] });
    };
    const { user, dialog, inputsOf } = await open({ signer: 'guardian' }, { signConsentOnPaper });
    await user.type(dialog.getByLabelText('Their name'), 'A. Parent');
    await user.type(dialog.getByLabelText('Where the paper is kept'), 'Cabinet B');
    await user.type(dialog.getByLabelText('Who saw it signed'), 'M. Torres');
    await user.click(dialog.getByRole('button', { name: 'Put in force' }));
    expect(await dialog.findByText(/closed more than 30 days ago/)).toBeVisible();
    expect(dialog.getByLabelText('Their name')).toHaveValue('A. Parent');
    expect(inputsOf('signConsentOnPaper')[0]?.body).toMatchObject({
      signer: 'guardian',
      signer_name: 'A. Parent',
    });
  });

  it('is not entered while the age is not known', async () => {
    const { dialog } = await open({ signer: null });
    expect(dialog.getByText(/^The age is not known/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Put in force' })).toBeNull();
  });
});

describe('signing on this screen', () => {
  const open = async (
    consents: Partial<Consents> = {},
    answers: Answers = {},
    options: Parameters<typeof openRecord>[2] = {},
  ) => {
    const app = await openRecord({ consents: [ASKED], ...consents }, answers, options);
    const card = within(await section());
    await app.user.click(card.getByRole('button', { name: /^Sign on this screen/ }));
    return { ...app, dialog: await topDialog('Sign on this screen') };
  };

  it('ends the session and opens a page with the consent and the name, in memory alone', async () => {
    const referral = { ...ROBIN, preferred_language: 'es' as const };
    const token = () => ({ token: 'a-token' });
    const app = await open({}, { handOverConsent: token }, { referral });
    const submit = await screen.findByRole('button', { name: 'Log out and hand over' });
    await app.user.click(submit);
    await waitFor(() => expect(app.address()).toBe('/sign'));
    expect(app.inputsOf('handOverConsent')).toEqual([{ body: { consent: 'c1' } }]);
    expect(app.session.get().user).toBeNull();
    expect(app.session.read()).toBeNull();
    expect(getHandedOver()).toMatchObject({
      token: 'a-token',
      language: 'es',
      signer: 'person',
      form: { fullName: 'Robin Harper', sentences: ['notTalked', 'talked'] },
    });
    expect(Object.keys(getHandedOver()?.form ?? {}).toSorted()).toEqual(
      ['recipient', 'sentences', 'purpose', 'may_revoke_from', 'firstName', 'fullName'].toSorted(),
    );
  });

  it('stays signed in if nothing was handed over', async () => {
    const refuse = () => {
      throw new ApiError('status', {
        status: 409,
        detail: 'This consent is signed already. A change is a new consent.',
      });
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const app = await open({}, { handOverConsent: refuse });
    const submit = await screen.findByRole('button', { name: 'Log out and hand over' });
    await app.user.click(submit);
    expect(await screen.findByText('This consent was signed already.')).toBeVisible();
    expect(app.session.get().user).not.toBeNull();
    expect(app.address()).toMatch(/^\/admin/);
  });

  it('is not possible while the age is not known', async () => {
    const { dialog } = await open({ signer: null });
    expect(dialog.getByText(/^The age is not known/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Log out and hand over' })).toBeNull();
  });

  it('is shown with the name as typed and the drawing', async () => {
    const signed = makeConsent().signed;
    if (!signed) throw new Error('Not signed');
    const drawing: [number, number][][] = [
      [
        [0, 0],
        [9, 9],
      ],
    ];
    const onScreen = { ...signed, how: 'drawn', place: null, witness: null };
    const consents = [makeConsent({ signed: { ...onScreen, typed_name: 'Robin S.', drawing } })];
    await openRecord({ consents });
    const card = within(await section());
    expect(card.getByText('Signed on screen on Nov 25, 2026 by: Robin S.')).toBeVisible();
    expect(card.getByRole('img', { name: 'Drawn signature' })).toBeVisible();
  });
});

describe('ending a consent', () => {
  it('asks how it was said, and can stop those of other referrals', async () => {
    const others = [
      { id: 'c9', tracking_id: 'R-OTHR-0001', recipient: 'Aunt Rosa', state: 'inForce' },
    ];
    const { user, inputsOf } = await openRecord({ consents: [makeConsent()], others });
    await user.click(within(await section()).getByRole('button', { name: /^Stop/ }));
    const dialog = await topDialog('Stop this consent');
    await user.click(dialog.getByRole('button', { name: 'Stop now' }));
    expect(await dialog.findByText('Please fill this in.')).toBeVisible();
    await user.type(dialog.getByLabelText('How the person said so'), 'On the phone');
    await user.click(dialog.getByLabelText(/^Stop all/));
    await user.click(dialog.getByRole('button', { name: 'Stop now' }));
    expect(await dialog.findByText('Stopped. It counts at once.')).toBeVisible();
    expect(inputsOf('endConsents')).toEqual([
      { body: { consents: ['c1', 'c9'], how: 'On the phone' } },
    ]);
  });

  it('notes a no to what was asked for', async () => {
    const { user, inputsOf } = await openRecord({ consents: [ASKED] });
    await user.click(within(await section()).getByRole('button', { name: /^The person says no/ }));
    const dialog = await topDialog('The person says no');
    expect(dialog.queryByLabelText(/^Stop all/)).toBeNull();
    await user.type(dialog.getByLabelText('How the person said so'), 'In person');
    await user.click(dialog.getByRole('button', { name: 'Note it' }));
    expect(await dialog.findByText('Noted.')).toBeVisible();
    expect(inputsOf('endConsents')[0]?.body).toMatchObject({ consents: ['c1'] });
  });

  it('is the opposite of confirming one that was suspended', async () => {
    const suspended = makeConsent({ state: 'suspended', suspensions: ['deleted'] });
    const { user, inputsOf } = await openRecord({ consents: [suspended] });
    await user.click(within(await section()).getByRole('button', { name: /^Confirm/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm this consent' }));
    await user.click(dialog.getByRole('button', { name: 'It still counts' }));
    expect(await dialog.findByText('The consent counts again.')).toBeVisible();
    expect(inputsOf('confirmConsent')).toEqual([{ body: { consent: 'c1' } }]);
  });
});

describe('somebody asks', () => {
  const open = async (askers: Asker[], answers: Answers = {}, options: Options = {}) => {
    const app = await openRecord({ askers, consents: [makeConsent()] }, answers, options);
    await app.user.click(within(await section()).getByRole('button', { name: 'Somebody asks' }));
    const dialog = await topDialog('Somebody asks');
    await dialog.findByLabelText('Who asks?');
    const choose = (name: RegExp | string) =>
      app.user.selectOptions(
        dialog.getByLabelText('Who asks?'),
        dialog.getByRole('option', { name }),
      );
    return { ...app, dialog, choose };
  };

  it('the one who filed hears the same answer without a consent, and nothing is stored', async () => {
    const { dialog, choose } = await open([FILER]);
    expect(dialog.queryByText(/^Received/)).toBeNull();
    await choose(/^Who referred/);
    expect(dialog.getByText('Received. Please call us.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'I told them' })).toBeNull();
  });

  it('whom a consent names hears its sentence, which is stored', async () => {
    const asker = { ...FILER, kind: 'agency', name: 'Harbor House', is_filer: false };
    const { user, dialog, choose, inputsOf } = await open([
      FILER,
      { ...asker, sentence: 'notTalked', consent: 'c1' },
    ]);
    await choose(/^.?Harbor House/);
    expect(dialog.getByText(/We have not talked with .?Robin.? yet/)).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('How'), 'inPerson');
    await user.click(dialog.getByRole('button', { name: 'I told them' }));
    expect(await dialog.findByText('Stored in what was said.')).toBeVisible();
    expect(inputsOf('tellAnswer').map(({ body }) => body)).toEqual([
      { consent: 'c1', sentence: 'notTalked', channel: 'inPerson' },
    ]);
  });

  it('what may be said is read again first, and what was stopped since is not said', async () => {
    let isStopped = false;
    const asker = { ...FILER, sentence: 'talked', consent: 'c1' };
    const getConsents = () =>
      makeConsents({ askers: [isStopped ? FILER : asker], consents: [makeConsent()] });
    const app = await openRecord({}, { getConsents });
    const shown = within(await section());
    isStopped = true;
    await app.user.click(shown.getByRole('button', { name: 'Somebody asks' }));
    const dialog = await topDialog('Somebody asks');
    const who = await dialog.findByLabelText('Who asks?');
    await app.user.selectOptions(who, dialog.getByRole('option', { name: /^Who referred/ }));
    expect(dialog.getByText('Received. Please call us.')).toBeVisible();
  });

  it('anybody else hears nothing, and the person their own record once staff are sure', async () => {
    const { user, dialog, choose } = await open([FILER]);
    await choose('Somebody else');
    expect(dialog.getByText('Do not say whether we know the person.')).toBeVisible();
    await choose('The person themselves');
    expect(dialog.getByText('Do not say whether we know the person.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Print the copy' })).toBeNull();
    await user.click(dialog.getByLabelText('I made sure that it is the person'));
    expect(dialog.queryByText('Do not say whether we know the person.')).toBeNull();
    expect(dialog.getByText(/everything in this record/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Print the copy' })).toBeVisible();
  });

  it('prints a letter once it is in the ledger, with the law and the scope of the consent', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user, dialog, choose, inputsOf } = await open([
      { ...FILER, sentence: 'talked', consent: 'c1' },
    ]);
    await choose(/^Who referred/);
    expect(document.querySelector('article.paper-only')).toBeNull();
    await user.click(await dialog.findByRole('button', { name: 'Print a letter' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(inputsOf('tellAnswer').map(({ body }) => body)).toEqual([
      { consent: 'c1', sentence: 'talked', channel: 'letter' },
    ]);
    const sheet = document.querySelector('article.paper-only');
    expect(sheet).toHaveTextContent('We have talked with the person.');
    expect(sheet).toHaveTextContent('Hablamos con la persona.');
    expect(sheet).toHaveTextContent(STATEMENT_1);
    expect(sheet).toHaveTextContent(/You see this because Robin Sample agreed/);
    expect(sheet).toHaveTextContent(/Usted ve esto porque Robin Sample/);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('article.paper-only')).toBeNull());
  });

  it('prints no letter if the answer has changed since', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const detail = 'What may be said has changed in the meantime. Nothing was stored.';
    const tellAnswer = () => {
      throw new ApiError('status', { status: 409, detail });
    };
    const asker = { ...FILER, sentence: 'talked', consent: 'c1' };
    const { user, dialog, choose } = await open([asker], { tellAnswer });
    await choose(/^Who referred/);
    await user.click(await dialog.findByRole('button', { name: 'Print a letter' }));
    expect(await dialog.findByText(/What may be said has changed/)).toBeVisible();
    expect(print).not.toHaveBeenCalled();
    expect(document.querySelector('article.paper-only')).toBeNull();
  });

  it('without a consent, the letter to the one who filed has no name of a person', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user, dialog, choose, inputsOf } = await open([FILER]);
    await choose(/^Who referred/);
    await user.click(await dialog.findByRole('button', { name: 'Print a letter' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const sheet = document.querySelector('article.paper-only');
    expect(sheet).toHaveTextContent(`About your referral ${ROBIN.tracking_id}`);
    expect(sheet).toHaveTextContent('Received. Please call us.');
    expect(sheet).not.toHaveTextContent(/Robin|Noah|42 CFR/);
    expect(inputsOf('tellAnswer')).toEqual([]);
  });

  it('says that it has changed in the meantime', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const detail = 'What may be said has changed in the meantime. Nothing was stored.';
    const tellAnswer = () => {
      throw new ApiError('status', { status: 409, detail });
    };
    const asker = { ...FILER, sentence: 'talked', consent: 'c1' };
    const { user, dialog, choose } = await open([asker], { tellAnswer });
    await choose(/^Who referred/);
    await user.click(dialog.getByRole('button', { name: 'I told them' }));
    expect(await dialog.findByText(/What may be said has changed/)).toBeVisible();
  });

  it.each(SENTENCES.flatMap((one) => [[one, ''] as const, [one, '(555) 010-0142'] as const]))(
    "every sentence is whole: '%s', with the phone '%s'",
    async (sentence, supportPhone) => {
      const { dialog, choose } = await open([{ ...FILER, sentence }], {}, { supportPhone });
      await choose(/^Who referred/);
      const said = dialog.getByText(
        (text, element) => element?.className.includes('said') ?? false,
      );
      expect(said).not.toHaveTextContent(/%\{|: *\.|^answers/);
    },
  );
});

it('the accounting of disclosures is read and printed', async () => {
  const entry = {
    recipient: NOAH.fullname,
    address: null,
    sentence: 'talked',
    purpose: 'At the request of the person',
    channel: 'phone',
    by: 'M. Torres',
    first_at: '2026-11-25T20:00:00.000Z',
    last_at: '2026-11-25T20:00:00.000Z',
    times: 1,
    tracking_id: 'R-1',
  };
  const getAccounting = () => ({ from: '2023-11-30T20:00:00.000Z', entries: [entry] });
  const { user } = await openRecord({}, { getAccounting });
  const shown = within(await section());
  await user.click(shown.getByRole('button', { name: 'Accounting of disclosures' }));
  const dialog = await topDialog('Accounting of disclosures');
  expect(await dialog.findByText(/since Nov.30,.2023/)).toBeVisible();
  expect(dialog.getByText(/We have talked with/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
});

describe('what those outside read once it is saved', () => {
  const referral = makeReferral({
    contact: {
      ...NO_CONTACT,
      attempts: [
        {
          id: 't1',
          at: '2026-11-25T20:00:00.000Z',
          channel: 'call',
          whom: 'person',
          outcome: 'notNow',
        },
      ],
    },
  });

  it('is shown with a closing status, and staff may say less', async () => {
    const consents = [makeConsent({ level: 'outcome' })];
    const { user, record, inputsOf } = await openRecord({ consents }, {}, { referral });
    await section();
    expect(record.queryByText('What they read')).toBeNull();
    await user.selectOptions(record.getByLabelText('Referral Status'), 'Declined Services');
    await user.click(record.getByLabelText('Does not want services now'));
    const part = within(record.getByRole('region', { name: 'What they read' }));
    expect(part.getByText(/They do not want services for now/)).toBeVisible();
    await user.selectOptions(part.getByLabelText('Say at most'), 'received');
    expect(part.getByText(/We received your referral\./)).toBeVisible();
    await user.click(record.getByRole('button', { name: 'Update Referral' }));
    await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
    expect(inputsOf('saveReferral')[0]?.body).toMatchObject({
      status: 'Declined Services',
      told_level: 'received',
    });
  });

  it('is in the language of the reader, and in that of staff', async () => {
    const consent = makeConsent();
    const recipient = { ...consent.recipient, language: 'es' };
    const { user, record } = await openRecord({ consents: [{ ...consent, recipient }] });
    await user.selectOptions(record.getByLabelText('Referral Status'), 'Processed');
    const words = await record.findByText(/Recibimos su remisión\. Aún no hemos hablado con/);
    expect(words).toHaveAttribute('lang', 'es');
    expect(words).toHaveTextContent(/^Noah Wilekins: /);
    expect(record.getByText(/^That means: “We received your referral\./)).toBeVisible();
  });

  it('is shown after a call whose outcome offers to close it, too', async () => {
    const attempt = {
      id: 'a9',
      at: '2026-11-25T20:00:00.000Z',
      channel: 'call',
      whom: 'person',
      outcome: 'wantsServices',
    };
    const addContactAttempt = () => ({
      attempt,
      undo_until: '2026-11-25T20:00:10.000Z',
      follow_up: null,
      others: [],
    });
    const consents = [makeConsent({ level: 'outcome' })];
    const { user, record, inputsOf } = await openRecord({ consents }, { addContactAttempt });
    await user.click(await record.findByRole('button', { name: 'Wants services' }));
    const reads = await record.findByRole('region', { name: 'What they read' });
    expect(reads).toHaveTextContent('“We have talked with Robin. Robin wants services.”');
    await user.selectOptions(within(reads).getByLabelText('Say at most'), 'reached');
    expect(reads).toHaveTextContent('Noah Wilekins: “We have talked with Robin.”');
    await user.click(record.getByRole('button', { name: 'Set status' }));
    await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
    expect(inputsOf('saveReferral')[0]?.body).toMatchObject({
      status: 'Processed',
      told_level: 'reached',
    });
  });
});

it("says that 'More Info Needed' reaches no one who referred", async () => {
  const { user, record } = await openRecord();
  await user.selectOptions(record.getByLabelText('Referral Status'), 'More Info Needed');
  expect(record.getByText('Whoever referred is not told about this status.')).toBeVisible();
});

it('a super user confirms the consents after a restore', async () => {
  const { user, inputsOf } = await renderStaffApp({
    answers: {
      ...stubReferralList([ROBIN]),
      listNotices: () => [{ code: 'consentsRestored' }],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm the consents' }));
  await user.click(dialog.getByRole('button', { name: 'None was stopped' }));
  expect(await dialog.findByText('The consents count again.')).toBeVisible();
  expect(inputsOf('confirmRestoredConsents')).toHaveLength(1);
});

describe('a reader outside', () => {
  const answered = (changes: Partial<FiledReferral> = {}) =>
    makeFiled({
      status: 'We have talked with the person.',
      answer: 'talked',
      consent: {
        person_name: 'Ana Harper',
        level: 'reached',
        signed_on: '2026-11-25',
        last_day: '2027-11-25',
      },
      ...changes,
    });
  const show = (referral: FiledReferral, language: 'en' | 'es' = 'en') =>
    renderStaffApp({
      role: 'MANAGER',
      language,
      answers: {
        getReader: () => ({ is_inside: false, filed: 1 }),
        listFiled: () => ({ items: [referral], total: 1, pages: 1 }),
      },
    });

  it('reads the law and the scope of the consent beside the answer', async () => {
    await show(answered());
    expect(await screen.findByText(/We have talked with .?Ana.?\./)).toBeVisible();
    expect(screen.getByText(STATEMENT_2)).toBeVisible();
    expect(
      screen.getByText(/^You see this because .?Ana Harper.? agreed on .?Nov.25,.2026/),
    ).toBeVisible();
  });

  it('reads the law in English beside its translation', async () => {
    await show(answered(), 'es');
    expect(await screen.findByText(STATEMENT_2)).toHaveAttribute('lang', 'en');
    expect(screen.getByText(/^La ley federal/)).toBeVisible();
  });

  it('of what they did not file reads the name alone', async () => {
    await show(
      answered({
        last_name: '',
        contact_number: '',
        site: { value: '', label: '' },
        sex: null,
        dob: null,
        substance: [],
        tracking_id: '',
      }),
    );
    expect(await screen.findByText('You did not file this referral yourself.')).toBeVisible();
    expect(screen.queryByText('Filed')).toBeNull();
  });
});
