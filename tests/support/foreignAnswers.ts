/** Answers as FastAPI words them. */

export interface ForeignAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a call ends in. */
export type Failure = ForeignAnswer | 'network';

export const json = (status: number, value: unknown, headers = {}): ForeignAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
export const OK = json(200, { message: 'Success', acknowledged: true });
export const detail = (status: number, text: unknown) => json(status, { detail: text });

/** A 422 as FastAPI words it, with what was sent in it. */
export const invalid = (fields: readonly string[], sent: Record<string, unknown>) =>
  detail(
    422,
    fields.map((field) => ({
      type: 'string_too_short',
      loc: ['body', field],
      msg: 'String should have at least 1 character',
      input: sent[field] ?? sent,
      ctx: { min_length: 1 },
    })),
  );
