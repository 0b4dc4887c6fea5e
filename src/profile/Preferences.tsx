import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import { toApiError } from '../api/ApiError';
import { MutationStatus, SectionHeading, SubmittingFieldset, useDialogMutation } from '../admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import type { Preferences as Chosen } from '../dataProvider/profile';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { CheckField } from '../ui/CheckField';
import { ProblemMessage } from '../ui/Message';
import { RESOURCES } from '../app/routes';
import { useErrorText } from '../ui/useErrorText';
import { useFeature } from '../app/useFeature';
import styles from './ProfilePage.module.css';

const KEY = [RESOURCES.profile, 'getPreferences'];

/** Which emails the signed-in person gets; renders nothing for people who get none, and on a server without them. */
export function Preferences() {
  const { canAccess } = useCanAccess({ resource: RESOURCES.accounts, action: 'preferences' });
  const { canAccess: canOwn } = useCanAccess({ resource: RESOURCES.referrals, action: 'beOwner' });
  const hasOwners = useFeature('owners');
  const hasMorningMail = useFeature('morningMail');
  const offers = { owner: hasOwners && canOwn === true, morning: hasMorningMail };
  return canAccess && (offers.owner || offers.morning) ? <Emails offers={offers} /> : null;
}

/** A choice applies at once; a failure restores what is stored. */
function Emails({ offers }: { offers: { owner: boolean; morning: boolean } }) {
  const t = useStaffT();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const provider = useDataProvider<StaffDataProvider>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await provider.getPreferences({ signal }))?.data ?? null,
  });
  const mutation = useDialogMutation<Partial<Chosen>>({
    send: async (sender, change) => {
      const body = { owner_emails: data?.owner_emails ?? false, ...change };
      await sender.setPreferences(body);
      queries.setQueryData(KEY, { ...data, ...body });
    },
    done: 'preferences.done',
    failed: 'preferences.failed',
    isRepeatable: true,
  });
  const [wanted, setWanted] = useState<Partial<Chosen>>({});
  const choose = (change: Partial<Chosen>) => {
    setWanted(change);
    mutation.start(change);
  };
  const shown = { ...data, ...(mutation.isBusy && wanted) };
  const isFailed = error && !data && !isFetching;
  return (
    <section className={`${styles.card} screen-only`}>
      <SectionHeading>{t('preferences.title')}</SectionHeading>
      {isFailed ? (
        <ProblemMessage>
          <p>{t('preferences.loadFailed')}</p>
          <p>{errorText(toApiError(error))}</p>
          <div>
            <Button variant="secondary" onClick={() => void refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      ) : (
        <SubmittingFieldset isSending={!data || mutation.isBusy}>
          {offers.owner && (
            <div className={styles.intro}>
              <CheckField
                label={t('preferences.ownerEmails')}
                checked={shown.owner_emails ?? false}
                onChange={({ currentTarget }) => choose({ owner_emails: currentTarget.checked })}
              />
              <p>{t('preferences.hint')}</p>
            </div>
          )}
          {offers.morning && (
            <div className={styles.intro}>
              <CheckField
                label={t('preferences.morningMail')}
                checked={shown.morning_mail ?? false}
                onChange={({ currentTarget }) => choose({ morning_mail: currentTarget.checked })}
              />
              <p>{t('preferences.morningHint')}</p>
            </div>
          )}
        </SubmittingFieldset>
      )}
      <MutationStatus mutation={mutation} onTryAgain={() => choose(wanted)} />
    </section>
  );
}
