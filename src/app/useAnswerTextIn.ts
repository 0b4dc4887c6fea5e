import type { Sentence } from '../../contract/disclosure';
import type { Translate } from '../i18n/I18nProvider';
import type { StaffTextKey } from '../i18n/textKeys';
import { useServices } from './services';

export type WriteAnswer = (sentence: string, name: string, words?: string) => string;

/**
 * Returns a function that writes an answer (contract/disclosure.ts) in the language of `t`. Its parameter `words` is shown for an
 * answer that this build does not know.
 */
export function useAnswerTextIn(t: Translate<StaffTextKey>): WriteAnswer {
  const { supportPhone: phone } = useServices().settings;
  return (sentence, name, words = sentence) => {
    const key = sentence === 'declined' && !phone ? 'declinedNoPhone' : (sentence as Sentence);
    return t(`answers.${key}`, { name, phone, _: words });
  };
}
