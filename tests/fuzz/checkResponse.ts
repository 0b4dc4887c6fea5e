/** Checks that hold for the response to any request. */
import { z } from 'zod';
import { issuesSchema } from '../../contract/calls/call';
import type { Answer } from '../support/testServer';
import { MARKER } from './hostile';

const textSchema = z.strictObject({ detail: z.string() });
const listSchema = issuesSchema.extend({
  detail: z.array(issuesSchema.shape.detail.element.strict()),
});

/** The fault of a response, or null. */
export function findResponseFault(
  { status, headers, body, text }: Answer,
  method: string,
): string | null {
  if (status >= 500) return `status ${status}`;
  if ((status >= 300 && status < 400 && status !== 304) || headers.location !== undefined) {
    return `redirects, status ${status}`;
  }
  if (headers['x-content-type-options'] !== 'nosniff') return 'has no security headers';
  if (status < 400) return null;
  if (text.includes(MARKER)) return 'repeats the input';
  if (JSON.stringify(headers).includes(MARKER)) return 'repeats the input in a header';
  if (method === 'HEAD') return null;
  const shape = status === 422 ? listSchema.strict() : textSchema;
  return shape.safeParse(body).success ? null : 'does not have the shape {detail}';
}
