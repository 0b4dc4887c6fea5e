import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CallOutput } from '../../contract/calls';
import { STATEMENT_2 } from '../../contract/statements';
import { useServices } from '../app/services';
import { useFeature, useFeatureStatus } from '../app/useFeature';
import { formatDate } from '../i18n/format';
import { type Translate, useLanguage, useT } from '../i18n/I18nProvider';
import { useAccountT } from '../i18n/useAccountT';
import type { StaffTextKey } from '../i18n/textKeys';
import { Button } from '../ui/Button';
import { AccountForm } from '../ui/form/AccountForm';
import { TextInput } from '../ui/form/Inputs';
import { required } from '../ui/form/validate';
import { ProblemMessage } from '../ui/Message';
import { PhoneLink, WithPhone } from '../ui/PhoneLink';
import styles from './LookUpPage.module.css';
import { readAddressHash, takeAddressHash } from './addressHash';
import { AskNews } from './AskNews';
import { NotFoundPage } from './NotFoundPage';
import { Panel } from './Panel';

type Result = CallOutput<'lookUp'>;

const EMPTY = { reference: '', code: '', birth_year: '' };
type Values = typeof EMPTY;

const TEXTS = {
  failed: 'lookUp.failed',
  fields: {
    reference: 'lookUp.referenceRequired',
    code: 'lookUp.codeRequired',
    birth_year: 'lookUp.yearWrong',
  },
} as const;

/** What a scanned receipt has. */
function readScanned(): Values {
  const [reference = '', code = ''] = readAddressHash().split('.');
  return { ...EMPTY, reference, code };
}

/** /track: what the holder of a receipt may learn. Nothing typed or shown outlasts the page. */
export function LookUpPage() {
  const status = useFeatureStatus('lookUp');
  if (status === 'missing') return <NotFoundPage />;
  return status === 'offered' ? <LookUp /> : null;
}

function LookUp() {
  const t = useAccountT();
  const { api } = useServices();
  const { i18n } = useLanguage();
  const [result, setResult] = useState<Result | null>(null);
  const [typed, setTyped] = useState(EMPTY);
  const hasNews = useFeature('news');
  const [scanned] = useState(readScanned);
  const form = useForm({ shouldFocusError: false, defaultValues: scanned });
  const { reset } = form;

  useEffect(() => {
    const empty = () => {
      reset(EMPTY);
      setTyped(EMPTY);
      setResult(null);
    };
    // Another receipt was scanned while the page was open.
    const take = () => {
      takeAddressHash();
      reset(readScanned());
      setResult(null);
    };
    // A browser may keep the page as it was left, and show it again by 'Back'.
    window.addEventListener('pagehide', empty);
    window.addEventListener('hashchange', take);
    return () => {
      window.removeEventListener('pagehide', empty);
      window.removeEventListener('hashchange', take);
    };
  }, [reset]);

  const send = async (body: Values) => {
    setResult(null);
    // Of the answer. Before it, as it is in the ledger once it is sent.
    await i18n.addTexts('staff');
    setTyped(body);
    setResult(await api.call('lookUp', { body }));
  };

  if (result?.result === 'answer') {
    const another = () => {
      reset(EMPTY);
      setTyped(EMPTY);
      setResult(null);
    };
    return (
      <Panel title={t('lookUp.title')}>
        <Answer result={result} />
        {hasNews && result.consent && <AskNews typed={typed} />}
        <div>
          <Button variant="quiet" onClick={another}>
            {t('lookUp.another')}
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={t('lookUp.title')}>
      <p>{t('lookUp.intro')}</p>
      <Refusal result={result} />
      <AccountForm form={form} onSubmit={send} texts={TEXTS} submitLabel={t('lookUp.submit')}>
        <TextInput
          source="reference"
          autoComplete="off"
          label={t('lookUp.reference')}
          validate={required('lookUp.referenceRequired')}
        />
        <TextInput
          source="code"
          autoComplete="off"
          label={t('lookUp.code')}
          helperText={t('lookUp.codeHint')}
          validate={required('lookUp.codeRequired')}
        />
        <TextInput
          source="birth_year"
          autoComplete="off"
          label={t('lookUp.year')}
          validate={required('lookUp.yearWrong')}
        />
      </AccountForm>
      <NoReceipt />
    </Panel>
  );
}

/** Why there is no answer. A result of a newer server counts as no match. */
function Refusal({ result }: { result: Result | null }) {
  const t = useAccountT();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), [result]);
  if (!result) return null;
  const isTooMany = result.result === 'tooManyTries';
  return (
    <ProblemMessage ref={message}>
      <p>{t(isTooMany ? 'lookUp.tooManyTries' : 'lookUp.noMatch')}</p>
    </ProblemMessage>
  );
}

function NoReceipt() {
  const t = useAccountT();
  const { supportPhone: phone, supportPhoneHref } = useServices().settings;
  if (!phone) return <p>{t('lookUp.noReceiptNoPhone')}</p>;
  return (
    <p>
      <WithPhone text={t('lookUp.noReceipt', { phone })} phone={phone} href={supportPhoneHref} />
    </p>
  );
}

/** What may be said, never with a name. */
function Answer({ result: { sentence, consent } }: { result: Result }) {
  // Not `useStaffT`, which comes with the signed-in app; its texts are loaded with this page.
  const t = useT() as Translate<StaffTextKey>;
  const accountT = useAccountT();
  const { language } = useLanguage();
  const { supportPhone: phone, supportPhoneHref } = useServices().settings;
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.focus(), []);
  const key = sentence === 'declined' && !phone ? 'declinedNoPhone' : (sentence ?? 'callUs');
  const name = t('answers.thePerson');
  const words = t(`answers.${key}` as 'answers.callUs', { name, phone, _: t('answers.callUs') });
  const translated = t('answers.statement');

  return (
    <div ref={answer} tabIndex={-1} role="status" className={styles.answer}>
      <p className={styles.words}>{withCapitals(words)}</p>
      {phone && (
        <p>
          <span>{`${t('filed.call')} `}</span>
          <PhoneLink phone={phone} href={supportPhoneHref} />
        </p>
      )}
      {consent ? (
        <div className={styles.because}>
          <p>
            {accountT('lookUp.because', {
              date: formatDate(consent.signed_on, language),
              level: t(`consents.levels.${consent.level}` as StaffTextKey, { _: consent.level }),
              until: formatDate(consent.last_day, language),
            })}
          </p>
          <p lang="en">{STATEMENT_2}</p>
          {translated !== STATEMENT_2 && <p>{translated}</p>}
          <p>{t('filed.tellNoOne')}</p>
        </div>
      ) : (
        <p>{accountT('lookUp.sameForAll')}</p>
      )}
    </div>
  );
}

/** With 'The person' where that begins a sentence. */
const withCapitals = (words: string) =>
  words.replaceAll(/(^|\. )\p{Ll}/gu, (start) => start.toUpperCase());
