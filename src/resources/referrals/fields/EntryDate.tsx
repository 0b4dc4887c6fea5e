import { useLanguage } from '../../../i18n/I18nProvider';
import { formatEntryDate } from './formatEntryDate';

/** When the referral arrived, in the reader's language and time zone. */
export function EntryDate({ value }: { value: string }) {
  const { language } = useLanguage();
  return <time dateTime={value}>{formatEntryDate(value, language)}</time>;
}
