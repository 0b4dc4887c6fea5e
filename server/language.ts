import type { FastifyRequest } from 'fastify';
import { type Language, LANGUAGES } from '../contract/constants';

/** The language a request asks for first, which is the one on the screen it came from; null when it is none of ours. */
export function languageOf(request: FastifyRequest): Language | null {
  const wanted = request.headers['accept-language']?.trim().slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === wanted) ?? null;
}
