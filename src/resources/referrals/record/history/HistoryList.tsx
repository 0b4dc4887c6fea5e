import { type ReactElement, useMemo, useState } from 'react';
import type { Elements } from '../../../../app/elements';
import type { HistoryKind } from '../../../../../contract/staffConstants';
import type { HistoryEvent } from '../../../../../contract/entities/history';
import { useToday } from '../../../../admin';
import { formatEventTime } from '../../../../i18n/formatEventTime';
import { useLanguage } from '../../../../i18n/I18nProvider';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { labelAccounts } from '../../../accountLabels';
import { FieldChange, LongText, TextChange } from './EventValue';
import styles from './HistoryList.module.css';

/** Events shown at first; the others on request. */
const SHOWN_FIRST = 10;

interface Props {
  readonly events: readonly HistoryEvent[];
  /** Shows everything, for paper. */
  readonly isFull?: boolean;
}

/** What happened to a referral, newest first. */
export function HistoryList({ events, isFull = false }: Props) {
  const t = useStaffT();
  const [isAllShown, setAllShown] = useState(isFull);
  const shown = isAllShown ? events : events.slice(0, SHOWN_FIRST);
  const labels = useMemo(() => labelActors(events), [events]);
  return (
    <>
      <ol className={styles.events}>
        {shown.map((event) => (
          <li key={event.id}>
            <EventTime at={event.at} />
            <div className={styles.event}>
              <EventContent
                event={event}
                actorName={labels.get(event.actor?.id ?? '')}
                isFull={isFull}
              />
            </div>
          </li>
        ))}
      </ol>
      {shown.length < events.length && (
        <div>
          <Button variant="quiet" onClick={() => setAllShown(true)}>
            {t('history.showAll', { count: events.length })}
          </Button>
        </div>
      )}
    </>
  );
}

/** The labels of the actors of events, by id (see `labelAccounts`). */
export function labelActors(events: readonly Pick<HistoryEvent, 'actor'>[]) {
  const actors = events.flatMap(({ actor }) => actor ?? []);
  return labelAccounts([...new Map(actors.map((actor) => [actor.id, actor])).values()]);
}

/** When something happened, short; the machine-readable time is complete. */
export function EventTime({ at }: { at: string }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const today = useToday();
  return (
    <time dateTime={at} className={styles.time}>
      {formatEventTime(at, today, language, t('history.today'))}
    </time>
  );
}

/** The titles of events that are shown as a title and the fields that changed. */
const TITLES: Readonly<Partial<Record<string, StaffTextKey>>> = {
  intakeNote: 'history.intakeNote',
  corrected: 'history.corrected',
  loginCreated: 'history.loginCreated',
  released: 'history.released',
} satisfies Partial<Record<HistoryKind, StaffTextKey>>;

/** Events whose changed field is their title. */
const BY_FIELD: readonly string[] = ['status', 'referrer', 'owner'] satisfies HistoryKind[];

interface EventProps {
  readonly event: HistoryEvent;
  readonly actorName: string | undefined;
  readonly isFull: boolean;
}

function EventContent({ event, actorName: name, isFull }: EventProps) {
  const t = useStaffT();
  const kind: string = event.kind;
  const actor = name === undefined ? null : <bdi>{name}</bdi>;
  const [change] = event.changes;

  if (kind === 'received') {
    const text =
      name === undefined ? t('history.receivedFromGuest') : t('history.received', { name });
    return <span>{text}</span>;
  }
  if (kind === 'note') {
    return (
      <>
        <Line actor={actor}>
          <span>{t('history.note')}</span>
        </Line>
        <div className={styles.note}>
          <LongText>{event.text}</LongText>
        </div>
      </>
    );
  }
  if (BY_FIELD.includes(kind) && change) {
    return (
      <Line actor={actor}>
        <FieldChange change={change} />
      </Line>
    );
  }
  const title = Object.hasOwn(TITLES, kind) ? TITLES[kind] : undefined;
  return (
    <>
      <Line actor={actor}>
        <span>{title ? t(title) : t('history.unknown', { kind })}</span>
      </Line>
      {kind === 'intakeNote' && change && (
        <Fold isOpen={isFull} label={t('history.showTexts')}>
          <TextChange change={change} />
        </Fold>
      )}
      {kind !== 'intakeNote' && event.changes.length > 0 && (
        <ul className={styles.changes}>
          {event.changes.map((each) => (
            <li key={each.field}>
              <FieldChange change={each} />
            </li>
          ))}
        </ul>
      )}
      {event.text && <LongText>{event.text}</LongText>}
    </>
  );
}

/** What happened and by whom. */
function Line({ actor, children }: { actor: ReactElement | null; children: Elements }) {
  const t = useStaffT();
  return (
    <p>
      {children}
      {actor && <span> </span>}
      {actor && (
        <span className={styles.actor}>
          <span>· </span>
          <span className="visually-hidden">{`${t('history.by')} `}</span>
          {actor}
        </span>
      )}
    </p>
  );
}

interface FoldProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly children: Elements;
}

/** Content that is shown on request. */
function Fold({ isOpen, label, children }: FoldProps) {
  if (isOpen) return children;
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
