/**
 * A model of what is to be done for each referral, without a database: what has happened, and what the function of
 * contract/nextStep.ts says of it.
 */
import { addBusinessDays, businessDaysSince } from '../../contract/businessDays';
import { dayIn } from '../../contract/calendar';
import { addDays, startOfDay } from '../../contract/calendarDays';
import { isReached } from '../../contract/contact';
import type { TodayView } from '../../contract/entities/contact';
import {
  type ContactFacts,
  DUE_REASONS,
  type FollowUpRules,
  type NextStep,
  nextStepOf,
} from '../../contract/nextStep';
import { OPEN_STATUSES, type ReferralStatus } from '../../contract/staffConstants';

export interface Attempt {
  readonly id: string;
  readonly batch: number;
  readonly actor: string;
  readonly at: string;
  /** Milliseconds. */
  readonly savedAt: number;
  readonly whom: string;
  readonly outcome: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly wasFromBefore: boolean;
  note: string | null;
  isStruck: boolean;
}

/** An attempt as it is saved. */
export interface NewAttempt {
  readonly id: string;
  readonly actor: string;
  readonly whom: string;
  readonly outcome: string;
  readonly note: string | null;
  /** Milliseconds. */
  readonly at: number;
  readonly day?: string;
  readonly setsStatus: boolean;
}

export interface Referral {
  readonly id: string;
  readonly siteId: string;
  /** Referrals of the same one have the same name and birth date. */
  readonly person: number;
  readonly entryDate: string;
  status: ReferralStatus;
  owner: string | null;
  isDeleted: boolean;
  isHeld: boolean;
  followUpOn: string | null;
  reopenedAt: string | null;
  isFromBefore: boolean;
  readonly attempts: Attempt[];
  /** When a day to call back, a status or an owner was set, in milliseconds, and who set the day. */
  readonly set: ({ at: number } & (
    { kind: 'followUp'; actor: string } | { kind: 'status'; isClosing: boolean } | { kind: 'owner' }
  ))[];
}

export interface Reader {
  readonly id: string;
  readonly isSuperUser: boolean;
  /** Of a manager. */
  readonly siteId?: string;
}

export interface Site {
  mark: 'ours' | null;
  responseDays: number | null;
}

/** A row of the list of today. */
export interface Row {
  readonly id: string;
  readonly reason: string;
  readonly since: string;
  readonly also: readonly string[];
}

const MINUTE = 60_000;
const OTHERS_SHOWN = 5;

