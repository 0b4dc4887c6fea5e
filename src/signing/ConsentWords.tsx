import type { ReactNode } from 'react';
import type { Sentence } from '../../contract/disclosure';
import type { Consent } from '../../contract/entities/consent';
import type { Elements } from '../app/elements';
import { useServices } from '../app/services';
import { useAnswerTextIn } from '../app/useAnswerTextIn';
import type { LanguageTexts } from '../i18n/useAllTexts';

/** What a consent says, and about whom. */
export interface SignedConsent extends Pick<Consent, 'purpose' | 'may_revoke_from'> {
  readonly recipient: Pick<Consent['recipient'], 'kind' | 'name'>;
  /** Each that its level can say. */
  readonly sentences: readonly Sentence[];
  readonly firstName: string;
  readonly fullName: string;
}

interface Props {
  readonly form: SignedConsent;
  readonly texts: LanguageTexts;
  /** Until when. */
  readonly until: Elements;
}

/** The elements of a consent (42 CFR § 2.31), in one language. */
export function ConsentWords({ form, texts: { t }, until }: Props) {
  const { brandName } = useServices().settings;
  const { recipient, sentences, purpose, firstName, fullName } = form;
  const answerText = useAnswerTextIn(t);
  const words = sentences.map((sentence) => answerText(sentence, firstName));
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('consents.form.yourName'), <bdi key="name">{fullName}</bdi>],
    [t('consents.form.whoTells'), t('consents.form.discloser', { brand: brandName })],
    [t('consents.form.whom'), <bdi key="whom">{recipient.name}</bdi>],
    [t('consents.form.what'), words.map((one) => <p key={one}>{`“${one}”`}</p>)],
    ...(recipient.kind === 'guest'
      ? [[t('consents.form.how'), t('consents.form.byReceipt', { name: recipient.name })] as const]
      : []),
    [t('consents.form.whatNot'), t('consents.form.nothingElse')],
    [t('consents.form.whatFor'), <bdi key="purpose">{purpose}</bdi>],
  ];
  return (
    <dl>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('consents.form.until')}</dt>
        <dd>{until}</dd>
      </div>
    </dl>
  );
}

/** What the person may do later, that nothing depends on it, and the law. */
export function ConsentRights({ form, texts: { t } }: Omit<Props, 'until'>) {
  const { supportPhone: phone } = useServices().settings;
  const { may_revoke_from: when } = form;
  const { name } = form.recipient;
  const stop = phone ? 'stopCall' : 'stop';
  return (
    <>
      <p>
        {when
          ? t('consents.form.stopFrom', { when, name })
          : t(`consents.form.${stop}`, { name, phone })}
      </p>
      <p>
        <strong>{t('consents.form.services')}</strong>
      </p>
      <p>{t('consents.form.law', { name })}</p>
    </>
  );
}

/** The question, and who asks it. */
export function ConsentQuestion({ form: { recipient }, texts: { t } }: Omit<Props, 'until'>) {
  const { name } = recipient;
  return (
    <>
      <h1 tabIndex={-1}>{t('consents.form.title', { name })}</h1>
      <p>
        {recipient.kind === 'account'
          ? t('consents.form.asked', { name })
          : t('consents.form.decide')}
      </p>
    </>
  );
}
