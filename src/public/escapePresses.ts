import { QUICK_EXIT } from '../../contract/constants';

/**
 * Counts presses of Escape.
 * @returns takes the time of each press, in milliseconds, and answers whether it ends a row of three fast ones
 */
export function countEscapes(): (at: number) => boolean {
  const { presses, within } = QUICK_EXIT;
  let times: number[] = [];
  return (at) => {
    times = [...times, at].slice(-presses);
    return times.length === presses && at - (times[0] ?? at) <= within;
  };
}
