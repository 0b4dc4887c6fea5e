import type { ReferralSubmission } from '../../contract/entities/referral';
import type { Api } from '../api/client';
import type { ReferralRecord } from './referrals';

/** The corrected values of what was filed: the form without its notes. */
export type Correction = Omit<ReferralSubmission, 'notes'>;

/** What identifies a referral and, for a change, its version. */
type Versioned = Pick<ReferralRecord, 'id' | 'version'>;

/**
 * A referral's history, corrections and owner: calls of our server beyond the specification, for the features 'history',
 * 'corrections' and 'owners'.
 */
export function referralHistoryProvider(api: Api) {
  return {
    methods: {
      /** What happened to a referral, newest first. */
      async getHistory({ id }: Versioned, { signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('getHistory', { params: { id } }, { signal }) };
      },

      /** Adds a note; it needs no version, as it changes nothing else. */
      async addNote({ id }: Versioned, text: string) {
        return { data: await api.call('addNote', { body: { id, text } }) };
      },

      /** Corrects what was filed. */
      async correctReferral({ id, version }: Versioned, correction: Correction) {
        const body = { id, ...correction };
        return { data: await api.call('correctReferral', { body }, { version }) };
      },

      /** The accounts that can own a referral, by name. */
      async listOwners({ signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('listOwners', {}, { signal }) };
      },

      /** Sets the owner of a referral; null for nobody. */
      async assignOwner({ id, version }: Versioned, owner: string | null) {
        return { data: await api.call('assignOwner', { body: { id, owner } }, { version }) };
      },
    },
  };
}
