import { Confirm, useDialogMutation } from '../../../../admin';
import type { OtherReferralRecord } from '../../../../dataProvider/people';
import { useSiteName } from '../../../../i18n/useSiteName';
import { useStaffT } from '../../../../i18n/useStaffT';
import { nameOf } from '../../referralFields';
import { GONE } from '../../refusals';
import { useEntryDay } from './useEntryDay';

interface Props {
  /** The id of the open referral. */
  readonly id: string;
  readonly other: OtherReferralRecord;
  readonly onClose: () => void;
}

/** Asks before two referrals are marked as of different people, which lasts. */
export function NotSamePersonDialog({ id, other, onClose }: Props) {
  const t = useStaffT();
  const entryDay = useEntryDay();
  const siteName = useSiteName();
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.markNotSamePerson(id, other.id),
    done: 'samePerson.done',
    failed: 'samePerson.failed',
    onDone: onClose,
  });
  return (
    <Confirm
      title="samePerson.question"
      confirm="samePerson.notSame"
      cancel="samePerson.keep"
      mutation={mutation}
      onConfirm={() => mutation.start()}
      onClose={onClose}
      details={GONE}
    >
      <p>
        <strong>
          {t('samePerson.other', {
            name: nameOf(other),
            date: entryDay(other.entry_date),
            site: siteName(other.site.label),
          })}
        </strong>
      </p>
      <p>{t('samePerson.notSameHint')}</p>
    </Confirm>
  );
}
