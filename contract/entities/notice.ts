import { z } from 'zod';
import { NOTICE_CODES } from '../staffConstants';

/** A notice for a signed-in user, as long as its cause lasts. A newer server may have other codes. */
export const noticeSchema = z.object({ code: z.enum(NOTICE_CODES) });
