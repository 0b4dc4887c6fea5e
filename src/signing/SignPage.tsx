import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Navigate } from 'react-router';
import type { Drawing } from '../../contract/entities/consent';
import { CONSENT_LENGTHS } from '../../contract/staffConstants';
import { toApiError } from '../api/ApiError';
import type { Elements } from '../app/elements';
import { routes } from '../app/routes';
import { useServices } from '../app/services';
import { usePageTitle } from '../frame/PageHeading';
import { formatDate } from '../i18n/format';
import { LANGUAGES } from '../i18n/languages';
import { today as getToday } from '../i18n/providerTime';
import type { LanguageTexts } from '../i18n/useAllTexts';
import { Button, PageButton } from '../ui/Button';
import { TextField } from '../ui/Field';
import { CheckField } from '../ui/CheckField';
import { ProblemMessage } from '../ui/Message';
import { ConsentQuestion, ConsentRights, ConsentWords } from './ConsentWords';
import { getHandedOver, type HandedOver, setHandedOver } from './handedOver';
import { DrawnSignature, SignatureField } from './SignatureField';
import styles from './SignPage.module.css';

/**
 * /sign: the person at this device reads one consent, and signs it or says no. There is no session, and no way into the app. Back, a
 * reload and another tab lead to the login.
 */
export function SignPage() {
  usePageTitle();
  const [handed] = useState(getHandedOver);
  useEffect(() => () => setHandedOver(null), []);
  return handed ? <Signing handed={handed} /> : <Navigate to={routes.login.path} replace />;
}

type Outcome = 'yes' | 'no' | 'over';

interface Input {
  readonly name: string;
  readonly drawing: Drawing;
  /** YYYY-MM-DD, or empty. */
  readonly lastDay: string;
  /** Whether the guest hears it by phone alone. */
  readonly isByPhone: boolean;
}

/** Milliseconds between looks at the clock, which goes on while a device sleeps. */
const CLOCK_INTERVAL = 5_000;

function Signing({ handed }: { handed: HandedOver }) {
  const { until, texts: all } = handed;
  const [language, setLanguage] = useState(handed.language);
  const texts = all.find((one) => one.language === language);
  const [input, setInput] = useState<Input>({
    name: '',
    drawing: [],
    lastDay: '',
    isByPhone: false,
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setOver(Date.now() >= until), CLOCK_INTERVAL);
    return () => clearInterval(timer);
  }, [until]);

  if (!texts) return null;
  // What was signed does not stay on the screen.
  if (isOver && outcome !== null) return <Navigate to={routes.login.path} replace />;
  const props = { handed, texts, input };
  return (
    <div lang={language} translate="no" className={styles.page}>
      <Head>
        {all
          .filter((one) => one.language !== language)
          .map((one) => (
            <Button
              key={one.language}
              variant="quiet"
              lang={one.language}
              onClick={() => setLanguage(one.language)}
            >
              {LANGUAGES[one.language]}
            </Button>
          ))}
      </Head>
      <main className={styles.main}>
        {outcome || isOver ? (
          <End outcome={outcome ?? 'over'} {...props} />
        ) : (
          <Form {...props} onInput={setInput} onOutcome={setOutcome} />
        )}
      </main>
    </div>
  );
}

function Head({ children }: { children: Elements }) {
  const { logoUrl, brandName } = useServices().settings;
  return (
    <header className={styles.head}>
      <img src={logoUrl} alt="" height="36" />
      <bdi className={styles.brand}>{brandName}</bdi>
      {children}
    </header>
  );
}

interface Props {
  readonly handed: HandedOver;
  readonly texts: LanguageTexts;
  readonly input: Input;
}

type Problem = 'nameNeeded' | 'badDay' | 'notSaved';

