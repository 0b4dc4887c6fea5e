/** Names and texts that strain a layout, and records of every kind that carry them. */
import { LENGTHS } from '../../contract/constants';

import { createSuperuserApi } from './prepare';

/** Without a place to wrap. */
const unspaced = (length: number) => 'Wm'.repeat(length).slice(0, length);
/** The longest address: 64 characters before the '@', 254 in all. */
const longEmail = (start: string) =>
  `${start}${unspaced(64 - start.length)}@${`${'m'.repeat(62)}.`.repeat(2)}${'m'.repeat(55)}.org`.toLowerCase();
const pair = (text: string) => [text, text] as const;

/** First and last names. */
export const NAMES: readonly (readonly [string, string])[] = [
  [unspaced(LENGTHS.name), unspaced(LENGTHS.name)],
  // Arabic and Hebrew with numbers and a bracket, which turn around what stands beside them.
  ['محمد 12 (3)', 'עברית 45 -'],
  // Marks above and below that paint over other lines.
  pair(`Z${'\u0301\u0316'.repeat(49)}`),
  ['👩👧👦👨', '🏴🇲🇽🇺🇸'],
  // One of the widest characters.
  pair('﷽'.repeat(20)),
  ['...!?,;:', '(/\\)[]{}<>'],
  ['<b>Robin</b>', '</td></table><img src=x>'],
  ['Ng', 'O’Brien-Smith'],
];

/** One site for each kind of name. */
const SITES = [
  unspaced(LENGTHS.siteName),
  `مدرسة 7 (أ) ${'طويلة'.repeat(20)}`,
  `S${'\u0301\u0316'.repeat(60)} School`,
  '﷽'.repeat(30),
  '--- ( ) ---',
];

/** A line without a break, and a letter with many marks. */
const NOTES = `abc 123 (def\n${unspaced(400)}\nZ${'\u0301'.repeat(100)}`;

/** A provider without mercy. */
export const BRAND = `${unspaced(80)} مركز 24`;

export const LOGINS = {
  manager: longEmail('manager'),
  referral: longEmail('referral'),
};

/** Creates sites, referrals, held referrals, accounts and pending accounts with these names. */
export async function createHostileRecords(url: string): Promise<void> {
  const api = await createSuperuserApi(url);
  for (const site of SITES) await api.addSite(site);
  const [longest = ''] = SITES;
  await api.addReferred(NAMES[4]?.[0] ?? '', LOGINS.referral);
  // The last one is the first of the list.
  for (const [index, [first_name, last_name]] of [...NAMES.entries()].toReversed()) {
    await api.fileReferral(last_name, {
      first_name,
      notes: NOTES,
      site: await api.siteChoice(SITES[index % SITES.length] ?? longest),
      contact_number: `+1 (310) 555-0142 ext. 12345678 ${index}`,
    });
    await api.addPending(first_name, longEmail(`pending${index}`));
  }
  await api.addManager(NAMES[0]?.[0] ?? '', LOGINS.manager, longest);
  // Held as spam: its hidden field is filled in.
  const site = await api.siteChoice(longest);
  for (const [first_name, last_name] of NAMES.slice(0, 3))
    await fetch(`${url}/api/referral/guest/add`, {
      method: 'POST',
      // The longest address, which the activity log shows.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.113.100.255' },
      body: JSON.stringify({
        substance: ['Opioid-related'],
        site,
        first_name,
        last_name,
        contact_number: '(555) 010-2030',
        sex: 'Female',
        dob: '2007-01-31',
        notes: NOTES,
        website: 'https://spam.example',
      }),
    });
}
