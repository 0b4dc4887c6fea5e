/** Renders one component of the staff screens in isolation, with support for dialogs and page messages. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { createClient } from '../../src/api/client';
import { createAuthProvider } from '../../src/authProvider/authProvider';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createQueryClient } from '../../src/dataProvider/queryClient';
import { createDataProvider } from '../../src/dataProvider/dataProvider';
import { createI18n } from '../../src/i18n/createI18n';
import { I18nProvider } from '../../src/i18n/I18nProvider';
import { createFeatures, type Services, ServicesProvider } from '../../src/app/services';
import { readSettings } from '../../src/app/settings';
import { Notification, OpenDialogsProvider, useReactAdminI18n } from '../../src/admin';
import { memoryStorage, pairFor } from './fakeSession';
import { createStubSend, type StubAnswers } from './stubSend';

/** @param call returns the response body of every call */
export async function renderStaffComponent(part: ReactNode, call: () => unknown = () => undefined) {
  const session = createSessionStore(memoryStorage());
  session.signIn(pairFor('SUPERUSER'));
  const api = createClient('/api', session, createStubSend(anyCall(call)).send);
  const settings = readSettings({ apiUrl: '/api' });
  const services = { api, session, settings, features: createFeatures(api) };
  const i18n = await createI18n('en');
  await i18n.addTexts('account');
  await i18n.addTexts('staff');

  render(
    <ServicesProvider services={services}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <Providers services={services}>{part}</Providers>
        </MemoryRouter>
      </I18nProvider>
    </ServicesProvider>,
  );
  return { user: userEvent.setup(), session, api };
}

/** The same response to every call except `refresh`, which stays refused. */
const anyCall = (call: () => unknown): StubAnswers =>
  new Proxy<StubAnswers>({}, { get: (_none, name) => (name === 'refresh' ? undefined : call) });

function Providers({ services, children }: { services: Services; children: ReactNode }) {
  const { api, features, session } = services;
  const i18nProvider = useReactAdminI18n();
  const [parts] = useState(() => ({
    authProvider: createAuthProvider(session),
    dataProvider: createDataProvider(api, features),
    queryClient: createQueryClient(),
  }));
  return (
    <CoreAdminContext {...parts} i18nProvider={i18nProvider}>
      <OpenDialogsProvider>
        <main tabIndex={-1}>
          {children}
          <Notification />
        </main>
      </OpenDialogsProvider>
    </CoreAdminContext>
  );
}
