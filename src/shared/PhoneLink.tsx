interface Props {
  readonly phone: string;
  /** A sentence with the number in it; by default the number alone. */
  readonly text?: string;
}

/** A phone number as a `tel:` link. */
export function PhoneLink({ phone, text = phone }: Props) {
  const [before, after] = text.split(phone);
  return (
    <>
      {before}
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
      {after}
    </>
  );
}
