import { QUICK_EXIT } from '../../contract/constants';

/**
 * Detects three fast presses of Escape.
 * @returns a function that takes the time of each press, in milliseconds, and returns whether it is the third fast one
 */
export function createEscapeCounter(): (at: number) => boolean {
  const { presses, within } = QUICK_EXIT;
  let times: number[] = [];
  return (at) => {
    times = [...times, at].slice(-presses);
    return times.length === presses && at - (times[0] ?? at) <= within;
  };
}
