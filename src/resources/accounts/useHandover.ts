import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useOwners } from '../useOwners';

/** What becomes of the open referrals of an account that is deactivated. */
export const HANDOVERS = ['handOver', 'release', 'later'] as const;
export type HandoverChoice = (typeof HANDOVERS)[number];

export type Handover = ReturnType<typeof useHandover>;

/** How many open referrals an account owns, and what becomes of them when it is deactivated: nothing, unless another is chosen. */
export function useHandover(record: AccountRecord) {
  const provider = useDataProvider<StaffDataProvider>();
  const [choice, setChoice] = useState<HandoverChoice>('later');
  const [chosenOwner, setChosenOwner] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const { data, isPending, isError } = useQuery({
    queryKey: [RESOURCES.accounts, 'countOwned', record.id],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.countOwned(record, { signal }))?.data ?? 0,
    // Others may have changed it since the dialog was last open.
    gcTime: 0,
  });
  const open = data ?? 0;
  const { owners, me, error, refetch } = useOwners(open > 0);
  const others = owners.filter(({ id }) => id !== record.id);
  const owner = chosenOwner ?? me?.id ?? '';

  return {
    open,
    isLoading: isPending,
    isUnknown: isError && data === undefined,
    owners: others,
    me,
    hasOwnersFailed: error !== null,
    reloadOwners: () => void refetch(),
    choice,
    choose: (next: HandoverChoice) => {
      setChoice(next);
      setMissing(false);
    },
    owner,
    chooseOwner: (id: string) => {
      setChosenOwner(id);
      setChoice('handOver');
      setMissing(false);
    },
    /** Whether it was confirmed without anyone who takes them. */
    isMissing,
    /** Whether it can be sent; marks what is missing. */
    check: () => {
      const isComplete = open === 0 || choice !== 'handOver' || owner !== '';
      setMissing(!isComplete);
      return isComplete;
    },
    /** Deactivates the account: by the call of the specification, if nothing becomes of its referrals. */
    deactivate: (sender: StaffDataProvider) =>
      open === 0 || choice === 'later'
        ? sender.deactivate(record)
        : sender.deactivateOwner(record, choice === 'release' ? null : owner),
  };
}
