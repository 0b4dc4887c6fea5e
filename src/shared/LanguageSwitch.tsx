import { useState } from 'react';
import { type Language, LANGUAGES } from '../i18n/createI18n';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { Button } from './Button';

/** Offers the other languages, each in its own words. What is chosen is remembered. */
export function LanguageSwitch() {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const [failed, setFailed] = useState(false);
  const others = (Object.keys(LANGUAGES) as Language[]).filter((code) => code !== language);

  const change = async (code: Language) => {
    setFailed(false);
    await setLanguage(code).catch(() => setFailed(true));
  };

  return (
    <>
      {others.map((code) => (
        <Button key={code} look="quiet" lang={code} onClick={() => void change(code)}>
          {LANGUAGES[code]}
        </Button>
      ))}
      <span role="status">{failed && t('header.languageFailed')}</span>
    </>
  );
}
