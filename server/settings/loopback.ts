import { isIPv4 } from 'node:net';

/** Whether the host name of a URL is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));
