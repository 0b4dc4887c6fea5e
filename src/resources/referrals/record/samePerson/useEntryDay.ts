import { formatDate, readDateTime } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { dayOf } from '../../../../i18n/providerTime';

/** Returns a function that writes the day of an entry, in the provider's time zone; a value that is no time, unchanged. */
export function useEntryDay(): (entryDate: string) => string {
  const { language } = useLanguage();
  return (entryDate) => {
    const entry = readDateTime(entryDate);
    return entry ? formatDate(dayOf(entry), language) : entryDate;
  };
}
