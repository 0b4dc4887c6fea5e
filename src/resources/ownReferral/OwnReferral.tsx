/** The own referral of a person, on their profile (docs/decisions/0082-own-referral.md). */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDataProvider } from 'react-admin';
import type { OwnReferral as Own } from '../../../contract/entities/ownReferral';
import { LoadError, MutationStatus, SectionHeading, useDialogMutation } from '../../admin';
import type { Elements } from '../../app/elements';
import { Loading } from '../../app/lazyComponent';
import { useServices } from '../../app/services';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { formatDate, formatNumber, readDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { dayOf } from '../../i18n/providerTime';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { PhoneLink, WithPhone } from '../../ui/PhoneLink';
import { useAnswerText } from '../useAnswerText';
import styles from './OwnReferral.module.css';

interface Props {
  /** The class of a card of the page. */
  readonly className: string | undefined;
}

/** Nothing for who has no referral to read, as where staff have not said whose login it is. */
export function OwnReferral({ className }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const provider = useDataProvider<StaffDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['ownReferral'],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getOwnReferral({ signal }))?.data ?? null,
  });
  if (data === null) return null;
  return (
    <section aria-labelledby={titleId} className={className}>
      <div id={titleId}>
        <SectionHeading>{t('ownReferral.title')}</SectionHeading>
      </div>
      {data ? (
        <Parts own={data} />
      ) : error ? (
        <LoadError
          title={t('ownReferral.loadFailed')}
          error={error}
          onTryAgain={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function Parts({ own }: { own: Own }) {
  const t = useStaffT();
  return (
    <>
      <Status own={own} />
      <Filed own={own} />
      <Part title={t('ownReferral.reach')}>
        <Reach own={own} />
      </Part>
      {own.attempts.length > 0 && (
        <Part title={t('ownReferral.attempts')}>
          <Attempts own={own} />
        </Part>
      )}
      <Part title={t('consents.title')}>
        <Consents own={own} />
      </Part>
      {own.told.length > 0 && (
        <Part title={t('ownReferral.told')}>
          <Told own={own} />
        </Part>
      )}
      <Part title={t('ownReferral.copy')}>
        <Copy own={own} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}

/** Returns a function that writes a day, YYYY-MM-DD, or the day of a date-time in the provider's time zone. */
function useDay(): (value: string) => string {
  const { language } = useLanguage();
  return (value) => {
    const date = value.includes('T') ? readDateTime(value) : undefined;
    return formatDate(date ? dayOf(date) : value, language);
  };
}

/** What became of it. The reason why it ended is staff's. */
function Status({ own: { status, is_closed } }: { own: Own }) {
  const t = useStaffT();
  const { supportPhone: phone, supportPhoneHref: href } = useServices().settings;
  if (status === 'More Info Needed') {
    return (
      <p className={styles.status}>
        {phone ? (
          <WithPhone text={t('statusDialog.moreInfoPhone', { phone })} phone={phone} href={href} />
        ) : (
          t('statusDialog.moreInfo')
        )}
      </p>
    );
  }
  return (
    <div className={styles.part}>
      <p className={styles.status}>
        {t(is_closed ? 'ownReferral.closed' : 'ownReferral.received')}
      </p>
      {phone && (
        <p>
          <span>{`${t('filed.call')} `}</span>
          <PhoneLink phone={phone} href={href} />
        </p>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
);

/** What was filed, as it stands. */
function Filed({ own }: { own: Own }) {
  const t = useStaffT();
  const day = useDay();
  const siteName = useSiteName();
  const valueText = useValueText();
  return (
    <Facts
      facts={[
        [t('ownReferral.name'), `${own.first_name} ${own.last_name}`.trim()],
        [t('referrals.dob'), day(own.dob)],
        [t('referrals.sex'), valueText('sexes', own.sex)],
        [
          t('referrals.substances'),
          own.substance.map((one) => valueText('substances', one)).join(', '),
        ],
        ...(own.mediCal ? ([[t('referralForm.mediCal'), own.mediCal]] as const) : []),
        [t('referrals.site'), siteName(own.site)],
        [t('ownReferral.receivedOn'), day(own.entry_date)],
        [t('referrals.trackingId'), own.tracking_id],
        [t('referrals.status'), valueText('referralStatus', own.status)],
      ]}
    />
  );
}

function Reach({ own }: { own: Own }) {
  const t = useStaffT();
  const valueText = useValueText();
  const { supportPhone: phone, supportPhoneHref: href } = useServices().settings;
  const answer = (value: boolean | null | undefined) =>
    typeof value === 'boolean' ? t(`reach.answers.${value}`) : t('ownReferral.notAsked');
  return (
    <>
      <Facts
        facts={[
          [t('referrals.contactNumber'), own.contact_number],
          [
            t('reach.preferredLanguage'),
            own.preferred_language
              ? valueText('reach.languages', own.preferred_language)
              : t('ownReferral.notAsked'),
          ],
          [t('reach.voicemail'), answer(own.may_voicemail)],
          [t('reach.text'), answer(own.may_text)],
          ...(own.reach_note ? ([[t('reach.reachNote'), own.reach_note]] as const) : []),
        ]}
      />
      <p className={styles.hint}>
        {phone ? (
          <WithPhone text={t('ownReferral.changePhone', { phone })} phone={phone} href={href} />
        ) : (
          t('ownReferral.change')
        )}
      </p>
    </>
  );
}

/** Outcomes of a talk, which say what the person wants: of a parent, only that we talked. */
const FAILED = ['noAnswer', 'voicemail', 'leftWord', 'wrongNumber', 'sent'];

function Attempts({ own: { attempts, holder } }: { own: Own }) {
  const t = useStaffT();
  const day = useDay();
  const valueText = useValueText();
  const outcomeText = (whom: string, outcome: string) => {
    if (whom === 'parent' && !FAILED.includes(outcome)) return t('ownReferral.talkedWithParent');
    return valueText(holder === 'person' ? 'ownReferral.outcomes' : 'contact.outcomes', outcome);
  };
  return (
    <ul className={styles.list}>
      {attempts.map(({ at, channel, whom, outcome }) => (
        <li key={`${at} ${whom} ${outcome}`}>
          {t(whom === 'parent' ? 'ownReferral.attemptToParent' : 'ownReferral.attempt', {
            date: day(at),
            channel: valueText('contact.channels', channel),
            outcome: outcomeText(whom, outcome),
          })}
        </li>
      ))}
    </ul>
  );
}

function Consents({ own }: { own: Own }) {
  const t = useStaffT();
  if (own.consents.length === 0)
    return <p className={styles.hint}>{t('ownReferral.nobodyMayKnow')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('ownReferral.youDecide')}</p>
      <ul className={styles.list}>
        {own.consents.map((consent) => (
          <ConsentRow key={consent.id} own={own} consent={consent} />
        ))}
      </ul>
    </>
  );
}

/** Ending it needs no reason, and nobody's help. */
function ConsentRow({ own, consent }: { own: Own; consent: Own['consents'][number] }) {
  const t = useStaffT();
  const day = useDay();
  const valueText = useValueText();
  const answerText = useAnswerText();
  const { recipient, level, state, sentence, last_day, ends_after_closing } = consent;
  const isAsked = consent.signed_on === null;
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.stopOwnConsent(consent.id),
    done: 'consents.stopped',
    failed: 'consents.stopFailed',
  });
  return (
    <li className={styles.row}>
      <p>
        <strong>
          <bdi>{recipient.name}</bdi>
        </strong>{' '}
        <span className={styles.hint}>{valueText('consents.kinds', recipient.kind)}</span>
      </p>
      <p>{valueText(own.holder === 'person' ? 'ownReferral.levels' : 'consents.levels', level)}</p>
      {state === 'inForce' && last_day && (
        <p className={styles.hint}>
          {t(ends_after_closing ? 'ownReferral.untilClosing' : 'ownReferral.until', {
            date: day(last_day),
          })}
        </p>
      )}
      {state === 'asked' && <p className={styles.hint}>{t('ownReferral.asked')}</p>}
      {state === 'suspended' && <p className={styles.hint}>{t('ownReferral.suspended')}</p>}
      {state === 'inForce' && sentence && (
        <p>
          <span>{`${t('ownReferral.reads')} `}</span>
          <span className={styles.words}>
            {t('ownReferral.quoted', { words: answerText(sentence, own.first_name) })}
          </span>
        </p>
      )}
      <MutationStatus mutation={mutation} onTryAgain={() => mutation.start()} />
      <div>
        <Button
          variant="danger"
          busy={mutation.isBusy || mutation.isDone}
          onClick={() => mutation.start()}
        >
          <span>{t(isAsked ? 'ownReferral.sayNo' : 'ownReferral.stop')}</span>{' '}
          <span className="visually-hidden">
            {t('ownReferral.ofName', { name: recipient.name })}
          </span>
        </Button>
      </div>
    </li>
  );
}

/** Who learned what, in the words that they read or heard. */
function Told({ own }: { own: Own }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const day = useDay();
  const valueText = useValueText();
  const answerText = useAnswerText();
  return (
    <ul className={styles.list}>
      {own.told.map(({ recipient, sentence, channel, first_at, last_at, times }) => {
        const how = valueText('consents.channels', channel);
        return (
          <li key={`${recipient} ${sentence} ${channel} ${first_at}`} className={styles.row}>
            <p>
              {t('consents.said', {
                name: recipient,
                words: answerText(sentence, own.first_name),
              })}
            </p>
            <p className={styles.hint}>
              {times === 1
                ? t('consents.saidWhen', { how, date: day(last_at) })
                : t('consents.saidTimes', {
                    how,
                    count: formatNumber(times, language),
                    date: day(first_at),
                    last: day(last_at),
                  })}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Copy({ own: { copy } }: { own: Own }) {
  const t = useStaffT();
  const day = useDay();
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.askForCopy(),
    done: 'ownReferral.copyDone',
    failed: 'ownReferral.copyFailed',
  });
  const waits = copy?.answered_at === null;
  return (
    <>
      <p className={styles.hint}>
        {waits
          ? t('ownReferral.copyAsked', { date: day(copy.asked_at) })
          : t('ownReferral.copyHint')}
      </p>
      {copy?.answered_at && (
        <p className={styles.hint}>{t('ownReferral.copyGiven', { date: day(copy.answered_at) })}</p>
      )}
      <MutationStatus mutation={mutation} onTryAgain={() => mutation.start()} />
      {!waits && (
        <div>
          <Button
            variant="secondary"
            busy={mutation.isBusy || mutation.isDone}
            onClick={() => mutation.start()}
          >
            {t('ownReferral.askForCopy')}
          </Button>
        </div>
      )}
    </>
  );
}
