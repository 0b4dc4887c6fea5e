/** What may be said of an answer whatever was asked. */
import { z } from 'zod';
import { issuesSchema } from '../../contract/calls/call';
import type { Answer } from '../support/testServer';
import { MARKER } from './hostile';

const textSchema = z.strictObject({ detail: z.string() });
const listSchema = issuesSchema.extend({
  detail: z.array(issuesSchema.shape.detail.element.strict()),
});

/** What is wrong with an answer; null when nothing is. */
export function faultOf({ status, headers, body, text }: Answer, method: string): string | null {
  if (status >= 500) return `answered ${status}`;
  if ((status >= 300 && status < 400 && status !== 304) || headers.location !== undefined) {
    return `sends elsewhere, ${status}`;
  }
  if (headers['x-content-type-options'] !== 'nosniff') return 'has no security headers';
  if (status < 400) return null;
  if (text.includes(MARKER)) return 'repeats what was sent';
  if (JSON.stringify(headers).includes(MARKER)) return 'repeats in a header what was sent';
  if (method === 'HEAD') return null;
  const shape = status === 422 ? listSchema.strict() : textSchema;
  return shape.safeParse(body).success ? null : 'has another shape than {detail}';
}
