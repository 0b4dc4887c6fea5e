import { useLanguage } from '../i18n/I18nProvider';
import { useServices } from '../shared/services';
import { findTerms } from './terms';
import styles from './TermsText.module.css';

/** Focusable, so that long terms scroll by keyboard: not every browser makes a scroll area focusable. */
const SCROLLS_BY_KEYBOARD = { tabIndex: 0 } as const;

/** The provider's terms (spec section 2, "Registration page"), in a scroll area. */
export function TermsText() {
  const { language, t } = useLanguage();
  const terms = findTerms(language, useServices().settings);
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
