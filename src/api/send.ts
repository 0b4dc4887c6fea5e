import { ApiError } from './ApiError';
import type { Send } from './wire';

/**
 * Makes the function by which calls travel.
 * @param baseUrl where the API lives, such as '/api'
 * @param language what the screens speak now: mails to the person follow it
 */
export function createSend(
  baseUrl: string,
  language: () => string = () => document.documentElement.lang,
): Send {
  let loading: Promise<Send> | undefined;

  /** What failed to arrive is asked for again. */
  const load = () =>
    (loading ??= import('./http')
      .then(({ createHttpSend }) => createHttpSend(baseUrl, language))
      .catch(() => {
        loading = undefined;
        throw new ApiError('network');
      }));

  return async (...call) => (await load())(...call);
}
