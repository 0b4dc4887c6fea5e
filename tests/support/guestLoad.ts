/** Guests who file referrals all the time, several at once, each referral of another person and from another address. */
import { setTimeout as pass } from 'node:timers/promises';
import { unlistedSite } from './processCalls';
import { referralBody } from './world';

/** Milliseconds before who found nobody there tries again. */
const RETRY = 20;

export interface GuestLoad {
  /** Last names the server said it has. */
  readonly acknowledged: readonly string[];
  /** Last names the server said it has not: with which status. */
  readonly refused: ReadonlyMap<string, number>;
  /** Last names of which nothing is known: there was no answer. */
  readonly unanswered: readonly string[];
  /** The longest anybody waited for an answer or a refusal, in milliseconds. */
  slowest(): number;
  /** Resolves when so many more have been acknowledged. */
  hasFiled(more: number): Promise<void>;
  /** Lets what is under way come to its end. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Begins each last name. */
  readonly name: string;
  readonly atOnce?: number;
}

let addresses = 0;
/** The server must trust us as its proxy: TRUST_PROXY=loopback. */
const nextAddress = () => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** @param urls of servers, used in turn */
export async function startGuestLoad(
  urls: readonly string[],
  { name, atOnce = 8 }: LoadOptions,
): Promise<GuestLoad> {
  const site = await unlistedSite({ url: urls[0] ?? '' });
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  const unanswered: string[] = [];
  const over = new AbortController();
  let serial = 0;
  let slowest = 0;

  const file = async (last_name: string): Promise<void> => {
    const began = performance.now();
    try {
      const answer = await fetch(`${urls[serial % urls.length]}/api/referral/guest/add`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': nextAddress(),
          // No connection is used twice: one that is given up just as it is used again tells nothing of the server.
          connection: 'close',
        },
        body: JSON.stringify(referralBody(site, { last_name })),
      });
      // An answer that is cut off is none.
      await answer.json();
      if (answer.status === 200) acknowledged.push(last_name);
      else refused.set(last_name, answer.status);
    } catch {
      unanswered.push(last_name);
      await pass(RETRY);
    } finally {
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const lane = async () => {
    while (!over.signal.aborted) {
      serial += 1;
      await file(`${name} ${serial}`);
    }
  };
  const lanes = Array.from({ length: atOnce }, lane);

  return {
    acknowledged,
    refused,
    unanswered,
    slowest: () => slowest,
    async hasFiled(more) {
      const goal = acknowledged.length + more;
      while (acknowledged.length < goal) await pass(1);
    },
    async stop() {
      over.abort();
      await Promise.all(lanes);
    },
  };
}
