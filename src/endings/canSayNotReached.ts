/**
 * Whether 'Could not be reached' is offered as a reason: the one place that decides it. Always, while no attempts to reach a
 * person are recorded; with them, after three that failed, on two days.
 */
export const canSayNotReached = (): boolean => true;
