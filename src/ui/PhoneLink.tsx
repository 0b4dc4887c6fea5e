interface Props {
  phone: string;
  /** Its `tel:` address; empty or undefined if no phone could call it. */
  href: string | undefined;
}

/** A phone number as a link, or as plain text. */
export function PhoneLink({ phone, href }: Props) {
  return href ? <a href={href}>{phone}</a> : <span>{phone}</span>;
}

/**
 * A text whose phone number is a link: `<WithPhone text={t('rights.noAdvicePhone', { phone })} phone={phone} href={href} />`.
 */
export function WithPhone({ text, phone, href }: Props & { text: string }) {
  const [before, after] = text.split(phone);
  return (
    <>
      <span>{before}</span>
      <PhoneLink phone={phone} href={href} />
      <span>{after}</span>
    </>
  );
}
