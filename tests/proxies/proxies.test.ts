/** No proxy logs the content of requests (names that staff search for, tokens, cookies), however the server responds. */
import { describe, expect, inject, it, vi } from 'vitest';
import { PROXIES } from './proxies';
import { findCanaries, PATH, sendRequests } from './requests';
import { UPSTREAMS } from './upstreams';

type ProxyName = keyof typeof PROXIES;
type UpstreamName = keyof typeof UPSTREAMS;

const environment = inject('proxyEnvironment');

interface Conditions {
  readonly edit?: (configuration: string) => string;
  /** Whether the clients give up as soon as the upstream has received their requests. */
  readonly clientsGiveUp?: boolean;
}

/** Sends the requests through a proxy to an upstream. Returns all that the proxy has written. */
async function logOf(
  proxyName: ProxyName,
  upstreamName: UpstreamName,
  { edit, clientsGiveUp = false }: Conditions = {},
): Promise<string> {
  const upstream = await UPSTREAMS[upstreamName]();
  const proxy = await PROXIES[proxyName]({
    environment: environment ?? {},
    upstream: upstream.address,
    edit,
  });
  const patience = new AbortController();
  const sent = sendRequests(proxy.urls, patience.signal);
  let log = '';
  try {
    if (clientsGiveUp) {
      await vi.waitFor(() => expect(upstream.received()).toBeGreaterThan(1), { timeout: 60_000 });
      patience.abort();
    }
    await sent;
  } finally {
    // Also after a failure: no proxy outlives its test.
    log = await proxy.stop();
    await upstream.close();
  }
  return log;
}

/** Part of a log line for a request: its path, without a query. */
const LINE: Record<ProxyName, RegExp> = {
  caddy: new RegExp(`"uri":"${PATH}"`),
  nginx: new RegExp(`"(GET|POST) ${PATH} HTTP/\\S+" \\d+`),
  haproxy: new RegExp(`"(GET|POST) \\S*${PATH} HTTP/\\S+" \\d+`),
};
/** The example for Caddy has no access log: it logs only requests that it could not pass on. */
const LOGGED_BY_CADDY: readonly UpstreamName[] = [
  'is dead',
  'has no usable address',
  'answers garbage',
  'resets the connection',
];

const proxyNames = Object.keys(PROXIES) as ProxyName[];
const upstreamNames = Object.keys(UPSTREAMS) as UpstreamName[];

describe.skipIf(environment === null).concurrent.each(proxyNames)('%s', (proxy) => {
  it.each(upstreamNames)('logs no name and no token when the server %s', async (upstream) => {
    // Caddy has no timeout for an answer.
    const clientsGiveUp = upstream === 'never answers' && proxy === 'caddy';
    const log = await logOf(proxy, upstream, { clientsGiveUp });
    expect(findCanaries(log)).toEqual([]);
    const isLogged = proxy !== 'caddy' || LOGGED_BY_CADDY.includes(upstream);
    expect(log).toMatch(isLogged ? LINE[proxy] : /./);
  });
});

it.skipIf(environment === null).concurrent.each(['nginx', 'haproxy'] as const)(
  '%s logs no name and no token when clients give up',
  async (proxy) => {
    const log = await logOf(proxy, 'never answers', { clientsGiveUp: true });
    expect(findCanaries(log)).toEqual([]);
    expect(log).toMatch(LINE[proxy]);
  },
);

/** What makes each proxy log requests in its usual way, so that the tests above are seen to detect it. */
const USUAL_LOG: Record<ProxyName, (configuration: string) => string> = {
  caddy: (text) => text.replace(/^\{\n.*?^\}\n/ms, ''),
  nginx: (text) => text.replace('referral-desk.log referral_desk', 'referral-desk.log combined'),
  haproxy: (text) => text.replace(/log-format .*/, 'option httplog'),
};

it.skipIf(environment === null).concurrent.each(proxyNames)(
  '%s would log them without the settings of the example',
  async (proxy) => {
    expect(findCanaries(await logOf(proxy, 'is dead', { edit: USUAL_LOG[proxy] }))).not.toEqual([]);
  },
);
