import { useState } from 'react';
import type { Asker, Consent, Consents } from '../../../../../contract/entities/consent';
import type { Sentence } from '../../../../../contract/disclosure';
import { SPOKEN_CHANNELS } from '../../../../../contract/staffConstants';
import {
  CloseButton,
  Dialog,
  LoadError,
  MutationStatus,
  useDialogMutation,
} from '../../../../admin';
import type { Elements } from '../../../../app/elements';
import { Loading } from '../../../../app/lazyComponent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { SelectField } from '../../../../ui/Field';
import { CheckField } from '../../../../ui/CheckField';
import { useAnswerText } from '../../../useAnswerText';
import styles from './consents.module.css';
import { PrintCopyButton } from '../PrintButton';
import { Letter } from './Letter';
import { NewCode } from './NewCode';
import { CONSENT_DETAILS, useAskerText } from './consentTexts';
import { useConsents } from '../../reads/useConsents';

/** Who asks, besides those whom a consent names and the one who filed. */
const PERSON = 'person';
const ELSE = 'else';

interface Props {
  readonly referral: ReferralRecord;
  readonly onClose: () => void;
}

/** Shows what may be said to somebody who asks, and nothing else. */
export function AsksDialog({ referral, onClose }: Props) {
  const t = useStaffT();
  // What was read before may not be said any more.
  const { data, error, isFetchedAfterMount, refetch } = useConsents(referral.id, true);
  const problem = error && (
    <LoadError title={t('consents.loadFailed')} error={error} onTryAgain={() => void refetch()} />
  );
  return (
    <Dialog title={t('consents.asksTitle')} width="sm" onClose={onClose} actions={<CloseButton />}>
      {data && isFetchedAfterMount ? (
        <Answers referral={referral} consents={data} problem={problem} />
      ) : (
        (problem ?? <Loading />)
      )}
    </Dialog>
  );
}

interface AnswersProps {
  readonly referral: ReferralRecord;
  readonly consents: Consents;
  /** Shown in place of an answer, as it could not be read again. */
  readonly problem: Elements;
}

function Answers({ referral, consents: { askers, consents }, problem }: AnswersProps) {
  const t = useStaffT();
  const askerText = useAskerText();
  const [who, setWho] = useState('');
  const asker = askers.find((one) => keyOf(one) === who);
  return (
    <div className={styles.form}>
      <SelectField
        label={t('consents.whoAsks')}
        value={who}
        onChange={({ target }) => setWho(target.value)}
      >
        <option value="">{t('consents.choose')}</option>
        {askers.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {askerText(one)}
          </option>
        ))}
        <option value={PERSON}>{t('consents.thePerson')}</option>
        <option value={ELSE}>{t('consents.someoneElse')}</option>
      </SelectField>
      {problem}
      <div aria-live="polite" hidden={Boolean(problem)}>
        <div className={styles.form}>
          {who === PERSON && <ForPerson referral={referral} />}
          {/* Whoever was chosen and is not known any more hears nothing. */}
          {who !== '' && who !== PERSON && !asker && <Nothing />}
          {asker && (
            <ForAsker
              key={`${who} ${asker.sentence}`}
              referral={referral}
              asker={asker}
              consent={consents.find(({ id }) => id === asker.consent)}
            />
          )}
        </div>
      </div>
      {/* A new code stays in sight whatever may be said: it is shown only once. */}
      {asker?.kind === 'guest' && asker.name !== null && <NewCode key={who} id={referral.id} />}
    </div>
  );
}

const keyOf = ({ kind, name, is_filer }: Asker) => JSON.stringify([kind, name, is_filer]);

/** The person themselves may hear their own record, and have a copy, once staff are sure who it is. */
function ForPerson({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const [isSure, setSure] = useState(false);
  return (
    <>
      <CheckField
        label={t('consents.sure')}
        checked={isSure}
        onChange={({ target }) => setSure(target.checked)}
      />
      <p className={styles.hint}>{t('consents.sureHint')}</p>
      {isSure ? (
        <>
          <p className={styles.said}>{t('consents.ownRecord')}</p>
          <p className={styles.hint}>{t('personLogin.copyHint')}</p>
          <div>
            <PrintCopyButton referral={referral} />
          </div>
        </>
      ) : (
        <Nothing />
      )}
    </>
  );
}

function Nothing() {
  const t = useStaffT();
  return (
    <>
      <p className={styles.said}>{t('consents.sayNothing')}</p>
      <p className={styles.hint}>{t('consents.sayNothingMore')}</p>
    </>
  );
}

interface ForAskerProps {
  readonly referral: ReferralRecord;
  readonly asker: Asker;
  readonly consent: Consent | undefined;
}

function ForAsker({ referral, asker, consent }: ForAskerProps) {
  const t = useStaffT();
  const answerText = useAnswerText();
  const { sentence } = asker;
  if (sentence === null) return <Nothing />;
  return (
    <>
      <p>{t('consents.say')}</p>
      <p className={styles.said}>{answerText(sentence, referral.first_name)}</p>
      <p className={styles.hint}>{t('consents.noMore')}</p>
      {consent && <Told consent={consent.id} sentence={sentence as Sentence} />}
      <Letter referral={referral} asker={asker} sentence={sentence as Sentence} consent={consent} />
    </>
  );
}

interface ToldProps {
  readonly consent: string;
  readonly sentence: Sentence;
}

/** Stores that it was said. */
function Told({ consent, sentence }: ToldProps) {
  const t = useStaffT();
  const [channel, setChannel] = useState<(typeof SPOKEN_CHANNELS)[number]>('phone');
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.tellAnswer({ consent, sentence, channel }),
    done: 'consents.toldDone',
    failed: 'consents.toldFailed',
  });
  return (
    <>
      <SelectField
        label={t('consents.howTold')}
        value={channel}
        onChange={({ target }) => setChannel(target.value as typeof channel)}
      >
        {SPOKEN_CHANNELS.map((one) => (
          <option key={one} value={one}>
            {t(`consents.channels.${one}`)}
          </option>
        ))}
      </SelectField>
      <MutationStatus
        mutation={mutation}
        onTryAgain={() => mutation.start()}
        isAdding
        details={CONSENT_DETAILS}
      />
      <div>
        <Button busy={mutation.isBusy || mutation.isDone} onClick={() => mutation.start()}>
          {t('consents.told')}
        </Button>
      </div>
    </>
  );
}
