import type { ComponentProps } from 'react';
import type { RowIcon } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';

/** How the person wants to be reached, as far as it is known. */
type Reach = Pick<
  ReferralRecord,
  'preferred_language' | 'may_voicemail' | 'may_text' | 'reach_note'
>;

interface Instruction {
  readonly text: StaffTextKey;
  readonly icon: ComponentProps<typeof RowIcon>['name'];
  readonly forbids?: boolean;
}

/**
 * Lists what a caller may say to whoever answers, and leave and send, by what was answered. The name of the provider, which may
 * itself be a health term, is never part of it.
 */
export function listInstructions({ may_voicemail, may_text, ...rest }: Reach): Instruction[] {
  const answers = [may_voicemail, may_text, rest.preferred_language, rest.reach_note || null];
  if (answers.every((answer) => answer == null)) return [{ text: 'reach.notAsked', icon: 'info' }];
  return [{ text: 'reach.say', icon: 'info' }, voicemail(may_voicemail), ...texts(may_text)];
}

function voicemail(isAllowed: boolean | null | undefined): Instruction {
  if (isAllowed == null) return { text: 'reach.voicemailNotAsked', icon: 'info' };
  return isAllowed
    ? { text: 'reach.mayVoicemail', icon: 'voicemail' }
    : { text: 'reach.noVoicemail', icon: 'noVoicemail', forbids: true };
}

function texts(areAllowed: boolean | null | undefined): Instruction[] {
  if (areAllowed == null) return [];
  return areAllowed
    ? [{ text: 'reach.mayText', icon: 'text' }]
    : [{ text: 'reach.noText', icon: 'noText', forbids: true }];
}

/** Lists what a caller must not do, as short texts for a row of a list. */
export function listWarnings({ may_voicemail, may_text }: Reach): StaffTextKey[] {
  const noVoicemail = may_voicemail === false;
  const noText = may_text === false;
  return [
    ...(noVoicemail && noText ? (['reach.rowNoMessages'] as const) : []),
    ...(noVoicemail && !noText ? (['reach.rowNoVoicemail'] as const) : []),
    ...(noText && !noVoicemail ? (['reach.rowNoText'] as const) : []),
  ];
}
