/** Emails that there is news about a referral (docs/decisions/0083-news.md). */
import { z } from 'zod';
import { lookUpSchema } from './receipt';
import { emailSchema } from './text';

/** Whether the caller gets an email when there is news about what they may read. */
export const newsMailSchema = z.object({ is_on: z.boolean() });

/** What the holder of a receipt enters to get an email when there is news. */
export const askedNewsSchema = lookUpSchema.extend({ email: emailSchema });

/** Whether an email was queued that asks whether the address is theirs; nothing else is said. */
export const askedNewsResultSchema = z.object({ mailed: z.boolean() });

/** The token of a link in an email about news. */
export const newsTokenSchema = z.object({ token: z.string().max(512) });
