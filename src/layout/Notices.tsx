import { useDeferredValue } from 'react';
import { NOTICE_CODES } from '../../contract/constants';
import { useStaffT } from '../i18n/useStaffT';
import { ButtonLink } from '../shared/Button';
import { changePasswordLink } from '../shared/routes';
import { useFeature } from '../admin';
import styles from './Notices.module.css';

const NONE: readonly string[] = [];

/** The notices for the person, on every page. The status region mounts without text, as screen readers announce only changes. */
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
      {/* A code that this build does not know is shown as it is. */}
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
