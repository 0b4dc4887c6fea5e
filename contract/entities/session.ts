import { z } from 'zod';
import { roleSchema } from './account';
import { idSchema } from './text';

/** The account of an access token (spec section 3, "Session"). For display only: the server uses its own record. */
export const sessionSubjectSchema = z.object({
  username: z.string(),
  fullname: z.string(),
  role: roleSchema,
  approved: z.boolean(),

  /** An addition of our server: the account's id, compared with the referrer and owner of a referral. */
  id: idSchema.optional(),
});
export type SessionSubject = z.output<typeof sessionSubjectSchema>;

/** The tokens that a client stores. The refresh token is opaque to it. */
export const tokenPairSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});
export type TokenPair = z.output<typeof tokenPairSchema>;
