/** Kinds of the host names of URLs. */
import { isIPv4 } from 'node:net';

/** Whether the host name of a URL is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));

/** Whether it is a name that others can look up, not one of this network or an address that is only numbers. */
export const isDomain = (host: string): boolean => host.includes('.') && /[a-z]$/i.test(host);
