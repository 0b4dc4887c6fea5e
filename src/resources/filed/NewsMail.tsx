import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { MutationStatus, SubmittingFieldset, useDialogMutation } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useStaffT } from '../../i18n/useStaffT';
import { CheckField } from '../../ui/form/Inputs';
import styles from './FiledList.module.css';

const KEY = [RESOURCES.filed, 'getReader'];

/** Whether the person gets an email when there is news; nothing on a server that sends none. A choice applies at once. */
export function NewsMail() {
  const t = useStaffT();
  const queries = useQueryClient();
  const provider = useDataProvider<StaffDataProvider>();
  const { data: reader } = useQuery({
    queryKey: KEY,
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getReader({ signal }))?.data ?? null,
  });
  const [wanted, setWanted] = useState(false);
  const mutation = useDialogMutation<boolean>({
    send: async (sender, isOn) => {
      await sender.setNewsMail(isOn);
      queries.setQueryData(KEY, (before: object | undefined) => ({ ...before, news_mail: isOn }));
    },
    done: 'preferences.done',
    failed: 'preferences.failed',
    isRepeatable: true,
  });
  if (reader?.news_mail === undefined) return null;
  const choose = (isOn: boolean) => {
    setWanted(isOn);
    mutation.start(isOn);
  };
  return (
    <div className={`${styles.news} screen-only`}>
      <SubmittingFieldset isSending={mutation.isBusy}>
        <div>
          <CheckField
            label={t('filed.newsMail')}
            checked={mutation.isBusy ? wanted : reader.news_mail}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
          <p>{t('filed.newsMailHint')}</p>
        </div>
      </SubmittingFieldset>
      <MutationStatus mutation={mutation} onTryAgain={() => choose(wanted)} />
    </div>
  );
}
