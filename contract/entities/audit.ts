import { z } from 'zod';
import { LENGTHS } from '../constants';
import { AUDIT_LIMITS } from '../staffConstants';
import { idSchema, lineSchema } from './text';

/** The kind of a record; `unknown` if its id is in no table. */
const AUDIT_RECORD_KINDS = ['referral', 'account', 'site', 'unknown'] as const;

const auditRecordSchema = z.object({
  id: idSchema,
  kind: z.enum(AUDIT_RECORD_KINDS),
  /** The current name, also of a deleted record: the trail itself contains no names. */
  name: z.string(),
  /** Only for a referral. */
  tracking_id: z.string().optional(),
});
export type AuditRecord = z.output<typeof auditRecordSchema>;

/** One entry of the audit trail as a super user reads it. */
export const auditEntrySchema = z.object({
  /** 1, 2, 3 …, without gaps. */
  id: z.number().int(),
  /** ISO date-time, UTC. */
  at: z.string(),
  /** The call, such as 'updateReferral'. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  ip: z.string(),
  /** Null for a visitor. */
  actor: z.object({ id: idSchema, fullname: z.string(), username: z.string() }).nullable(),
  /** The first records; those that the list is filtered by come first. */
  records: z.array(auditRecordSchema).max(AUDIT_LIMITS.recordsShown),
  recordCount: z.number().int(),
  /** How many refused requests of the account the entry stands for; null or absent for an entry of one request. */
  refusals: z.number().int().nullish(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** The most actions to filter by: several calls may have one name on the screen. */
const MAX_ACTIONS = 10;

/** Filters of the list. Unknown filters are refused: ignoring one would silently return too many entries. */
const auditFilterSchema = z.strictObject({
  /** The id of the account that acted. */
  actor: idSchema.optional(),
  /** The record that was changed or shown: its id, or the tracking id of a referral. */
  person: lineSchema(LENGTHS.id).optional(),
  /** Changes, and whatever was refused: neither reads nor logins that succeeded. */
  kind: z.literal('changes').optional(),
  /** The actions to list, by their current names. */
  actions: z.array(lineSchema(LENGTHS.id)).min(1).max(MAX_ACTIONS).optional(),
  /** `from` is inclusive, `to` is exclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /**
   * The number of the newest entry to include. Later pages use the first page's, so that entries added since do not shift them.
   */
  until: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

const index = z.number().int().min(0);
/** The first and last index wanted, from 0. */
const auditRangeSchema = z
  .tuple([index.max(AUDIT_LIMITS.counted - 1), index])
  .refine(([first, last]) => last >= first && last - first < AUDIT_LIMITS.rows, {
    message: `Must be of 1 to ${AUDIT_LIMITS.rows} places`,
  });

const auditSortSchema = z.tuple([z.literal('id'), z.enum(['ASC', 'DESC'])]);

const LONGEST_PARAMETER = 1_000;

/** A query parameter that contains JSON. */
const jsonOf = <S extends z.ZodType>(schema: S, otherwise: string) =>
  z
    .string()
    .max(LONGEST_PARAMETER)
    .default(otherwise)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('Is not valid JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The query format of ra-data-simple-rest. */
export const auditQuerySchema = z.object({
  filter: jsonOf(auditFilterSchema, '{}'),
  range: jsonOf(auditRangeSchema, JSON.stringify([0, AUDIT_LIMITS.pageSize - 1])),
  sort: jsonOf(auditSortSchema, '["id","DESC"]'),
});
