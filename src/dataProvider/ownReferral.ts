import type { CallInput } from '../../contract/calls';
import type { Api } from '../api/client';

/** Methods for servers that offer 'ownReferral'. */
export function ownReferralProvider(api: Api) {
  return {
    methods: {
      /** The referral that the login was made for; null if there is none to read. */
      async getOwnReferral({ signal }: { signal?: AbortSignal } = {}) {
        return { data: (await api.call('getOwnReferral', {}, { signal })).referral };
      },

      /** Ends a consent of the own referral. */
      async stopOwnConsent(consent: string) {
        return { data: await api.call('stopOwnConsent', { body: { consent } }) };
      },

      /** Asks staff for a copy of everything. */
      async askForCopy() {
        return { data: await api.call('askForCopy') };
      },

      /** Whose login the account of a referral is, and the copies that were asked for. */
      async getLogin(id: string, { signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('getLogin', { params: { id } }, { signal }) };
      },

      /** Stores whose login it is. */
      async setLoginHolder(body: CallInput<'setLoginHolder'>['body']) {
        return { data: await api.call('setLoginHolder', { body }) };
      },

      /** Stores that the person was given the copy that waits. */
      async answerCopyRequest(id: string) {
        return { data: await api.call('answerCopyRequest', { body: { id } }) };
      },
    },
  };
}
