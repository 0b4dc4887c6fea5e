import { useDeferredValue } from 'react';
import { NOTICE_CODES } from '../../contract/constants';
import { useStaffT } from '../i18n/useStaffT';
import { ButtonLink } from '../shared/Button';
import { changePasswordLink } from '../shared/routes';
import { useFeature } from '../admin/useFeature';
import styles from './Notices.module.css';

const NONE: readonly string[] = [];

/**
 * What the person should know about on every screen, as long as it lasts. The region is there before its text, as screen
 * readers only speak of changes.
 */
export function Notices({ codes }: { codes: readonly string[] }) {
  const shown = useDeferredValue(codes, NONE);
  return (
    <div role="status" className={shown.length > 0 ? styles.notices : undefined}>
      {shown.map((code) => (
        <StaffNotice key={code} code={code} />
      ))}
    </div>
  );
}

function StaffNotice({ code }: { code: string }) {
  const t = useStaffT();
  const canChange = useFeature('changePassword');
  const known = NOTICE_CODES.find((name) => name === code);

  return (
    <div className={styles.notice}>
      {/* One that only a newer server knows is shown as it calls it. */}
      <strong>{known ? t(`notices.${known}.title`) : t('notices.unknown', { code })}</strong>
      {known && <p>{t(`notices.${known}.text`)}</p>}
      {known === 'generatedPassword' && canChange && (
        <ButtonLink variant="secondary" to={changePasswordLink}>
          {t('notices.replace')}
        </ButtonLink>
      )}
    </div>
  );
}
