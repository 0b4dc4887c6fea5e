import { z } from 'zod';
import { AUDIT_LIMITS, LENGTHS } from '../constants';
import { idSchema, lineSchema } from './text';

/** What an entry is about. A record that this server does not know any longer, or never did, is `unknown`. */
const AUDIT_RECORD_KINDS = ['referral', 'account', 'site', 'unknown'] as const;

const auditRecordSchema = z.object({
  id: idSchema,
  kind: z.enum(AUDIT_RECORD_KINDS),
  /** As it is now, also of what was deleted: the trail itself holds no names. */
  name: z.string(),
  /** Of a referral. */
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
  /** The first of them; those that were asked for come first. */
  records: z.array(auditRecordSchema).max(AUDIT_LIMITS.recordsShown),
  recordCount: z.number().int(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** What the list is narrowed by. One that is not known is refused: a list that is wider than it says would mislead. */
const auditFilterSchema = z.strictObject({
  /** The id of the account that acted. */
  actor: idSchema.optional(),
  /** The record acted on or shown: its id, or the tracking id of a referral. */
  person: lineSchema(LENGTHS.id).optional(),
  /** From this moment on, and before that one. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** The number of the newest entry wanted: pages after the first, of the trail as it was when the first was read. */
  until: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

const place = z.number().int().min(0);
/** The first and the last place wanted, from 0. */
const auditRangeSchema = z
  .tuple([place.max(AUDIT_LIMITS.counted - 1), place])
  .refine(([first, last]) => last >= first && last - first < AUDIT_LIMITS.rows, {
    message: `Must be of 1 to ${AUDIT_LIMITS.rows} places`,
  });

const auditSortSchema = z.tuple([z.literal('id'), z.enum(['ASC', 'DESC'])]);

const LONGEST_PARAMETER = 1_000;

/** A parameter that carries JSON. */
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

/** The dialect of ra-data-simple-rest. */
export const auditQuerySchema = z.object({
  filter: jsonOf(auditFilterSchema, '{}'),
  range: jsonOf(auditRangeSchema, JSON.stringify([0, AUDIT_LIMITS.pageSize - 1])),
  sort: jsonOf(auditSortSchema, '["id","DESC"]'),
});
