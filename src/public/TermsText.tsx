import { useLanguage } from '../i18n/I18nProvider';
import { useServices } from '../shared/services';
import { termsIn } from './terms';
import styles from './TermsText.module.css';

/** Can take the focus, so that what is long scrolls by keyboard: not every browser sees to that itself. */
const SCROLLS_BY_KEYBOARD = { tabIndex: 0 } as const;

/** The terms, as the provider has set them (spec section 2, "Registration page"). What is long scrolls. */
export function TermsText() {
  const { language, t } = useLanguage();
  const terms = termsIn(language, useServices().settings);
  if (!terms) return <p>{t('register.termsText')}</p>;
  return (
    <div
      {...SCROLLS_BY_KEYBOARD}
      role="group"
      aria-label={t('register.termsTitle')}
      className={styles.text}
    >
      {terms.paragraphs.map((paragraph, index) => (
        <p key={index} lang={terms.language}>
          {paragraph}
        </p>
      ))}
    </div>
  );
}
