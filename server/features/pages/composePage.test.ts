import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RenderedPage, PageData } from '../../../contract/page';
import { composePage, type WebBuild, cspHash } from './composePage';

const compare = (one = '', other = '') => one.localeCompare(other);

const BUILD: WebBuild = {
  html: `<!doctype html>
<html lang="en">
  <head>
    <title>Referral Desk</title>
    <meta name="description" content="File a referral." />
    <link rel="preload" href="/settings.json" as="fetch" crossorigin="anonymous" />
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <noscript><p>No scripts</p></noscript>
    <div id="root"></div>
  </body>
</html>`,
  manifest: {
    'contract/languages/es.everyone.part.js': { file: 'assets/es-1.js' },
    'src/SignedInApp.tsx': {
      file: 'assets/app-1.js',
      imports: ['_shared.js', 'index.html'],
      css: ['assets/app-1.css'],
    },
    '_shared.js': { file: 'assets/shared-1.js' },
    'index.html': { file: 'assets/index-1.js', css: ['assets/index-1.css'] },
  },
  readStyle: (file) => `/* ${file} */`,
};
const PAGE: RenderedPage = {
  language: 'es',
  title: 'A <b>brand</b> & "more"',
  description: 'Para $& todos',
  content: '<h1>$1 Hola</h1>',
  settings: { apiUrl: '/api', brandName: '</script><script>alert(1)</script>' },
  notStarted: '<div id="not-started">$& Llámenos</div>',
  script: 'go()',
  modules: ['contract/languages/es.everyone.part.js'],
};
const DATA: PageData = { settings: {}, features: ['audit'] };

it.each([
  [undefined, '<p>No scripts</p></noscript>'],
  [' ', '<p>No scripts</p></noscript>'],
  ['(310) 555-0142', '<a href="tel:3105550142">(310) 555-0142</a></p>'],
  ['<b>$& 12', 'O llámenos</span>: &lt;b&gt;$&amp; 12</p>'],
])('says whom to call without scripts, given the phone number %j', (supportPhone, part) => {
  for (const page of [PAGE, { ...PAGE, content: '' }]) {
    expect(composePage(BUILD, page, { settings: { supportPhone } })).toContain(part);
  }
});

describe('a prerendered page', () => {
  const html = composePage(BUILD, PAGE, DATA);

  it('has its language, content and title, and preloads its texts', () => {
    expect(html).toContain('<html lang="es">');
    expect(html).toContain('<div id="root"><h1>$1 Hola</h1></div>');
    expect(html).toContain('<title>A &lt;b&gt;brand&lt;/b&gt; &amp; &quot;more&quot;</title>');
    expect(html).toContain('content="Para $&amp; todos"');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/es-1.js" />');
  });

  it('inlines its styles and drops the preload of the settings', () => {
    expect(html).toContain('<style>/* assets/index-1.css */</style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).not.toContain('settings.json');
  });

  it('loads its scripts last, after the inline script', () => {
    const order = ['$1 Hola', 'go()', '/assets/es-1.js', '/assets/index-1.js', '</body>'];
    const places = order.map((text) => html.lastIndexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(html.match(/index-1\.js/g)).toHaveLength(1);
  });

  it('embeds its data with the settings as rendered, escaped, so a brand name cannot close the script element', () => {
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data)).toEqual({ ...DATA, settings: PAGE.settings });
    expect(html).not.toContain('alert(1)</script>');
  });

  it('says what to do without the app after its root element', () => {
    expect(html).toContain('<h1>$1 Hola</h1></div><div id="not-started">$& Llámenos</div>');
  });

  it('contains no inline script but the one allowed by the security policy', () => {
    const scripts = [
      ...html.matchAll(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs),
    ];
    expect(scripts.map(([, text]) => text).filter(Boolean)).toEqual(['go()']);
    const hash = createHash('sha256').update('go()').digest('base64');
    expect(cspHash('go()')).toBe(`'sha256-${hash}'`);
  });
});

describe('a page rendered in the browser', () => {
  const modules = ['src/SignedInApp.tsx'];
  const html = composePage(BUILD, { ...PAGE, content: '', modules }, DATA);

  it('preloads everything its script would load, without duplicates', () => {
    const named = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(named.toSorted(compare)).toEqual([
      'assets/app-1.css',
      'assets/app-1.js',
      'assets/index-1.js',
      'assets/shared-1.js',
    ]);
    expect(html).toContain('<style>/* assets/index-1.css */</style>');
  });

  it('has an empty root element, before what says what to do without the app', () => {
    expect(html).toContain('<div id="root"></div><div id="not-started">');
  });

  it('runs the inline script before any of the app', () => {
    const [first] = html.matchAll(/<(?:script|link rel="modulepreload")[^>]*>[^<]*/g);
    expect(first?.[0]).toBe('<script>go()');
  });
});
