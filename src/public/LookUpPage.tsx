import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CallOutput } from '../../contract/calls';
import { useServices } from '../app/services';
import { useFeature, useFeatureStatus } from '../app/useFeature';
import { useLanguage } from '../i18n/I18nProvider';
import { useAccountT } from '../i18n/useAccountT';
import { Button } from '../ui/Button';
import { AccountForm } from '../ui/form/AccountForm';
import { TextInput } from '../ui/form/Inputs';
import { required } from '../ui/form/validate';
import { takeUrlFragment, stashUrlFragment } from './urlFragment';
import { AskNews } from './AskNews';
import { Answer, NoReceipt, Refusal } from './LookUpResult';
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
  const [reference = '', code = ''] = takeUrlFragment().split('.');
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
  const hasNews = useFeature('news');
  const [scanned] = useState(readScanned);
  const form = useForm({ shouldFocusError: false, defaultValues: scanned });
  const { reset, setFocus } = form;
  const [isAnother, setAnother] = useState(false);

  useEffect(() => {
    const restart = (values: Values) => {
      reset(values);
      setResult(null);
    };
    const empty = () => restart(EMPTY);
    // Another receipt was scanned while the page was open.
    const take = () => {
      stashUrlFragment();
      restart(readScanned());
    };
    // A browser may keep the page as it was left, and show it again by 'Back'.
    window.addEventListener('pagehide', empty);
    window.addEventListener('hashchange', take);
    return () => {
      window.removeEventListener('pagehide', empty);
      window.removeEventListener('hashchange', take);
    };
  }, [reset]);

  // The button, which had the focus, is gone.
  useEffect(() => {
    if (isAnother && !result) setFocus('reference');
  }, [isAnother, result, setFocus]);

  const send = async (body: Values) => {
    setAnother(false);
    setResult(null);
    // The texts of the answer. Loaded before the call, which enters the answer in the ledger.
    await i18n.addTexts('staff');
    setResult(await api.call('lookUp', { body }));
  };

  if (result?.result === 'answer') {
    const another = () => {
      reset(EMPTY);
      setResult(null);
      setAnother(true);
    };
    return (
      <Panel title={t('lookUp.title')} hasNeutralTitle>
        <Answer result={result} />
        {hasNews && result.consent && <AskNews typed={form.getValues()} />}
        <div>
          <Button variant="quiet" onClick={another}>
            {t('lookUp.another')}
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={t('lookUp.title')} hasNeutralTitle>
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
