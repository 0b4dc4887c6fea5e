import type { CallInput } from '../../contract/calls';
import type { Api } from '../api/client';

type Body<Name extends 'askConsent' | 'signConsentOnPaper' | 'endConsents' | 'tellAnswer'> =
  CallInput<Name>['body'];

/** Methods for servers that offer 'consents'. */
export function consentProvider(api: Api) {
  return {
    methods: {
      /** Who may know of a referral, and what was said. */
      async getConsents(id: string, { signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('getConsents', { params: { id } }, { signal }) };
      },

      /** Asks for a consent, which has no effect until it is signed. */
      async askConsent(body: Body<'askConsent'>) {
        return { data: await api.call('askConsent', { body }) };
      },

      /** Enters that a consent was signed on paper. */
      async signConsentOnPaper(body: Body<'signConsentOnPaper'>) {
        return { data: await api.call('signConsentOnPaper', { body }) };
      },

      /** Ends the session, and returns the token by which this device signs one consent. */
      async handOverConsent(consent: string) {
        return { data: await api.call('handOverConsent', { body: { consent } }) };
      },

      /** Ends consents, because the person said so. */
      async endConsents(body: Body<'endConsents'>) {
        return { data: await api.call('endConsents', { body }) };
      },

      /** Confirms a consent whose recipient or referral changed. */
      async confirmConsent(consent: string) {
        return { data: await api.call('confirmConsent', { body: { consent } }) };
      },

      /** Stores that staff gave an answer. */
      async tellAnswer(body: Body<'tellAnswer'>) {
        return { data: await api.call('tellAnswer', { body }) };
      },

      /** Gives the guest who filed a new code, which ends the one before. */
      async renewReceipt(id: string) {
        const body = { id, reference: true, guest_name: true, birth_date: true } as const;
        return { data: await api.call('renewReceipt', { body }) };
      },

      /** Everything that was said about a person in the last years. */
      async getAccounting(id: string, { signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('getAccounting', { params: { id } }, { signal }) };
      },

      /** Confirms the consents after a restore. */
      async confirmRestoredConsents() {
        return { data: await api.call('confirmRestoredConsents') };
      },
    },
  };
}
