import { ThemeProvider } from '@mui/material/styles';
import { useEffect, useMemo, useState } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  Resource,
  ResourceDefinitionContextProvider,
  type ResourceProps,
} from 'react-admin';
import { Route } from 'react-router';
import type { ResourceDefinition } from './admin/resource';
import { useReactAdminI18n } from './admin/useReactAdminI18n';
import { lazyComponent } from './app/lazyComponent';
import { routes } from './app/routes';
import { type Services, ServicesProvider, useServices, useSession } from './app/services';
import { cacheAccess, createAuthProvider } from './authProvider/authProvider';
import { personalStore } from './authProvider/personalStore';
import { createDataProvider } from './dataProvider/dataProvider';
import {
  createQueryClient,
  useClearCacheOnSignOut,
  useHoldUpdatesWhilePressed,
} from './dataProvider/queryClient';
import { Layout } from './layout/Layout';
import { SignInAgain } from './layout/SignInAgain';
import { NotFoundPage } from './public/NotFoundPage';
import { AccountList, accounts } from './resources/accounts';
import { audit } from './resources/audit';
import { deletedReferrals } from './resources/deletedReferrals';
import { ByReader } from './resources/filed/ByReader';
import { heldReferrals } from './resources/heldReferrals';
import { HeldReferralsNotice } from './resources/heldReferrals/HeldReferralsNotice';
import { pendingUsers } from './resources/pendingUsers';
import { referrals } from './resources/referrals';
import { AddReferralDialog } from './resources/referrals/add/AddReferralDialog';
import { UnsavedGuard } from './resources/referrals/contact/unsaved';
import { ReferralList } from './resources/referrals/list/ReferralList';
import { today } from './resources/referrals/today';
import { DeleteDialog } from './resources/referrals/record/DeleteDialog';
import { ReferralDetails } from './resources/referrals/record/ReferralDetails';
import { NoteText, StatusField } from './resources/referrals/referralFields';
import { SetupChecklist } from './resources/setup/SetupChecklist';
import { sites } from './resources/sites';
import { AddSiteButton, AddSiteDialog } from './resources/sites/AddSiteButton';
import { muiTheme } from './theme/muiTheme';

/** Lazy, as few people print posters and its code generates QR codes. */
const PosterPage = lazyComponent(
  async () => (await import('./resources/sites/poster/PosterPage')).PosterPage,
);

/** Lazy, as the list of the referrals is opened first. */
const ProfilePage = lazyComponent(async () => (await import('./profile/ProfilePage')).ProfilePage);
/** Lazy, as servers without it and people who may not act do not need it. */
const TodayList = lazyComponent(
  async () => (await import('./resources/referrals/today/TodayList')).TodayList,
);
/** Lazy, as most people who sign in belong to the program. */
const FiledList = lazyComponent(
  async () => (await import('./resources/filed/FiledList')).FiledList,
);
const HeldReferralList = lazyComponent(
  async () => (await import('./resources/heldReferrals/HeldReferralList')).HeldReferralList,
);
const DeletedReferralList = lazyComponent(
  async () =>
    (await import('./resources/deletedReferrals/DeletedReferralList')).DeletedReferralList,
);
const PendingUsersBase = lazyComponent(
  async () => (await import('./resources/pendingUsers/PendingUsers')).PendingUsersBase,
);
const PendingUsersSection = lazyComponent(
  async () => (await import('./resources/pendingUsers/PendingUsers')).PendingUsersSection,
);
const AddUserDialog = lazyComponent(
  async () => (await import('./resources/accounts/AddUserDialog')).AddUserDialog,
  null,
);

/** Components of the referrals resource that the lists of held and of deleted referrals use. */
const REFERRAL_PARTS = {
  details: ReferralDetails,
  note: NoteText,
  status: StatusField,
  deleteDialog: DeleteDialog,
};

/** Components of the accounts that wait for approval that the list of all accounts uses. */
const PENDING_PARTS = { Base: PendingUsersBase, Section: PendingUsersSection };

/** The dialogs that the setup checklist opens. */
const SETUP_DIALOGS = {
  sites: AddSiteDialog,
  manager: AddUserDialog,
  referral: AddReferralDialog,
};

/** react-admin types a record as `any`. */
const propsOf = (resource: ResourceDefinition) => resource as unknown as ResourceProps;

