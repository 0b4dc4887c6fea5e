/** Invalid values for the fields of a call, judged by the schema of the call. */
import { z } from 'zod';

/** Must never be in a response: the server does not repeat input. */
export const MARKER = 'Marker-7f3a';

const CANDIDATES: Record<string, unknown> = {
  null: null,
  'a number': 12.5,
  'a boolean': true,
  'an object': { [MARKER]: MARKER },
  'a list': [MARKER, { a: 1 }],
  'an empty string': '',
  'a string that is too long': `${MARKER}${'x'.repeat(6_000)}`,
  'a string with NUL': `${MARKER}\u0000x`,
  'a string with a lone surrogate': `${MARKER}\ud800x`,
  'a string with a control character': `${MARKER}\u001bx`,
};

export interface WrongValue {
  readonly field: string;
  readonly what: string;
  readonly value: unknown;
  /** Whether the schema refuses it; otherwise the server must only not fail with a 5xx. */
  readonly refused: boolean;
}

/** Every candidate for each field of a body, and whether the schema of the field refuses it. */
export function wrongValues(body: z.ZodType): WrongValue[] {
  if (!(body instanceof z.ZodObject)) throw new Error('The schema of the body is not an object');
  return Object.entries(body.shape).flatMap(([field, schema]) =>
    Object.entries(CANDIDATES).map(([what, value]) => ({
      field,
      what,
      value,
      refused: !(schema as z.ZodType).safeParse(value).success,
    })),
  );
}

/** The names of the required fields of a body. */
export function requiredFields(body: z.ZodType): string[] {
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape)
    .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
    .map(([field]) => field);
}
