import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT, useValueText } from '../i18n/useStaffT';
import type { BulkJob } from './bulkJob';

type Values = Record<string, string | number>;

/** A number of referrals: formatted, and for the plural. */
export function useCountValues(): (count: number) => { smart_count: number; count: string } {
  const { language } = useLanguage();
  return (count) => ({ smart_count: count, count: formatNumber(count, language) });
}

/** The texts of a change. */
export function useBulkTexts({ change, isUndo }: BulkJob) {
  const t = useStaffT();
  const valueText = useValueText();
  const counted = useCountValues();
  const { action, status = '', owner, ownerName = '' } = change;
  const name = action === 'owner' && owner === null ? 'nobody' : action;
  const to = action === 'status' ? valueText('referralStatus', status) : ownerName;
  return {
    question: (count: number) => t(`bulk.ask.${name}`, { ...counted(count), to }),
    /** What was done to a number of referrals, as a key with its values. */
    done: (count: number): { key: StaffTextKey; values: Values } =>
      count === 0
        ? { key: 'bulk.nothingDone', values: {} }
        : {
            key: isUndo ? 'bulk.done.undo' : `bulk.done.${name}`,
            values: { ...counted(count), to },
          },
  };
}
