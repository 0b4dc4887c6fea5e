import { phoneHref } from '../../contract/phoneHref';

/** A phone number as a `tel:` link, or as plain text if no phone could call it. */
export function PhoneLink({ phone }: { phone: string }) {
  const href = phoneHref(phone);
  return href ? <a href={href}>{phone}</a> : <span>{phone}</span>;
}

/** A text whose phone number is a link: `<WithPhone text={t('rights.noAdvicePhone', { phone })} phone={phone} />`. */
export function WithPhone({ text, phone }: { text: string; phone: string }) {
  const [before, after] = text.split(phone);
  return (
    <>
      <span>{before}</span>
      <PhoneLink phone={phone} />
      <span>{after}</span>
    </>
  );
}
