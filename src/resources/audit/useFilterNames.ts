import type { AuditEntry } from '../../../contract/entities/audit';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import type { Option } from '../../shared/useSelectMenu';
import type { AuditFilterValues } from './useAuditFilters';

/**
 * The filters in words. Who was given by an id alone is called as the entries in sight call them: no name came with it.
 * @param actor who is chosen in the filter bar
 * @param inSight what the entries in sight are narrowed by
 * @param rows the entries in sight
 */
export function useFilterNames(
  actor: Option | null,
  inSight: AuditFilterValues,
  rows: readonly AuditEntry[] | undefined,
): { actor: Option | null; summary: string } {
  const t = useStaffT();
  const { language } = useLanguage();
  const stranger = t('auditTrail.chosenAccount');

  const nameOf = ({ value, label }: Option) =>
    label || rows?.find((row) => row.actor?.id === value)?.actor?.fullname || stranger;
  const recordName = (id: string) => {
    const records = rows?.flatMap((row) => row.records) ?? [];
    return records.find((record) => record.id === id)?.name || stranger;
  };
  const summarise = ({ actor: who, person, account, day }: AuditFilterValues) => {
    const about = account && recordName(account);
    const parts = [
      who && t('referralFilters.one', { label: t('auditTrail.who'), value: nameOf(who) }),
      person && t('referralFilters.one', { label: t('auditTrail.person'), value: person }),
      about && t('referralFilters.one', { label: t('auditTrail.about'), value: about }),
      day &&
        t('referralFilters.one', {
          label: t('auditTrail.day'),
          // At noon, so that no time zone can shift it.
          value: new Date(`${day}T12:00`).toLocaleDateString(`${language}-US`, {
            dateStyle: 'medium',
          }),
        }),
    ];
    return parts.filter(Boolean).join(' · ');
  };

  return { actor: actor && { ...actor, label: nameOf(actor) }, summary: summarise(inSight) };
}
