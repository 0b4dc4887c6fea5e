import { useState } from 'react';
import type { Language } from '../../../../contract/languages';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { createI18n } from '../../../i18n/createI18n';
import { type Translate, useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';

interface PosterTexts {
  readonly language: Language;
  readonly t: Translate<StaffTextKey>;
}

/** The texts of a poster, whose language is independent of the page's. */
export function usePosterTexts() {
  const t = useStaffT();
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<PosterTexts | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const choose = async (wanted: Language) => {
    setFailed(false);
    try {
      setChosen({ language: wanted, t: await loadTexts(wanted) });
    } catch {
      setFailed(true);
    }
  };

  return { texts: chosen ?? { language, t }, hasFailed, choose };
}

async function loadTexts(language: Language): Promise<PosterTexts['t']> {
  const i18n = await createI18n(language);
  await i18n.addStaffTexts();
  return (key, values) => i18n.translate(key, values);
}
