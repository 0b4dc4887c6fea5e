import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedAttempt } from '../../../../contract/entities/contact';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { historyKey, useHistory } from '../useHistory';

interface OtherAttempt {
  readonly id: string;
  /** ISO date-time, UTC. */
  readonly at: string;
  readonly name: string | undefined;
  readonly outcome: string;
}

/**
 * The attempts of colleagues at about the time of one's own: earlier ones from the answer, later ones from the history after
 * `readAgain`.
 */
export function useOthers({ id }: Pick<ReferralRecord, 'id'>, { attempt, others }: SavedAttempt) {
  const client = useQueryClient();
  const [isLater, setLater] = useState(false);
  const { data } = useHistory({ id }, isLater);
  const events = data?.events ?? [];
  const own = events.find((event) => event.id === attempt.id);
  const before = others.map(({ actor, ...other }): OtherAttempt => ({
    ...other,
    name: actor?.fullname,
  }));
  const known = new Set(others.map((other) => other.id));
  const since = events.flatMap((event): OtherAttempt[] => {
    const saved = event.attempt;
    if (!own?.attempt || !saved || saved.struck || known.has(event.id)) return [];
    const isOthers = event.actor?.id !== own.actor?.id && saved.saved_at >= own.attempt.saved_at;
    const { saved_at: at, outcome } = saved;
    return isOthers ? [{ id: event.id, at, name: event.actor?.fullname, outcome }] : [];
  });
  return {
    others: [...before, ...since],
    readAgain: () => {
      setLater(true);
      void client.invalidateQueries({ queryKey: historyKey(id) });
    },
  };
}
