import { useStaffT } from '../../i18n/useStaffT';

/**
 * For print only: says that the printed data is confidential, and why.
 *
 * @example
 * <Dialog title={t('note.title')} onClose={onClose} actions={<CloseButton />}>
 *   <ConfidentialityNotice />
 *   <NoteText notes={referral.notes} />
 * </Dialog>
 */
export function ConfidentialityNotice({ className = '' }: { className?: string | undefined }) {
  const t = useStaffT();
  return (
    <p className={`${className} paper-only`}>
      <strong>{t('sheet.confidential')}</strong> <span>{t('sheet.redisclosure')}</span>
    </p>
  );
}