/**
 * Resources and pages, in the menu's order. Lists that show parts of another resource are composed here, as resources do not import
 * each other. Constant, as react-admin registers its children again whenever they change.
 */
const RESOURCES_AND_PAGES = [
  <Resource
    key="today"
    {...propsOf(today)}
    list={
      <TodayList
        moreActions={<AddSiteButton />}
        notice={<SetupChecklist dialogs={SETUP_DIALOGS} />}
      />
    }
  />,
  <Resource
    key="referrals"
    {...propsOf(referrals)}
    list={
      <ByReader
        inside={
          <ReferralList
            moreActions={<AddSiteButton />}
            notice={
              <>
                <SetupChecklist dialogs={SETUP_DIALOGS} />
                <HeldReferralsNotice />
              </>
            }
          />
        }
        outside={<FiledList addDialog={AddReferralDialog} />}
      />
    }
  />,
  <Resource
    key="heldReferrals"
    {...propsOf(heldReferrals)}
    list={<HeldReferralList parts={REFERRAL_PARTS} />}
  />,
  <Resource
    key="deletedReferrals"
    {...propsOf(deletedReferrals)}
    list={<DeletedReferralList parts={REFERRAL_PARTS} />}
  />,
  <Resource key="accounts" {...propsOf(accounts)} list={<AccountList pending={PENDING_PARTS} />} />,
  <Resource key="sites" {...propsOf(sites)} />,
  <Resource key="audit" {...propsOf(audit)} />,
  <Resource key="pendingUsers" {...propsOf(pendingUsers)} />,
  <CustomRoutes key="pages">
    <Route path={routes.poster.path} element={<PosterPage />} />
    <Route path={routes.profile.path} element={<ProfilePage />} />
  </CustomRoutes>,
];

/** react-admin collects the definitions only after the first render, in which the menu needs them. */
const DEFINITIONS = Object.fromEntries(
  RESOURCES_AND_PAGES.filter(({ type }) => type === Resource).map(({ props }) => [
    props.name,
    Resource.registerResource(props),
  ]),
);

/**
 * The signed-in app, on react-admin. App loads it only for a person whom RequireAccess lets through. It remounts for another
 * person or role, so that no data of the previous one stays in memory.
 */
export function SignedInApp() {
  const { user } = useSession();
  const services = useServices();
  const { session } = services;
  // The sites embedded in the page may be outdated: staff forms fetch them.
  const staffServices = useMemo(() => withoutSites(services), [services]);
  // A session that ends while this is open is resumed by a sign-in over it.
  useEffect(() => session.registerOpenScreen(), [session]);

  return (
    <ServicesProvider services={staffServices}>
      {user && <StaffAdmin key={`${user.username} ${user.role}`} />}
      <SignInAgain />
    </ServicesProvider>
  );
}

const withoutSites = ({ sites: _old, ...services }: Services): Services => services;

function StaffAdmin() {
  const services = useServices();
  const i18nProvider = useReactAdminI18n();
  const [providers] = useState(() => createProviders(services));

  useClearCacheOnSignOut(providers.queryClient);
  useHoldUpdatesWhilePressed();

  return (
    <CoreAdminContext {...providers} i18nProvider={i18nProvider}>
      {/* Light or dark is the system's choice, so MUI has nothing to store in the browser. */}
      <ThemeProvider theme={muiTheme} storageManager={null}>
        <UnsavedGuard />
        <ResourceDefinitionContextProvider definitions={DEFINITIONS}>
          <CoreAdminUI layout={Layout} catchAll={NotFoundPage} error={Rethrow} disableTelemetry>
            {RESOURCES_AND_PAGES}
          </CoreAdminUI>
        </ResourceDefinitionContextProvider>
      </ThemeProvider>
    </CoreAdminContext>
  );
}

/** Leaves an error to the error boundary of the whole app, instead of react-admin's. */
function Rethrow({ error }: { error: Error }): never {
  throw error;
}

function createProviders(services: Services) {
  const queryClient = createQueryClient();
  cacheAccess(queryClient, services.session.get().user?.role);
  return {
    authProvider: createAuthProvider(services.session),
    dataProvider: createDataProvider(services.api, services.features),
    queryClient,
    store: personalStore(services.session),
  };
}
