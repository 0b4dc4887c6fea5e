/** Synthetic people for trials; the same seed gives the same people. */
import { SEXES, SUBSTANCES } from '../../contract/constants';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import type { NewReferral } from '../features/referrals';

export const FIRST_NAMES = ['Alex', 'Amara', 'Ana', 'Anh', 'Ben', 'Camila', 'Chloé', 'Diego', 'Dylan', 'Elena', 'Emma', 'Finn', 'Grace', 'Hugo', 'Imani', 'Isla', 'Jamal', 'Javier', 'José', 'Kai', 'Keisha', 'Leah', 'Liam', 'Lucía', 'Malik', 'Mateo', 'Maya', 'Mei', 'Noah', 'Olivia', 'Omar', 'Paz', 'Quinn', 'Ravi', 'Rosa', 'Sam', 'Sofía', 'Tariq', 'Yara', 'Zoë']; // prettier-ignore
const LAST_NAMES = ['Abbott', 'Brooks', 'Castillo', 'Delgado', 'Ellis', 'Fuentes', 'García', 'Hughes', 'Ibarra', 'Jensen', 'Kim', 'López', 'Moreno', 'Nguyễn', 'Ortega', 'Park', 'Quiroz', 'Rivera', 'Santos', 'Tran', 'Wu']; // prettier-ignore
/** Most people have a rare last name, composed of one part from each of these lists. */
const STARTS = ['Al', 'Bar', 'Ber', 'Bran', 'Cal', 'Cas', 'Col', 'Dal', 'Der', 'El', 'Far', 'Gar', 'Hal', 'Ken', 'Lan', 'Mar', 'Mor', 'Nor', 'Pel', 'Ros', 'Sal', 'Tor', 'Ver', 'Wil', 'Yar', 'Zam']; // prettier-ignore
const MIDDLES = ['a', 'ber', 'co', 'den', 'e', 'fi', 'ga', 'i', 'ker', 'la', 'ling', 'mo', 'ni', 'o', 'ra', 'ring', 'sa', 'ti', 've', 'wo']; // prettier-ignore
const ENDS = ['berg', 'dale', 'ford', 'gado', 'ham', 'kins', 'land', 'ley', 'lez', 'man', 'mont', 'ner', 'nik', 'rez', 'sen', 'son', 'stein', 'ton', 'well', 'wood']; // prettier-ignore
const NOTES = [null, null, 'Asked to be called after school.', 'Prefers Spanish.', 'Parent knows about this referral.']; // prettier-ignore

type Reach = Required<
  Pick<NewReferral, 'preferred_language' | 'may_voicemail' | 'may_text' | 'reach_note'>
>;
const UNANSWERED: Reach = {
  preferred_language: null,
  may_voicemail: null,
  may_text: null,
  reach_note: null,
};
/** Answers to how to reach the person. Most people give none. */
export const REACH_ANSWERS: readonly Reach[] = [
  { ...UNANSWERED, may_voicemail: false, may_text: true, reach_note: 'After 4 p.m., when I am alone.' },
  UNANSWERED,
  UNANSWERED,
  { ...UNANSWERED, preferred_language: 'es', may_voicemail: true, may_text: true },
  UNANSWERED,
]; // prettier-ignore

/** One in four people has one of the common last names. */
const COMMON_NAME_INTERVAL = 4;

export type Random = () => number;

/** Generates numbers from 0 to 1, the same for the same seed (a linear congruential generator modulo 2^32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const below = (random: Random, end: number) => Math.floor(random() * end);
const pick = <T>(random: Random, options: readonly T[]): T =>
  options[below(random, options.length)] as T;
const digits = (random: Random, count: number) =>
  String(below(random, 10 ** count)).padStart(count, '0');

export const pickFirstName = (random: Random) => pick(random, FIRST_NAMES);

export const pickLastName = (random: Random) =>
  below(random, COMMON_NAME_INTERVAL) === 0
    ? pick(random, LAST_NAMES)
    : pick(random, STARTS) + pick(random, MIDDLES) + pick(random, ENDS);

/** @param siteIds the sites to choose from */
export function createSyntheticReferral(random: Random, siteIds: readonly string[]): NewReferral {
  // No phone number has the area code 555.
  const [exchange, line] = [digits(random, 3), digits(random, 4)];
  const birth = [
    1960 + below(random, 52),
    ...[1 + below(random, 12), 1 + below(random, 28)].map((part) => String(part).padStart(2, '0')),
  ];
  const substances = new Set([pick(random, SUBSTANCES).name, pick(random, SUBSTANCES).name]);
  return {
    site_id: pick(random, siteIds),
    substance: [...substances],
    first_name: pickFirstName(random),
    last_name: pickLastName(random),
    contact_number: `(555) ${exchange}-${line}`,
    contact_digits: `555${exchange}${line}`,
    sex: pick(random, SEXES),
    dob: birth.join('-'),
    notes: pick(random, NOTES),
    status: pick(random, REFERRAL_STATUSES),
  };
}
