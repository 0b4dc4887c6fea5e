import type { Api } from '../api/client';

/** The password of the signed-in person, and what it is to become. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/** What concerns the signed-in person, beyond the specification. */
export function ownAccountActions(api: Api) {
  return {
    /** Ends every session of the person but this one, which goes on with tokens of its own. */
    async changePassword({ current, next }: PasswordChange) {
      const body = { current_password: current, new_pass: next };
      return { data: await api.call('changePassword', { body }) };
    },

    /** What they should know about. */
    async listNotices({ signal }: { signal?: AbortSignal } = {}) {
      return { data: await api.call('listNotices', {}, { signal }) };
    },
  };
}
