import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import { toApiError } from '../api/ApiError';
import { MutationStatus, SectionHeading, SubmittingFieldset, useDialogMutation } from '../admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { CheckField } from '../ui/form/Inputs';
import { ProblemMessage } from '../ui/Message';
import { RESOURCES } from '../app/routes';
import { useErrorText } from '../ui/useErrorText';
import { useFeature } from '../app/useFeature';
import styles from './ProfilePage.module.css';

const KEY = [RESOURCES.profile, 'getPreferences'];

/** Which emails the signed-in person gets; renders nothing for people who get none, and on a server without owners. */
export function Preferences() {
  const isOffered = useFeature('owners');
  const { canAccess } = useCanAccess({ resource: RESOURCES.accounts, action: 'preferences' });
  return isOffered && canAccess ? <OwnerEmails /> : null;
}

/** The choice applies at once; a failure restores what is stored. */
function OwnerEmails() {
  const t = useStaffT();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const provider = useDataProvider<StaffDataProvider>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await provider.getPreferences({ signal }))?.data ?? null,
  });
  const mutation = useDialogMutation<boolean>({
    send: async (sender, isOn) => {
      const preferences = { owner_emails: isOn };
      await sender.setPreferences(preferences);
      queries.setQueryData(KEY, preferences);
    },
    done: 'preferences.done',
    failed: 'preferences.failed',
    isRepeatable: true,
  });
  const [wanted, setWanted] = useState(false);
  const choose = (isOn: boolean) => {
    setWanted(isOn);
    mutation.start(isOn);
  };
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
        <div className={styles.intro}>
          <SubmittingFieldset isSending={!data || mutation.isBusy}>
            <CheckField
              label={t('preferences.ownerEmails')}
              checked={mutation.isBusy ? wanted : (data?.owner_emails ?? false)}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
          </SubmittingFieldset>
          <p>{t('preferences.hint')}</p>
        </div>
      )}
      <MutationStatus mutation={mutation} onTryAgain={() => choose(wanted)} />
    </section>
  );
}
