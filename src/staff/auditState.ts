/** What the activity log is opened with, in the router's state, so that no URL names a person. */
export interface AuditState {
  /** The id of the account that acted. */
  readonly actor?: string;
  /** The tracking id of a referral. */
  readonly trackingId?: string;
  /** The id of an account that was acted on or seen. */
  readonly account?: string;
}

/** Reads the router's state; ignores everything else in it. */
export function readAuditState(state: unknown): AuditState {
  if (typeof state !== 'object' || state === null) return {};
  const { actor, trackingId, account } = state as { [K in keyof AuditState]: unknown };
  return {
    ...(typeof actor === 'string' && { actor }),
    ...(typeof trackingId === 'string' && { trackingId }),
    ...(typeof account === 'string' && { account }),
  };
}
