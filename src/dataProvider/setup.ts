import type { EmailTest, Setup, SetupChange } from '../../contract/entities/setup';
import type { Api } from '../api/client';

/** The setup checklist of a new installation. */
export function setupProvider(api: Api) {
  return {
    methods: {
      /** @returns null if the answer is not a checklist */
      async getSetup({ signal }: { signal?: AbortSignal } = {}): Promise<{ data: Setup | null }> {
        const setup: Partial<Setup> | undefined = await api.call('getSetup', {}, { signal });
        return { data: Array.isArray(setup?.steps) ? (setup as Setup) : null };
      },

      /** Dismisses the checklist or shows it again, or reports a printed poster. */
      async updateSetup(body: SetupChange) {
        return { data: await api.call('updateSetup', { body }) };
      },

      /** Sends a test email to the signed-in person. It may take the server 20 seconds to learn that it cannot be sent. */
      async sendTestEmail(): Promise<{ data: EmailTest }> {
        return { data: await api.call('sendTestEmail', {}) };
      },
    },
  };
}