export const isOpen = ({ status }: Pick<Referral, 'status'>) => OPEN_STATUSES.includes(status);
const isLive = (one: Referral) => !one.isDeleted && !one.isHeld;
/** Only an attempt to the person or a parent counts. */
export const counts = (whom: string) => whom === 'person' || whom === 'parent';
const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export class FollowUpModel {
  readonly referrals: Referral[] = [];
  readonly sites = new Map<string, Site>();
  /** The accounts that can own referrals. */
  readonly owners = new Set<string>();
  /** Pairs of ids that are not of the same person. */
  readonly different = new Set<string>();
  /** Milliseconds. */
  now = 0;
  rules: FollowUpRules;
  #batches = 0;

  constructor(rules: FollowUpRules) {
    this.rules = rules;
  }

  get today(): string {
    return dayIn(this.rules.timeZone, new Date(this.now));
  }

  /** Whether a call for it finds it. */
  isFound = isLive;

  setStatus(one: Referral, status: ReferralStatus): void {
    if (one.status === status) return;
    const wasOpen = isOpen(one);
    one.status = status;
    one.isFromBefore = false;
    one.set.push({ kind: 'status', at: this.now, isClosing: !isOpen(one) });
    if (!isOpen(one)) one.followUpOn = null;
    else if (!wasOpen) one.reopenedAt = new Date(this.now).toISOString();
  }

  setOwner(one: Referral, owner: string | null): void {
    if (one.owner === owner) return;
    one.owner = owner;
    one.isFromBefore = false;
    one.set.push({ kind: 'owner', at: this.now });
  }

  /** Whether a day can be set. */
  isPossible(one: Referral, day: string | null): boolean {
    if (day === null) return !isOpen(one);
    return day >= this.today && day <= addDays(this.today, 366);
  }

  setDay(one: Referral, day: string | null, actor: string): void {
    if (one.followUpOn === day) return;
    one.followUpOn = day;
    one.isFromBefore = false;
    one.set.push({ kind: 'followUp', at: this.now, actor });
  }

  /** Whether an attempt can have been made then. */
  isAttemptable(one: Referral, at: number): boolean {
    const { timeZone } = this.rules;
    return at >= startOfDay(timeZone, dayIn(timeZone, new Date(one.entryDate))).getTime();
  }

  /** The attempt of a referral that is repeated. */
  findRepeated(
    one: Referral,
    { actor, whom, outcome, at, note }: Omit<NewAttempt, 'id' | 'setsStatus'>,
  ): Attempt | undefined {
    const same = one.attempts.filter(
      (made) =>
        made.actor === actor &&
        made.whom === whom &&
        made.outcome === outcome &&
        !made.isStruck &&
        Math.abs(Date.parse(made.at) - at) <= 2 * MINUTE &&
        (!note || made.note === null || made.note === note),
    );
    return same.findLast((made) => made.note !== null) ?? same.at(-1);
  }

  /** Saves an attempt on the first referral, whose id is known, and on others of the person, or adds to what it repeats. */
  addAttempt(
    [first, ...others]: readonly [Referral, ...Referral[]],
    { day, setsStatus, ...made }: NewAttempt,
  ): void {
    const { id, actor, whom, outcome, at, note } = made;
    this.#batches += 1;
    const batch = this.findRepeated(first, made)?.batch ?? this.#batches;
    const also = others.filter((one) => isOpen(one) && this.isAttemptable(one, at));
    for (const one of [first, ...also]) {
      const repeated = this.findRepeated(one, made);
      if (repeated) {
        repeated.note ??= note;
        if (day !== undefined) this.setDay(one, day, actor);
        continue;
      }
      const next = addBusinessDays(this.today, 1, this.rules.holidays);
      const chosen = day ?? (isOpen(one) || !setsStatus ? next : null);
      const to = counts(whom) ? chosen : one.followUpOn;
      one.attempts.push({
        id: one === first ? id : `${id} ${one.id}`,
        batch,
        actor,
        whom,
        outcome,
        note,
        at: new Date(at).toISOString(),
        savedAt: this.now,
        from: one.followUpOn,
        to,
        wasFromBefore: one.isFromBefore,
        isStruck: false,
      });
      if (!counts(whom)) continue;
      one.followUpOn = to;
      one.isFromBefore = false;
    }
  }

  /** Strikes an attempt and those of the same tap. Returns the status of the answer; unless it is 200, nothing is changed. */
  strike(of: Referral, made: Attempt, actor: string, reason: string | undefined): number {
    if (!isLive(of)) return 404;
    const pairs = this.referrals.filter(isLive).flatMap((one) => {
      const all = one.attempts.filter(({ batch, isStruck }) => batch === made.batch && !isStruck);
      const [its] = all;
      return its ? [{ one, its, all }] : [];
    });
    const rows = this.referrals.filter(
      (one) => isLive(one) && one.attempts.some(({ batch }) => batch === made.batch),
    );
    if (pairs.length === 0) return 200;
    const isUndo = !reason && made.actor === actor && this.now - made.savedAt <= 10_000;
    if (!isUndo && !reason) return 422;
    const isFollowed = rows.some(({ attempts }) =>
      attempts.some(
        (later) => later.actor !== made.actor && !later.isStruck && later.savedAt > made.savedAt,
      ),
    );
    if (isUndo && isFollowed) return 409;
    for (const its of pairs.flatMap(({ all }) => all)) its.isStruck = true;
    if (isUndo) for (const { one, its } of pairs) undo(one, its);
    return 200;
  }

  factsOf(one: Referral): ContactFacts {
    return {
      status: one.status,
      isHidden: !isLive(one),
      entryDate: one.entryDate,
      reopenedAt: one.reopenedAt,
      followUpOn: one.followUpOn,
      isFromBefore: one.isFromBefore,
      hasOwnerLeft: this.hasOwnerLeft(one),
      responseDays: this.sites.get(one.siteId)?.responseDays ?? null,
      attempts: one.attempts.filter(({ isStruck }) => !isStruck),
    };
  }

  hasOwnerLeft({ owner }: Referral): boolean {
    return owner !== null && !this.owners.has(owner);
  }

  stepOf(one: Referral, rules = this.rules): NextStep {
    return nextStepOf(this.factsOf(one), rules, new Date(this.now));
  }

  /** When the person was last reached since the reopening. */
  reachedAt(one: Referral): string | null {
    const reached = one.attempts.filter(
      (made) => !made.isStruck && isReached(made) && made.at >= (one.reopenedAt ?? ''),
    );
    return reached.map(({ at }) => at).toSorted().at(-1) ?? null; // prettier-ignore
  }

  /** The list of today: what is due, what is open from before the upgrade, and the next day on which something comes back. */
  listToday(reader: Reader, view: TodayView, rules = this.rules) {
    const today = dayIn(rules.timeZone, new Date(this.now));
    const inReach = this.referrals.filter(
      (one) =>
        isLive(one) &&
        (reader.isSuperUser ||
          (one.siteId === reader.siteId && this.sites.get(one.siteId)?.mark === 'ours')),
    );
    const inView = inReach.filter(
      (one) =>
        view === 'everyone' ||
        one.owner === null ||
        one.owner === reader.id ||
        this.hasOwnerLeft(one),
    );
    const steps = new Map(inReach.map((one) => [one, this.stepOf(one, rules)]));
    const due = inReach
      .flatMap((one) => {
        const step = steps.get(one);
        if (step?.kind !== 'due' || step.reason === 'fromBefore') return [];
        const isLate = businessDaysSince(step.since, today, rules.holidays) > 1;
        const isListed = inView.includes(one) || (reader.isSuperUser && isLate);
        return isListed ? [{ one, ...step }] : [];
      })
      .toSorted(
        (a, b) =>
          DUE_REASONS.indexOf(a.reason) - DUE_REASONS.indexOf(b.reason) ||
          compareText(a.since, b.since) ||
          compareText(a.one.entryDate, b.one.entryDate) ||
          compareText(a.one.id, b.one.id),
      );
    const rows: { one: Referral; reason: string; since: string; folded: Referral[] }[] = [];
    for (const { one, reason, since } of due) {
      const row = rows.find((first) => this.#areSame(first.one, one));
      if (row) row.folded.push(one);
      else rows.push({ one, reason, since, folded: [] });
    }
    const notDue = (one: Referral) =>
      inView
        .filter((other) => other !== one && this.#areSame(one, other))
        .filter((other) => {
          const step = steps.get(other);
          return step && (step.kind !== 'due' || step.reason === 'fromBefore');
        })
        .toSorted(
          (a, b) =>
            Number(a.followUpOn === null) - Number(b.followUpOn === null) ||
            compareText(b.entryDate, a.entryDate) ||
            compareText(b.id, a.id),
        )
        .slice(0, OTHERS_SHOWN);
    const fromBefore = inView
      .flatMap((one) => {
        const step = steps.get(one);
        return step?.kind === 'due' && step.reason === 'fromBefore'
          ? [{ one, reason: step.reason, since: step.since, folded: [] }]
          : [];
      })
      .toSorted(
        (a, b) => compareText(a.one.entryDate, b.one.entryDate) || compareText(a.one.id, b.one.id),
      );
    const toRow = ({ one, reason, since, folded }: (typeof rows)[number]): Row => ({
      id: one.id,
      reason,
      since,
      also: [...folded, ...notDue(one)].map(({ id }) => id),
    });
    const later = inView.flatMap((one) => {
      const step = steps.get(one);
      return step?.kind === 'resting' ? [step.until] : [];
    });
    return {
      due: rows.map(toRow),
      fromBefore: fromBefore.map(toRow),
      next: later.toSorted()[0] ?? null,
    };
  }

  #areSame(one: Referral, other: Referral): boolean {
    return one.person === other.person && !this.different.has(pairOf(one.id, other.id));
  }
}

export const pairOf = (one: string, other: string) => [one, other].toSorted().join(' ');

/** Restores the day that an undone attempt replaced, unless it was settled otherwise since. */
function undo(one: Referral, made: Attempt): void {
  const later = one.set.filter(({ at }) => at > made.savedAt);
  const isFollowed = one.attempts.some(
    (other) => !other.isStruck && counts(other.whom) && other.savedAt > made.savedAt,
  );
  const days = later.flatMap((set) => (set.kind === 'followUp' ? [set.actor] : []));
  const isClosed = later.some((set) => set.kind === 'status' && set.isClosing);
  if (isFollowed || isClosed || days.some((actor) => actor !== made.actor)) return;
  if (days.length === 0 && one.followUpOn !== made.to) return;
  one.followUpOn = made.from;
  one.isFromBefore = made.wasFromBefore && later.length === days.length;
}
