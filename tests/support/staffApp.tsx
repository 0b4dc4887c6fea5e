/** Renders the signed-in app on a stub of our server and records the calls it sends. */
import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import type { AnyCallName } from '../../contract/calls';
import type { Role } from '../../contract/constants';
import type { Contact } from '../../contract/entities/contactState';
import type { Referral } from '../../contract/entities/referral';
import { createClient } from '../../src/api/client';
import type { Send } from '../../src/api/middleware';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import type { Language } from '../../src/i18n/languages';
import { I18nProvider } from '../../src/i18n/I18nProvider';
import { DraftProvider } from '../../src/referralForm/DraftProvider';
import { createFeatures, ServicesProvider } from '../../src/app/services';
import { readSettings } from '../../src/app/settings';
import { SignedInApp } from '../../src/SignedInApp';
import { memoryStorage, pairFor } from './fakeSession';
import { type Answers, OUR_SERVER, type SentInput } from './ourServer';
import { createStubSend } from './stubSend';

export { type Answers, stubQueriedList, stubReferralList } from './ourServer';

interface Options {
  role?: Role;
  /** The id of the account that is signed in; a server that sends names alone has none. */
  accountId?: string;
  path?: string;
  language?: Language;
  supportPhone?: string;
  passwordMinLength?: number;
  publicUrl?: string;
  fixedSites?: unknown;
  responseDays?: number;
  /** What the server answers otherwise than `OUR_SERVER`. */
  answers?: Answers;
  /** Wraps the function that sends the calls. */
  wrapSend?: (send: Send) => Send;
}

export async function renderStaffApp({
  role = 'SUPERUSER',
  accountId,
  path = '/admin',
  language = 'en',
  supportPhone = '',
  passwordMinLength = 6,
  publicUrl = '',
  fixedSites,
  responseDays,
  answers = {},
  wrapSend = (send) => send,
}: Options = {}) {
  const session = createSessionStore(memoryStorage());
  session.signIn(pairFor(role, { id: accountId }));
  const { send, sent } = createStubSend({ ...OUR_SERVER, ...answers });
  const api = createClient('/api', session, wrapSend(send));
  const settings = readSettings({
    apiUrl: '/api',
    publicUrl,
    supportPhone,
    passwordMinLength,
    fixedSites,
    responseDays,
  });
  const services = { api, session, settings, features: createFeatures(api) };
  let address = path;
  let navigate: NavigateFunction;
  const i18n = await createI18n(language);
  await i18n.addTexts('account');
  await i18n.addTexts('staff');

  render(
    <ServicesProvider services={services}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter initialEntries={[path]}>
          <DraftProvider>
            <SignedInApp />
            <Address
              onNavigate={(next, navigateNow) => {
                address = next;
                navigate = navigateNow;
              }}
            />
          </DraftProvider>
        </MemoryRouter>
      </I18nProvider>
    </ServicesProvider>,
  );
  return {
    user: userEvent.setup(),
    session,
    /** Returns the current path, query, hash and history state. */
    address: () => address,
    /** Moves in the history, as the browser's buttons Back (-1) and Forward (1) do. */
    go: (delta: number) => act(async () => navigate(delta)),
    /** Returns the inputs of the calls of that name, in order. */
    inputsOf: (name: AnyCallName) =>
      sent.filter((call) => call.name === name).map((call) => call.input as SentInput),
  };
}

function Address({
  onNavigate,
}: {
  onNavigate: (address: string, navigate: NavigateFunction) => void;
}) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    onNavigate(`${pathname}${search}${hash}${state ? JSON.stringify(state) : ''}`, navigate);
  });
  return null;
}

/** Waits for the login dialog that covers the page when a session has ended. */
/** Opens the filters of a list that has them behind a button. */
export const openFilters = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: /^(Filter|Filtrar)$/, expanded: false }));

export const findSignInAgain = () => screen.findByRole('dialog', { name: 'Please log in again' });

/** Waits for the referral table. */
export function findTable(): Promise<HTMLElement> {
  return screen.findByRole('table', { name: 'Referrals, newest first' });
}

/** A referral without attempts and without a day to call back. */
export const NO_CONTACT: Contact = {
  attempts: [],
  follow_up: null,
  reopened_at: null,
  is_from_before: false,
  response_days: null,
  is_ours: true,
};

export function makeReferral(changes: Partial<Referral> = {}): Referral {
  return {
    _id: 'r1',
    first_name: 'Robin',
    last_name: 'Harper',
    contact_number: '(555) 010-2030',
    site: { value: 's1', label: 'Northside High' },
    sex: 'Other',
    dob: '2008-03-09',
    substance: ['Alcohol-related', 'Unknown substance'],
    status: 'Pending',
    tracking_id: 'R-ABCD-1234',
    entry_date: '2026-11-20T12:00:00Z',
    has_account: false,
    notes: null,
    ...changes,
  };
}
