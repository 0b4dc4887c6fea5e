/** Wrong values for the fields of a call, judged by the call's own schema. */
import { z } from 'zod';

/** Never to be seen in an answer: what was sent is not repeated. */
export const MARKER = 'Marker-7f3a';

const CANDIDATES: Record<string, unknown> = {
  null: null,
  'a number': 12.5,
  'a truth value': true,
  'an object': { [MARKER]: MARKER },
  'a list': [MARKER, { a: 1 }],
  'an empty text': '',
  'a text that is too long': `${MARKER}${'x'.repeat(6_000)}`,
  'a text with NUL': `${MARKER}\u0000x`,
  'a text with half a character': `${MARKER}\ud800x`,
  'a text with a control character': `${MARKER}\u001bx`,
};

export interface WrongValue {
  readonly field: string;
  readonly what: string;
  readonly value: unknown;
  /** Whether the schema refuses it; otherwise it is only asked that the server does not break. */
  readonly refused: boolean;
}

/** For each field of a body: every candidate, and whether the field's schema takes it. */
export function wrongValues(body: z.ZodType): WrongValue[] {
  if (!(body instanceof z.ZodObject)) throw new Error('Only objects are expected as bodies');
  return Object.entries(body.shape).flatMap(([field, schema]) =>
    Object.entries(CANDIDATES).map(([what, value]) => ({
      field,
      what,
      value,
      refused: !(schema as z.ZodType).safeParse(value).success,
    })),
  );
}

/** The fields that must be there. */
export function requiredFields(body: z.ZodType): string[] {
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape)
    .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
    .map(([field]) => field);
}
