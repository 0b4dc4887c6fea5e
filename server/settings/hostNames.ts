/** Kinds of the host names of URLs. */
import { isIPv4 } from 'node:net';

/** Whether the host name of a URL is a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[::1\])$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));

/** Whether a host name is a domain name with a dot, not a single label or an IP address. */
export const isDomain = (host: string): boolean => host.includes('.') && /[a-z]$/i.test(host);
