import { STATEMENT_2 } from '../../contract/statements';
import type { Translate } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';

/**
 * The notice that goes with an answer by consent (42 CFR § 2.32): as the law words it, and in the reader's language.
 *
 * @example
 * <NoRedisclosure t={useStaffT()} />
 */
export function NoRedisclosure({ t }: { t: Translate<StaffTextKey> }) {
  const translated = t('answers.statement');
  return (
    <>
      <p lang="en">{STATEMENT_2}</p>
      {translated !== STATEMENT_2 && <p>{translated}</p>}
      <p>{t('filed.tellNoOne')}</p>
    </>
  );
}
