import { z } from 'zod';
import { NOTICE_CODES } from '../constants';

/** Something a signed-in person should know about, as long as it lasts. A newer server may name others. */
export const noticeSchema = z.object({ code: z.enum(NOTICE_CODES) });
