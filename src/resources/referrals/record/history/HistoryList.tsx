import { type ReactElement, useId, useMemo, useState } from 'react';
import type { HistoryKind } from '../../../../../contract/staffConstants';
import type { HistoryEvent } from '../../../../../contract/entities/history';
import { useToday } from '../../../../admin';
import { formatDate, readDateTime } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { dayOf } from '../../../../i18n/providerTime';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { labelAccounts } from '../../../accountLabels';
import { AttemptEvent } from './AttemptEvent';
import { Fold, Line } from './EventLine';
import { AbsoluteTime, EventTime } from './EventTime';
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
      {groupByDay(shown).map(([day, ofDay]) => (
        <Day key={day} day={isFull ? null : day}>
          <ol className={styles.events}>
            {ofDay.map((event) => (
              <li key={event.id}>
                {isFull ? <AbsoluteTime at={event.at} /> : <EventTime at={event.at} />}
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
        </Day>
      ))}
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

/** Events in their order, by the day on which they happened in the provider's time zone. */
function groupByDay(events: readonly HistoryEvent[]): [day: string, events: HistoryEvent[]][] {
  const days = new Map<string, HistoryEvent[]>();
  for (const event of events) {
    const at = readDateTime(event.at);
    const day = at ? dayOf(at) : event.at;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

/** The events of a day under its date; on paper, where each has its own, without. */
function Day({ day, children }: { day: string | null; children: ReactElement }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const today = useToday();
  const id = useId();
  if (day === null) return children;
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h4 id={id}>
        {day === today && <span>{`${t('history.today')}, `}</span>}
        <span>{formatDate(day, language)}</span>
      </h4>
      {children}
    </section>
  );
}

/** The titles of events that are shown as a title and the fields that changed. */
const TITLES: Readonly<Partial<Record<string, StaffTextKey>>> = {
  intakeNote: 'history.intakeNote',
  corrected: 'history.corrected',
  loginCreated: 'history.loginCreated',
  released: 'history.released',
  deleted: 'history.deleted',
  putBack: 'history.putBack',
  parentNotContacted: 'contact.parentNotCalled',
} satisfies Partial<Record<HistoryKind, StaffTextKey>>;

/** Events whose first changed field is their title. */
const BY_FIELD: readonly string[] = [
  'status',
  'referrer',
  'owner',
  'followUp',
] satisfies HistoryKind[];

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
  if (kind === 'notSamePerson') {
    return (
      <Line actor={actor}>
        <span>{t('history.notSamePerson', { trackingId: event.text ?? '' })}</span>
      </Line>
    );
  }
  if (event.attempt) return <AttemptEvent event={event} actor={actor} isFull={isFull} />;
  if (BY_FIELD.includes(kind) && change) {
    return (
      <>
        <Line actor={actor}>
          <FieldChange change={change} />
        </Line>
        <Changes changes={event.changes.slice(1)} />
        {event.text && <LongText>{event.text}</LongText>}
      </>
    );
  }
  const isFirstNote = kind === 'intakeNote' && !change?.from;
  const known = Object.hasOwn(TITLES, kind) ? TITLES[kind] : undefined;
  const title = isFirstNote ? 'history.intakeNoteAdded' : known;
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
      {kind !== 'intakeNote' && <Changes changes={event.changes} />}
      {event.text && <LongText>{event.text}</LongText>}
    </>
  );
}

function Changes({ changes }: Pick<HistoryEvent, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <FieldChange change={change} />
        </li>
      ))}
    </ul>
  );
}
