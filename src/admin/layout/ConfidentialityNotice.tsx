import { STATEMENT_1 } from '../../../contract/statements';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';

interface Props {
  readonly className?: string | undefined;
  /** What the paper is about. */
  readonly text?: StaffTextKey;
}

/**
 * For print only: says that the printed data is confidential, and by what law (42 CFR § 2.32).
 *
 * @example
 * <Dialog title={t('note.title')} onClose={onClose} actions={<CloseButton />}>
 *   <ConfidentialityNotice />
 *   <NoteText notes={referral.notes} />
 * </Dialog>
 */
export function ConfidentialityNotice({ className = '', text = 'sheet.confidential' }: Props) {
  const t = useStaffT();
  return (
    <p className={`${className} paper-only`}>
      <strong>{t(text)}</strong> <span lang="en">{STATEMENT_1}</span>
    </p>
  );
}
