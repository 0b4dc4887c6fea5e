import { createContext, useContext } from 'react';
import { useRecordContext } from 'react-admin';
import { ACCOUNT_STATES, type AccountState } from '../../../contract/staffConstants';
import type { AccountRecord } from '../../dataProvider/accounts';

/** The ids of the accounts that are known to wait for approval. */
export const WaitingIds = createContext<ReadonlySet<string>>(new Set());

/**
 * The state of the account in RecordContext; 'notApproved' where the server does not tell who waits for approval from who was
 * deactivated, and the list of those who wait does not, either.
 */
export function useAccountState(): AccountState | 'notApproved' {
  const account = useRecordContext<AccountRecord>();
  const waiting = useContext(WaitingIds);
  if (!account) return 'notApproved';
  const known = ACCOUNT_STATES.find((state) => state === account.state);
  if (known) return known;
  if (account.approved) return 'active';
  return waiting.has(account.id) ? 'pending' : 'notApproved';
}
