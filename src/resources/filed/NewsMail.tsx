import { useState } from 'react';
import { MutationStatus, SubmittingFieldset, useDialogMutation } from '../../admin';
import { useStaffT } from '../../i18n/useStaffT';
import { CheckField } from '../../ui/CheckField';
import styles from './FiledList.module.css';
import { useReader, useUpdateReader } from './useReader';

/** Whether the person gets an email when there is news; nothing on a server that sends none. A choice applies at once. */
export function NewsMail() {
  const t = useStaffT();
  const { data: reader } = useReader();
  const updateReader = useUpdateReader();
  const [wanted, setWanted] = useState(false);
  const mutation = useDialogMutation<boolean>({
    send: async (sender, isOn) => {
      await sender.setNewsMail(isOn);
      updateReader({ news_mail: isOn });
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
