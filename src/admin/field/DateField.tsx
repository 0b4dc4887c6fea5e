import { useRecordContext } from 'react-admin';
import { formatDate, formatDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';

interface Props {
  readonly source: string;
  /** The value is a date-time, shown in the reader's time zone; otherwise a calendar day, which no time zone moves. */
  readonly showTime?: boolean;
}

/**
 * A date of the record in context, in the reader's language: `<DateField source="dob" />`. The only way to show a date, so that
 * dates look alike. A value that is not a date, from another server, is shown unchanged.
 *
 * @example
 * <DataTable.Col label="auditTrail.when" render={() => <DateField source="at" showTime />} />
 */
export function DateField({ source, showTime = false }: Props) {
  const { language } = useLanguage();
  const value: unknown = useRecordContext()?.[source];
  if (typeof value === 'number') return <span>{value}</span>;
  if (typeof value !== 'string' || value === '') return null;
  const text = showTime ? formatDateTime(value, language) : mayBreak(formatDate(value, language));
  return <time dateTime={value}>{text}</time>;
}

/** A day that may break in a narrow cell: before the year, and nowhere else. */
const mayBreak = (day: string) => day.replace(/\u00a0(?=\S+$)/, ' ');
