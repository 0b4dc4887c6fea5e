import { useAnswerTextIn, type WriteAnswer } from '../app/useAnswerTextIn';
import { useStaffT } from '../i18n/useStaffT';

/** Returns a function that writes an answer (contract/disclosure.ts) in the person's language. */
export function useAnswerText(): WriteAnswer {
  return useAnswerTextIn(useStaffT());
}
