import { z } from 'zod';
import { roleSchema } from './account';

/** The account of an access token (spec section 3, "Session"). For display only: the server uses its own record. */
export const sessionSubjectSchema = z.object({
  username: z.string(),
  fullname: z.string(),
  role: roleSchema,
  approved: z.boolean(),
});
export type SessionSubject = z.output<typeof sessionSubjectSchema>;

/** The tokens that a client stores. The refresh token is opaque to it. */
export const tokenPairSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});
export type TokenPair = z.output<typeof tokenPairSchema>;
