import { useState } from 'react';
import { type Language, LANGUAGES } from '../i18n/languages';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { Button } from './Button';

/** Buttons for the other languages, each named in that language. The choice is stored in a cookie. */
export function LanguageSwitch() {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const [failed, setFailed] = useState(false);
  const others = Object.keys(LANGUAGES).filter((code) => code !== language);

  const change = async (code: Language) => {
    setFailed(false);
    await setLanguage(code).catch(() => setFailed(true));
  };

  return (
    <>
      {others.map((code) => (
        // A form, so that it works before hydration.
        <form
          key={code}
          onSubmit={(event) => {
            event.preventDefault();
            void change(code);
          }}
        >
          <Button type="submit" name="lang" value={code} variant="quiet" lang={code}>
            {LANGUAGES[code]}
          </Button>
        </form>
      ))}
      <span role="status">{failed && t('header.languageFailed')}</span>
    </>
  );
}
