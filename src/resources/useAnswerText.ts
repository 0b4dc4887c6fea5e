import type { Sentence } from '../../contract/disclosure';
import { useServices } from '../app/services';
import type { Translate } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT } from '../i18n/useStaffT';

type WriteAnswer = (sentence: string, name: string, words?: string) => string;

/** Returns a function that writes an answer (contract/disclosure.ts) in the person's language. */
export function useAnswerText(): WriteAnswer {
  return useAnswerTextIn(useStaffT());
}

/**
 * Returns a function that writes an answer in the language of `t`.
 * @param t `words` is what is shown for an answer that this build does not know
 */
export function useAnswerTextIn(t: Translate<StaffTextKey>): WriteAnswer {
  const { supportPhone: phone } = useServices().settings;
  return (sentence, name, words = sentence) => {
    const key = sentence === 'declined' && !phone ? 'declinedNoPhone' : (sentence as Sentence);
    return t(`answers.${key}`, { name, phone, _: words });
  };
}
