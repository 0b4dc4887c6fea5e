import type { Elements } from '../../../app/elements';
import { RowIcon } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { listInstructions } from './instructions';
import styles from './ReachInstruction.module.css';

/**
 * How to reach the person of a referral safely, as an instruction: for each place with a phone number. Nothing on a server
 * that does not know it.
 */
export function ReachInstruction({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const valueText = useValueText();
  const isOffered = useFeature('reach');
  if (!isOffered) return null;
  const { preferred_language, reach_note } = referral;
  return (
    <ul aria-label={t('reach.title')} className={styles.lines}>
      {listInstructions(referral).map(({ text, icon, forbids }) => (
        <Line key={text} icon={icon} forbids={forbids}>
          <span>{t(text)}</span>
        </Line>
      ))}
      {preferred_language && (
        <Line icon="language">
          <span>
            {t('reach.language', { language: valueText('reach.languages', preferred_language) })}
          </span>
        </Line>
      )}
      {reach_note && (
        <Line icon="note">
          <span>{t('reach.note', { note: reach_note })}</span>
        </Line>
      )}
    </ul>
  );
}

interface LineProps {
  readonly icon: Parameters<typeof RowIcon>[0]['name'];
  readonly forbids?: boolean | undefined;
  readonly children: Elements;
}

function Line({ icon, forbids, children }: LineProps) {
  return (
    <li className={forbids ? styles.forbidden : styles.line}>
      <RowIcon name={icon} />
      {children}
    </li>
  );
}
