/** Responses in FastAPI's format. */

export interface ThirdPartyResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The outcome of a call: a response or a network error. */
export type Failure = ThirdPartyResponse | 'network';

export const json = (status: number, value: unknown, headers = {}): ThirdPartyResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
export const OK = json(200, { message: 'Success', acknowledged: true });
export const detail = (status: number, text: unknown) => json(status, { detail: text });

/** A 422 in FastAPI's format, which repeats the submitted values. */
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
