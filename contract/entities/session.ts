import { z } from 'zod';
import { roleSchema } from './account';

/** Who an access token speaks for (spec section 3, "Session"). For showing only: the server reads its own record. */
export const sessionSubjectSchema = z.object({
  username: z.string(),
  fullname: z.string(),
  role: roleSchema,
  approved: z.boolean(),
});
export type SessionSubject = z.output<typeof sessionSubjectSchema>;

/** The pair a client keeps. The refresh token is opaque to it. */
export const tokenPairSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});
export type TokenPair = z.output<typeof tokenPairSchema>;
