import { ThemeProvider } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { Route, Routes } from 'react-router';
import { createAuthProvider } from './authProvider/authProvider';
import { createDataProvider } from './dataProvider/dataProvider';
import { createQueryClient } from './dataProvider/createQueryClient';
import { StaffFrame } from './layout/StaffFrame';
import { useReactAdminI18n } from './staff/useReactAdminI18n';
import { ProfilePage } from './profile/ProfilePage';
import { AccountList } from './resources/accounts/AccountList';
import { ReferralList } from './resources/referrals/ReferralList';
import { AddSiteButton } from './resources/sites/AddSiteButton';
import { SiteList } from './resources/sites/SiteList';
import { endSession } from './shared/endSession';
import { routes } from './shared/routes';
import { type Services, useServices, useSession } from './shared/services';
import { muiTheme } from './theme/muiTheme';

/**
 * The signed-in app: react-admin's contexts and the staff screens. Loaded by App only for who the guard lets through.
 * When another person signs in, nothing of the one before stays in memory.
 */
export default function SignedInApp() {
  const { user } = useSession();
  return <Desk key={user?.username} />;
}

function Desk() {
  const services = useServices();
  const i18nProvider = useReactAdminI18n();
  const [parts] = useState(() => createParts(services));

  useEffect(
    () =>
      services.session.subscribe(() => {
        if (services.session.get().status === 'signed-out') parts.queryClient.clear();
      }),
    [services, parts],
  );

  return (
    <CoreAdminContext {...parts} i18nProvider={i18nProvider}>
      {/* Light or dark is the system's choice, so MUI has nothing to remember in the browser. */}
      <ThemeProvider theme={muiTheme} storageManager={null}>
        <StaffFrame>
          <Routes>
            <Route
              path={routes.referrals.path}
              element={<ReferralList moreActions={<AddSiteButton />} />}
            />
            <Route path={routes.sites.path} element={<SiteList />} />
            <Route path={routes.accounts.path} element={<AccountList />} />
            <Route path={routes.profile.path} element={<ProfilePage />} />
          </Routes>
        </StaffFrame>
      </ThemeProvider>
    </CoreAdminContext>
  );
}

/** What react-admin is given; its store lives in memory, as the default one would keep lists in the browser. */
function createParts(services: Services) {
  return {
    authProvider: createAuthProvider(services.session, () => endSession(services)),
    dataProvider: createDataProvider(services.api),
    queryClient: createQueryClient(),
    store: memoryStore(),
  };
}
