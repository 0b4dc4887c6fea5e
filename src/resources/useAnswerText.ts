import type { Sentence } from '../../contract/disclosure';
import { useServices } from '../app/services';
import { useStaffT } from '../i18n/useStaffT';

/**
 * Returns a function that writes an answer (contract/disclosure.ts).
 * @param words what is shown for an answer that this build does not know
 */
export function useAnswerText(): (sentence: string, name: string, words?: string) => string {
  const t = useStaffT();
  const { supportPhone: phone } = useServices().settings;
  return (sentence, name, words = sentence) => {
    const key = sentence === 'declined' && !phone ? 'declinedNoPhone' : (sentence as Sentence);
    return t(`answers.${key}`, { name, phone, _: words });
  };
}