function Form({
  handed: { token, form, signer },
  texts,
  input,
  onInput,
  onOutcome,
}: Props & {
  readonly onInput: (input: Input) => void;
  readonly onOutcome: (outcome: Outcome) => void;
}) {
  const { t, language } = texts;
  const { api } = useServices();
  const [sending, setSending] = useState<'yes' | 'no' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const page = useRef<HTMLFormElement>(null);
  const today = getToday();
  const { name, drawing, lastDay, isByPhone } = input;
  const isGuest = form.recipient.kind === 'guest';

  useLayoutEffect(() => page.current?.querySelector<HTMLElement>('h1')?.focus(), []);

  const send = async (answer: 'yes' | 'no') => {
    if (sending) return;
    setSending(answer);
    setProblem(null);
    const signed = {
      name,
      last_day: lastDay || null,
      ...(drawing.length > 0 && { drawing }),
      ...(isGuest && { by_phone_only: isByPhone }),
    };
    try {
      const body = answer === 'yes' ? { token, answer, ...signed } : { token, answer };
      await api.call('answerConsent', { body });
      onOutcome(answer);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.status === 400) return onOutcome('over');
      const isDay = error.locations.some((location) => location.includes('last_day'));
      setProblem(isDay ? 'badDay' : 'notSaved');
      setSending(null);
    }
  };
  const sign = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void send('yes');
    else {
      setProblem('nameNeeded');
      page.current?.querySelector<HTMLElement>('[autocomplete]')?.focus();
    }
  };
  const textOf = (one: Problem) => (problem === one ? t(`consents.onScreen.${one}`) : undefined);
  const notSaved = textOf('notSaved');
  const nameError = textOf('nameNeeded');
  const dayError = textOf('badDay');
  return (
    <form ref={page} noValidate className={styles.form} onSubmit={sign}>
      <ConsentQuestion form={form} texts={texts} />
      <ConsentWords
        form={form}
        texts={texts}
        until={
          <>
            <p>{t('consents.form.untilUsual')}</p>
            <TextField
              type="date"
              label={t('consents.onScreen.lastDay')}
              min={today}
              value={lastDay}
              aria-required={false}
              onChange={({ target }) => onInput({ ...input, lastDay: target.value })}
              {...(dayError && { error: dayError })}
            />
          </>
        }
      />
      {isGuest && (
        <CheckField
          label={t('consents.form.byPhone')}
          checked={isByPhone}
          onChange={({ target }) => onInput({ ...input, isByPhone: target.checked })}
        />
      )}
      <ConsentRights form={form} texts={texts} />
      {signer === 'guardian' && (
        <p>
          <strong>{t('consents.onScreen.forChild', { name: form.fullName })}</strong>
        </p>
      )}
      <TextField
        label={t(`consents.onScreen.name.${signer}`)}
        autoComplete="off"
        maxLength={CONSENT_LENGTHS.name}
        value={name}
        onChange={({ target }) => onInput({ ...input, name: target.value })}
        {...(nameError && { error: nameError })}
      />
      <SignatureField
        label={t('consents.onScreen.draw')}
        clear={t('consents.onScreen.clear')}
        value={drawing}
        onChange={(next) => onInput({ ...input, drawing: next })}
      />
      <p>{t('consents.onScreen.today', { date: formatDate(today, language) })}</p>
      {notSaved && <ProblemMessage>{notSaved}</ProblemMessage>}
      {/* Alike, as neither is the better answer. */}
      <div className={styles.answers}>
        <Button variant="secondary" busy={sending === 'no'} onClick={() => void send('no')}>
          {t('consents.onScreen.no')}
        </Button>
        <Button variant="secondary" type="submit" busy={sending === 'yes'}>
          {t('consents.onScreen.yes')}
        </Button>
      </div>
    </form>
  );
}

const TITLES = { yes: 'thanks', no: 'thanks', over: 'over' } as const;
const TEXTS = { yes: 'doneYes', no: 'doneNo', over: 'overText' } as const;

/** What came of it. A copy of what was signed can be printed. */
function End({ outcome, ...props }: Props & { readonly outcome: Outcome }) {
  const {
    handed: { form },
    texts: { t },
  } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.end}>
      <h1 ref={title} tabIndex={-1}>
        {t(`consents.onScreen.${TITLES[outcome]}`)}
      </h1>
      <p>{t(`consents.onScreen.${TEXTS[outcome]}`, { name: form.recipient.name })}</p>
      {outcome === 'yes' && (
        <>
          <div>
            <Button variant="secondary" onClick={() => window.print()}>
              {t('consents.onScreen.copy')}
            </Button>
          </div>
          {createPortal(<Copy {...props} />, document.body)}
        </>
      )}
      {outcome !== 'over' && (
        <p className={styles.back}>
          <strong>{t('consents.onScreen.giveBack')}</strong>
        </p>
      )}
      <div>
        <PageButton variant="quiet" to={routes.login.path}>
          {t('consents.onScreen.logIn')}
        </PageButton>
      </div>
    </div>
  );
}

/** What was signed, on paper. */
function Copy({ handed: { form }, texts, input }: Props) {
  const { language, t } = texts;
  const date = formatDate(getToday(), language);
  return (
    <article lang={language} translate="no" className={`${styles.copy} paper-only`}>
      <ConsentQuestion form={form} texts={texts} />
      <ConsentWords
        form={form}
        texts={texts}
        until={
          <span>
            {input.lastDay ? formatDate(input.lastDay, language) : t('consents.form.untilUsual')}
          </span>
        }
      />
      {input.isByPhone && <p>{t('consents.form.byPhone')}</p>}
      <ConsentRights form={form} texts={texts} />
      <p>{t('consents.onScreen.signedBy', { date, name: input.name })}</p>
      {input.drawing.length > 0 && (
        <DrawnSignature label={t('consents.onScreen.drawing')} drawing={input.drawing} />
      )}
    </article>
  );
}
