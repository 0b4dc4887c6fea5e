/** Every text field of every call takes what is pasted, as the same text without what nobody sees. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { probationDetailsSchema } from '../entities/referral';
import { allCalls } from './index';

/** Fields that take a text as it is, or refuse it. */
const AS_SENT: Readonly<Record<string, string>> = {
  _id: 'an id',
  account: 'an id',
  actor: 'an id',
  consent: 'an id',
  consents: 'ids',
  id: 'an id',
  ids: 'ids',
  mediCal_county: 'an id',
  other: 'an id',
  owner: 'an id',
  referral: 'an id',
  referral_id: 'an id',
  'listWorklist.site': 'an id',
  'saveReferral.referred_by': 'an id',
  user_id: 'an id',
  value: 'an id',
  current_password: 'a password',
  new_pass: 'a password',
  password: 'a password',
  reset_token: 'a token',
  token: 'a token',
  after: 'a cursor',
  also: 'ids',
  'addContactAttempt.at': 'a time, computed',
  'setFollowUp.at': 'an hour, computed',
  'saveReferral.at': 'an hour, computed',
  on: 'a day, computed',
  signed_on: 'a day, computed',
  last_day: 'a day, computed',
  from: 'a time, computed',
  to: 'a time, computed',
  filter: 'JSON, whose fields are listed',
  range: 'JSON of numbers',
  sort: 'JSON of names',
  label: 'ignored',
  'deleteSite.name': 'ignored',
  remember: 'a box, checked or not',
};

const SOURCES = [
  ...Object.entries(allCalls).flatMap(([name, call]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = (call as Partial<Record<typeof part, z.ZodType>>)[part];
      return schema ? [{ name, schema }] : [];
    }),
  ),
  { name: 'probation', schema: probationDetailsSchema },
];

interface Field {
  /** Its call or group, and its name. */
  readonly path: string;
  readonly schema: z.ZodType;
}

const isText = (schema: z.core.$ZodType): boolean => {
  const { def } = schema as z.ZodType & { def: { type: string; in?: z.core.$ZodType } };
  return def.type === 'string' || (def.type === 'pipe' && def.in !== undefined && isText(def.in));
};

/** Finds the schemas of texts. What is not a text, such as a number or a choice of a list, has none. */
function textsOf(schema: z.core.$ZodType, path: string): Field[] {
  if (isText(schema)) return [{ path, schema: schema as z.ZodType }];
  if (schema instanceof z.ZodObject) {
    const [source] = path.split('.');
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      textsOf(field, `${source}.${name}`),
    );
  }
  if (schema instanceof z.ZodPipe) return textsOf(schema.in, path);
  if (schema instanceof z.ZodArray) return textsOf(schema.element, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => textsOf(each, path));
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((each) => textsOf(each, path));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return textsOf(schema.def.innerType, path);
  }
  return [];
}

const fields = SOURCES.flatMap(({ name, schema }) => textsOf(schema, name));
const reasonOf = ({ path }: Field) => AS_SENT[path] ?? AS_SENT[path.split('.')[1] ?? ''];

const EXAMPLES = ['robin@example.org', '310-555-0142', '2008-02-29', '2008'];
/** As from a cell of a spreadsheet, with controls, half of a character, marks of direction and what cannot be seen. */
const pasted = (text: string) =>
  `\ufeff\t\u2068${text.slice(0, 2)}\u200b\0\u0002\u001e\ud83d\u202e${text.slice(2)}\u202c\u2069\ufffc\u0085\v\f\u2028\r\n`;
const results = ({ schema }: Field) =>
  EXAMPLES.map((text) => [schema.safeParse(text), schema.safeParse(pasted(text))] as const).filter(
    ([{ success }]) => success,
  );

it('finds the texts of every call', () => {
  const paths = new Set(fields.map(({ path }) => path));
  for (const path of [
    'addGuestReferral.first_name',
    'addReferral.notes',
    'correctReferral.contact_number',
    'addNote.text',
    'login.username',
    'register.fullname',
    'register.site',
    'updateAccount.username',
    'updateSite.name',
    'filterReferrals.name',
    'listWorklist.q',
    'searchAccounts.query',
    'probation.probation_email',
    'addGuestReferral.reach_note',
    'correctReferral.reach_note',
  ])
    expect(paths).toContain(path);
});

it.each(fields.filter((field) => reasonOf(field) === undefined))('$path', (field) => {
  const checked = results(field);
  expect(checked).not.toEqual([]);
  for (const [typed, copied] of checked) expect(copied).toEqual(typed);
});

it('leaves out nothing of other fields', () => {
  const others = fields.filter((field) => reasonOf(field) !== undefined);
  expect(new Set(others.map(reasonOf))).toEqual(new Set(Object.values(AS_SENT)));
  for (const { path, schema } of others) {
    const { data } = schema.safeParse('a\u200bbcdef');
    if (typeof data === 'string') expect([path, data]).toEqual([path, 'a\u200bbcdef']);
  }
});

it('takes a tracking ID of the activity log as it is pasted', () => {
  const { query } = allCalls.listAudit;
  const read = (person: string) => query.parse({ filter: JSON.stringify({ person }) });
  expect(read(pasted('R-7Q2M-4KXP'))).toEqual(read('R-7Q2M-4KXP'));
});
