/** Load generator: concurrent guests file referrals continuously, each for a different person and from a different address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findUnlistedSiteId } from './processCalls';
import { referralBody } from './fixtures';

/** Milliseconds before the next request after one that got no response. */
const RETRY = 20;

export interface GuestLoad {
  /** Last names of acknowledged referrals. */
  readonly acknowledged: readonly string[];
  /** Last names of refused referrals, with the status. */
  readonly refused: ReadonlyMap<string, number>;
  /** Last names of referrals in an unknown state: there was no response. */
  readonly unanswered: readonly string[];
  /** The longest response time, in milliseconds. */
  slowest(): number;
  /** Resolves when this many more referrals are acknowledged. */
  waitForAcknowledged(more: number): Promise<void>;
  /** Stops sending and waits for the requests in flight. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Prefix of each last name. */
  readonly name: string;
  readonly concurrency?: number;
}

let addresses = 0;
/** Sent as X-Forwarded-For, so the server must run with TRUST_PROXY=loopback. */
const nextAddress = () => {
  addresses += 1;
  return `10.${addresses & 255}.${(addresses >> 8) & 255}.${(addresses >> 16) & 255}`;
};

/** @param urls the servers' URLs, used round-robin */
export async function startGuestLoad(
  urls: readonly string[],
  { name, concurrency = 8 }: LoadOptions,
): Promise<GuestLoad> {
  const site = await findUnlistedSiteId({ url: urls[0] ?? '' });
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  const unanswered: string[] = [];
  const stopping = new AbortController();
  let serial = 0;
  let slowest = 0;

  const fileReferral = async (last_name: string): Promise<void> => {
    const began = performance.now();
    try {
      const answer = await fetch(`${urls[serial % urls.length]}/api/referral/guest/add`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': nextAddress(),
          // No keep-alive: a connection closed just as it is reused would fail without saying anything about the server.
          connection: 'close',
        },
        body: JSON.stringify(referralBody(site, { last_name })),
      });
      // A truncated response counts as no response.
      await answer.json();
      if (answer.status === 200) acknowledged.push(last_name);
      else refused.set(last_name, answer.status);
    } catch {
      unanswered.push(last_name);
      await sleep(RETRY);
    } finally {
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      serial += 1;
      await fileReferral(`${name} ${serial}`);
    }
  };
  const workers = Array.from({ length: concurrency }, work);

  return {
    acknowledged,
    refused,
    unanswered,
    slowest: () => slowest,
    async waitForAcknowledged(more) {
      const goal = acknowledged.length + more;
      while (acknowledged.length < goal) await sleep(1);
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers);
    },
  };
}
