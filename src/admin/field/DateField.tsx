import { useRecordContext } from 'react-admin';
import { formatDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';

interface Props {
  readonly source: string;
  readonly showSeconds?: boolean;
}

/** A date and time of the record in context, in the reader's language and time zone. */
export function DateField({ source, showSeconds = false }: Props) {
  const { language } = useLanguage();
  const value: unknown = useRecordContext()?.[source];
  if (typeof value !== 'string') return null;
  return <time dateTime={value}>{formatDateTime(value, language, { seconds: showSeconds })}</time>;
}
