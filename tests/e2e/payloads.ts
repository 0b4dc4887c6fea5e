/** Injection payloads, and texts that may break a layout. `reached` is a hook that none of them may call. */

const long = 'W'.repeat(60);

export const PAYLOADS = [
  `<script>reached('script')</script>`,
  `"><img src=x onerror=reached('img')>`,
  `'><svg/onload=reached('svg')>`,
  `<iframe srcdoc="<script>parent.reached(1)</script>">`,
  `javascript:reached('url')`,
  `<a href="javascript:reached('a')">a link</a>`,
  `<details open ontoggle=reached('toggle')>`,
  `</textarea></title><script>reached('out')</script>`,
  `<style>*{display:none!important}</style>`,
  `{{constructor.constructor('reached("template")')()}}`,
  `\${reached('literal')} #{reached('ruby')}`,
  `'-reached('quote')-' "+reached("plus")+"`,
  `%{smart_count} |||| %{name} %{first}`,
  `&lt;b&gt;reached&lt;/b&gt; &#60;b&#62;`,
  `=HYPERLINK("javascript:reached('cell')","x")`,
  `👩🏽🚀🏳🌈 \u00e9\u0302\u0303\u0304\u0305\u0306 ﷽`,
  `__proto__ constructor toString`,
  `${long} ${long.slice(0, 30)}`,
] as const;

/** Invisible characters and ones that change the text direction: as typed, and as stored. */
export const UNSEEN_PAYLOADS = [
  { typed: `\u202Eright to left override\u202C end`, stored: 'right to left override end' },
  { typed: `zero\u200B\u200D\uFEFFwidth`, stored: 'zerowidth' },
  { typed: `👩🏽‍🚀🏳️‍🌈`, stored: '👩🏽🚀🏳🌈' },
] as const;

/** Fits a phone field: at most 40 characters, and the digits of a phone number. */
export const PHONE_PAYLOAD = `<svg/onload=reached(1)>555 010 2030`;
