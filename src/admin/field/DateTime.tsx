import { useLanguage } from '../../i18n/I18nProvider';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes far longer than using it, and a page has many moments. */
function formatFor(language: string): Intl.DateTimeFormat {
  let format = formats.get(language);
  if (!format) {
    // The product's counties are California's: Spanish there has the same clock as English.
    format = new Intl.DateTimeFormat(`${language}-US`, {
      dateStyle: 'medium',
      timeStyle: 'medium',
    });
    formats.set(language, format);
  }
  return format;
}

/** A moment, to the second, in the reader's language and time zone. */
export function DateTime({ value }: { value: string }) {
  const { language } = useLanguage();
  const date = new Date(value);
  const isMoment = !Number.isNaN(date.getTime());
  return <time dateTime={value}>{isMoment ? formatFor(language).format(date) : value}</time>;
}
