/** Requests with canaries, which no log may contain. */
import { request as requestHttp } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/**
 * Texts that occur only in the content of the requests. They consist of letters and digits, which look the same in every
 * encoding.
 */
const CANARIES = {
  name: 'CanaryMaria',
  phone: '5550142987',
  token: 'CanaryBearerToken',
  resetToken: 'CanaryResetToken',
  cookie: 'CanaryDeviceCookie',
  referrer: 'CanaryReferrer',
};

/** The path of most requests, which a log may have. */
export const PATH = '/api/referrals';
const SEARCH = `${PATH}?first_name=${CANARIES.name}&phone=%28${CANARIES.phone}`;
const RESET = `${PATH}/reset?reset_token=${CANARIES.resetToken}`;
const HEADERS = {
  authorization: `Bearer ${CANARIES.token}`,
  cookie: `device=${CANARIES.cookie}`,
  referer: `https://refer.example.org/?name=${CANARIES.referrer}`,
};

/** Returns the canaries that a text has. */
export const findCanaries = (text: string): string[] =>
  Object.values(CANARIES).filter((canary) => text.toLowerCase().includes(canary.toLowerCase()));

/**
 * Sends requests of every kind to each address and waits until each has its response or has failed.
 * @param signal makes the clients give up
 */
export async function sendRequests(urls: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    urls.flatMap((url) => [
      sendHttp(new URL(SEARCH, url), 'GET', signal),
      sendHttp(new URL(RESET, url), 'POST', signal),
      sendInvalid(new URL(SEARCH, url), signal),
      ...(url.startsWith('https:') ? [sendHttp2(url, signal)] : []),
    ]),
  );
}

async function sendHttp(url: URL, method: string, signal: AbortSignal): Promise<void> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method,
    signal,
    headers: HEADERS,
    agent: false,
    rejectUnauthorized: false,
  });
  request
    .on('response', (response) => response.on('error', () => {}).resume())
    .on('error', () => {});
  request.end();
  await closed(request);
}

async function sendHttp2(url: string, signal: AbortSignal): Promise<void> {
  const session = connectHttp2(url, { rejectUnauthorized: false });
  session.on('error', () => {});
  const { HTTP2_HEADER_PATH } = constants;
  const stream = session.request({ ...HEADERS, [HTTP2_HEADER_PATH]: SEARCH }, { signal });
  stream.on('error', () => {}).resume();
  await closed(stream);
  session.destroy();
}

/** A header without a colon, which every proxy refuses. */
async function sendInvalid(
  { hostname, port, protocol, pathname, search }: URL,
  signal: AbortSignal,
) {
  const options = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const socket = protocol === 'https:' ? connectTls(options) : connect(options);
  signal.addEventListener('abort', () => socket.destroy());
  socket.on('error', () => {}).resume();
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: refer.example.org\r\nConnection: close\r\n${headers.join('')}${CANARIES.name}\r\n\r\n`,
  );
  await closed(socket);
}

/** Unlike `once` of node:events, does not reject when the stream fails: these requests are meant to. */
const closed = (stream: NodeJS.EventEmitter): Promise<void> =>
  new Promise((done) => stream.once('close', () => done()));
