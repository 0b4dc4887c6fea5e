import { useState } from 'react';
import { useLanguage } from '../i18n/I18nProvider';
import { useAccountT } from '../i18n/useAccountT';
import type { Language } from '../i18n/languages';
import { Button } from '../ui/Button';
import { BooleanInput } from '../ui/form/Inputs';
import { Modal, ModalActions } from '../ui/Modal';
import { findProviderText } from '../ui/ProviderText';
import { useServices } from '../app/services';
import type { Settings } from '../app/settings';
import styles from './TermsInput.module.css';

/** The consent to the terms, and a button that shows them. */
export function TermsInput() {
  const t = useAccountT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <div>
      <BooleanInput
        source="agree"
        label={t('register.agree')}
        validate={(agree) => (agree ? undefined : 'register.agreeRequired')}
      />
      <div className={styles.opener}>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('register.terms')}
        </Button>
      </div>
      {open && (
        <Modal title={t('register.termsTitle')} onClose={close}>
          <TermsText />
          <ModalActions>
            <Button onClick={close}>{t('app.close')}</Button>
          </ModalActions>
        </Modal>
      )}
    </div>
  );
}

/** Focusable, so that long terms scroll by keyboard: not every browser makes a scroll area focusable. */
const SCROLLS_BY_KEYBOARD = { tabIndex: 0 } as const;

/** The provider's terms (spec section 2, "Registration page"), in a scroll area. */
function TermsText() {
  const t = useAccountT();
  const { language } = useLanguage();
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

/** Terms for display: their language and their paragraphs, which keep single line breaks. */
interface Terms {
  readonly language: Language;
  readonly paragraphs: readonly string[];
}

/** The provider's terms in a language, else in the other one; undefined if there are none yet. */
export function findTerms(
  language: Language,
  { termsText, termsTextEs }: Pick<Settings, 'termsText' | 'termsTextEs'>,
): Terms | undefined {
  const found = findProviderText(language, termsText, termsTextEs);
  return found && { language: found.language, paragraphs: toParagraphs(found.text) };
}

function toParagraphs(text: string): string[] {
  const parts = text.split(/\r?\n[^\S\n]*\r?\n/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
