import type { NoScriptLookUp } from '../../contract/page';
import { routes } from '../app/routes';
import { useAccountT } from '../i18n/useAccountT';
import { Button, ButtonLink } from '../ui/Button';
import { TextField } from '../ui/Field';
import { ProblemMessage } from '../ui/Message';
import { Answer, NoReceipt, Refusal } from './LookUpResult';
import { Panel } from './Panel';
import styles from './LookUpPage.module.css';

/** The fields, and what is said of one that the server refuses. */
const REFUSALS = {
  reference: 'lookUp.referenceRequired',
  code: 'lookUp.codeRequired',
  birth_year: 'lookUp.yearWrong',
} as const;

/** /track without scripts: a form that the server answers with the same page. */
export function NoScriptLookUpPage({ lookUp }: { lookUp: NoScriptLookUp | undefined }) {
  const t = useAccountT();
  const { typed, result = null, refused = [], hasFailed = false } = lookUp ?? {};
  const fieldOf = (name: keyof typeof REFUSALS) => ({
    name,
    defaultValue: typed?.[name],
    error: refused.includes(name) ? t(REFUSALS[name]) : undefined,
    autoComplete: 'off',
    required: true,
  });

  if (result?.result === 'answer') {
    return (
      <Panel title={t('lookUp.title')} hasNeutralTitle>
        <Answer result={result} />
        <div>
          <ButtonLink variant="quiet" to={routes.track.path}>
            {t('lookUp.another')}
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={t('lookUp.title')} hasNeutralTitle>
      <p>{t('lookUp.intro')}</p>
      <Refusal result={result} />
      {hasFailed && (
        <ProblemMessage>
          <p>{t('lookUp.failed')}</p>
        </ProblemMessage>
      )}
      <form method="post" action={routes.track.path} className={styles.form}>
        <TextField label={t('lookUp.reference')} {...fieldOf('reference')} />
        <TextField label={t('lookUp.code')} hint={t('lookUp.codeHint')} {...fieldOf('code')} />
        <TextField label={t('lookUp.year')} {...fieldOf('birth_year')} />
        <Button type="submit">{t('lookUp.submit')}</Button>
      </form>
      <NoReceipt />
    </Panel>
  );
}
