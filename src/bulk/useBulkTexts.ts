import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT, useValueText } from '../i18n/useStaffT';
import type { BulkJob } from './bulkJob';

type Values = Record<string, string | number>;

/** Returns a function that turns a number into the values of a text: formatted, and for the plural form. */
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
    /** The text for a number of changed referrals, as its key and values. */
    done: (count: number): { key: StaffTextKey; values: Values } =>
      count === 0
        ? { key: 'bulk.nothingDone', values: {} }
        : {
            key: isUndo ? 'bulk.done.undo' : `bulk.done.${name}`,
            values: { ...counted(count), to },
          },
  };
}
