import { ThemeProvider } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { Route, Routes } from 'react-router';
import { createAuthProvider } from './authProvider/authProvider';
import { createDataProvider } from './dataProvider/dataProvider';
import { createQueryClient } from './dataProvider/createQueryClient';
import { useForgetting } from './dataProvider/useForgetting';
import { SignInAgain } from './layout/SignInAgain';
import { StaffFrame } from './layout/StaffFrame';
import { useReactAdminI18n } from './staff/useReactAdminI18n';
import { ProfilePage } from './profile/ProfilePage';
import { AccountList } from './resources/accounts/AccountList';
import { AuditList } from './resources/audit/AuditList';
import { DeleteDialog } from './resources/referrals/dialogs/DeleteDialog';
import { NoteText } from './resources/referrals/dialogs/NoteText';
import { ReferralDetails } from './resources/referrals/dialogs/ReferralDetails';
import { ReferralList } from './resources/referrals/ReferralList';
import { AddSiteButton } from './resources/sites/AddSiteButton';
import { SiteList } from './resources/sites/SiteList';
import { SuspectedList } from './resources/suspected/SuspectedList';
import { SuspectedNotice } from './resources/suspected/SuspectedNotice';
import { lazyComponent } from './shared/lazyComponent';
import { routes } from './shared/routes';
import { type Services, useServices, useSession } from './shared/services';
import { muiTheme } from './theme/muiTheme';

/** Few make posters, and its code draws QR codes. */
const PosterPage = lazyComponent(
  async () => (await import('./resources/sites/poster/PosterPage')).PosterPage,
);

/** What is set apart is looked at and deleted like any referral; only its status cannot be set. */
const REFERRAL_PARTS = { details: ReferralDetails, note: NoteText, deleteDialog: DeleteDialog };

/**
 * The signed-in app: react-admin's contexts and the staff screens. Loaded by App only for who the guard lets through.
 * When another person signs in, nothing of the one before stays in memory.
 */
export function SignedInApp() {
  const { user } = useSession();
  const { session } = useServices();
  // Should the session end while this is open, its person is asked to sign in over it.
  useEffect(() => session.registerOpenScreen(), [session]);

  return (
    <>
      <Desk key={user?.username} />
      <SignInAgain />
    </>
  );
}

function Desk() {
  const services = useServices();
  const i18nProvider = useReactAdminI18n();
  const [parts] = useState(() => createParts(services));

  useForgetting(parts.queryClient);

  return (
    <CoreAdminContext {...parts} i18nProvider={i18nProvider}>
      {/* Light or dark is the system's choice, so MUI has nothing to remember in the browser. */}
      <ThemeProvider theme={muiTheme} storageManager={null}>
        <StaffFrame>
          <Routes>
            <Route
              path={routes.referrals.path}
              element={
                <ReferralList moreActions={<AddSiteButton />} notice={<SuspectedNotice />} />
              }
            />
            <Route path={routes.sites.path} element={<SiteList />} />
            <Route path={routes.poster.path} element={<PosterPage />} />
            <Route
              path={routes.suspected.path}
              element={<SuspectedList parts={REFERRAL_PARTS} />}
            />
            <Route path={routes.audit.path} element={<AuditList />} />
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
    authProvider: createAuthProvider(services.session),
    dataProvider: createDataProvider(services.api, services.features),
    queryClient: createQueryClient(),
    store: memoryStore(),
  };
}
