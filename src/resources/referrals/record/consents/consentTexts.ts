/** Consents in words. */
import { formatDate, readDateTime } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { dayOf } from '../../../../i18n/providerTime';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { SENTENCES, SENTENCES_OF_LEVEL } from '../../../../../contract/disclosure';
import type { Asker, Consent } from '../../../../../contract/entities/consent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import type { SignedConsent } from '../../../../signing/ConsentWords';
import { nameOf } from '../../referralFields';

/** `detail` of a refusal → its text. */
export const CONSENT_DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'referrals.gone',
  'This consent has ended. It cannot come back: ask for a new one.': 'consents.alreadyEnded',
  'This consent is signed already. A change is a new consent.': 'consents.alreadySigned',
  'What may be said has changed in the meantime. Nothing was stored.': 'consents.changed',
};

/** Returns a function that writes a day, YYYY-MM-DD, or the day of a date-time in the provider's time zone. */
export function useConsentDay(): (value: string) => string {
  const { language } = useLanguage();
  return (value) => {
    if (value.length === 'YYYY-MM-DD'.length) return formatDate(value, language);
    const date = readDateTime(value);
    return date ? formatDate(dayOf(date), language) : value;
  };
}

/** Returns a function that names who asks: by their name, and what they are. */
export function useAskerText(): (asker: Asker) => string {
  const t = useStaffT();
  const valueText = useValueText();
  return ({ kind, name, is_filer }) => {
    if (name === null) return t('consents.guestFiler');
    return is_filer
      ? t('consents.filer', { name })
      : `${name} (${valueText('consents.kinds', kind)})`;
  };
}

/** What the person signs: with each sentence that the level can say, from the function's own table. */
export function toSignedConsent(
  referral: ReferralRecord,
  { recipient, level, purpose, may_revoke_from }: Consent,
): SignedConsent {
  const isKnown = (one: string): one is keyof typeof SENTENCES_OF_LEVEL =>
    Object.hasOwn(SENTENCES_OF_LEVEL, one);
  const ofLevel = isKnown(level) ? SENTENCES_OF_LEVEL[level] : [];
  return {
    recipient,
    sentences: SENTENCES.filter((sentence) => ofLevel.includes(sentence)),
    purpose,
    may_revoke_from,
    firstName: referral.first_name,
    fullName: nameOf(referral),
  };
}
