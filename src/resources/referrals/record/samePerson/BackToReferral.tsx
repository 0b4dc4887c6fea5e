import { useListContext } from 'react-admin';
import { useLeaveDialog, useRelatedOrigin } from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { nameOf } from '../../referralFields';
import styles from './samePerson.module.css';
import { useSamePerson } from './useSamePerson';

interface Props {
  readonly referral: ReferralRecord;
  /** Discards the input before the record is left. */
  readonly onLeave: () => void;
}

/** Leads back to the referral from which this one was opened, by the name of its person; nothing if there is none. */
export function BackToReferral(props: Props) {
  const origin = useRelatedOrigin();
  return origin ? <BackButton {...props} origin={origin} /> : null;
}

function BackButton({
  referral,
  onLeave,
  origin,
}: Props & { origin: NonNullable<ReturnType<typeof useRelatedOrigin>> }) {
  const t = useStaffT();
  const leave = useLeaveDialog();
  const { data: inList = [] } = useListContext<ReferralRecord>();
  const { data: others } = useSamePerson(referral.id);
  const found = [...inList, ...(others?.items ?? [])].find(({ id }) => id === origin.id);
  const goBack = () =>
    leave(() => {
      onLeave();
      origin.goBack();
    });
  return (
    <p className={`${styles.back} screen-only`}>
      <Button variant="quiet" onClick={goBack}>
        <span aria-hidden="true">← </span>
        <span>
          {found ? t('samePerson.back', { name: nameOf(found) }) : t('samePerson.backUnnamed')}
        </span>
      </Button>
    </p>
  );
}
