import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createXsrfToken } from './xsrfToken';

const setCookie = (value: string, age = 60) => {
  document.cookie = `XSRF-TOKEN=${value}; path=/; max-age=${age}`;
};
const sent = (value: string) => ({ 'X-XSRF-TOKEN': value });

afterEach(() => {
  setCookie('', 0);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Counts how often the cookies are read. */
const watchReads = () => vi.spyOn(document, 'cookie', 'get');

it("sends another origin nothing, and reads no cookie for it, also if that origin is named like the page's", () => {
  setCookie('secret');
  const reads = watchReads();
  for (const url of [
    'https://api.example.org/v1',
    '//api.example.org',
    `http://${location.hostname}.example.org:${location.port}/api`,
    `${location.origin}1/api`,
    location.origin.replace('http:', 'https:'),
  ]) {
    expect(createXsrfToken(url).headers()).toEqual({});
  }
  expect(reads).not.toHaveBeenCalled();
});

it.each(['/api', `${location.origin}/api`, ''])('sends the own origin the cookie: %j', (url) => {
  const token = createXsrfToken(url);
  expect(token.headers()).toEqual({});
  setCookie('one');
  expect(token.headers()).toEqual(sent('one'));
});

it.each([
  ['encoded', 'a%2Bb%3D%3D', 'a+b=='],
  ['as it is', 'a=b', 'a=b'],
  ['encoded wrongly', '%E0%A4%A', '%E0%A4%A'],
])('sends what the backend wrote: %s', (_how, cookie, value) => {
  setCookie(cookie);
  expect(createXsrfToken('/api').headers()).toEqual(sent(value));
});

describe('in a browser that reports changes of cookies', () => {
  let store: EventTarget;
  let idle: (() => void)[];
  const becomeIdle = () => idle.splice(0).forEach((callback) => callback());

  beforeEach(() => {
    store = new EventTarget();
    idle = [];
    vi.stubGlobal('cookieStore', store);
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  });

  it('reads once, and not while it sends, if the page has been idle since the last response', () => {
    setCookie('one');
    const token = createXsrfToken('/api');
    token.expectChange();
    becomeIdle();
    const reads = watchReads();
    expect(token.headers()).toEqual(sent('one'));
    expect(token.headers()).toEqual(sent('one'));
    expect(reads).not.toHaveBeenCalled();
    token.expectChange();
    token.expectChange();
    becomeIdle();
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('sends what the last response has set, also before the page is idle', () => {
    setCookie('one');
    const token = createXsrfToken('/api');
    expect(token.headers()).toEqual(sent('one'));
    setCookie('two');
    token.expectChange();
    expect(token.headers()).toEqual(sent('two'));
  });

  it.each([
    ['another tab has changed the cookie', () => store.dispatchEvent(new Event('change'))],
    ['the browser had put the page aside', () => window.dispatchEvent(new Event('pageshow'))],
  ])('reads again when %s', (_why, happen) => {
    setCookie('one');
    const token = createXsrfToken('/api');
    expect(token.headers()).toEqual(sent('one'));
    setCookie('two');
    happen();
    becomeIdle();
    const reads = watchReads();
    expect(token.headers()).toEqual(sent('two'));
    setCookie('', 0);
    happen();
    expect(token.headers()).toEqual({});
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('reads soon where a browser does not say when it is idle', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    const token = createXsrfToken('/api');
    setCookie('one');
    token.expectChange();
    vi.runAllTimers();
    vi.useRealTimers();
    const reads = watchReads();
    expect(token.headers()).toEqual(sent('one'));
    expect(reads).not.toHaveBeenCalled();
  });
});
