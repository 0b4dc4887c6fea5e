import { z } from 'zod';
import { auditEntrySchema, auditQuerySchema } from '../entities/audit';
import { defineCall, INVALID, SIGNED_IN_ERRORS } from './call';
import { extraEndpoints } from './endpoints';

export const auditExtras = {
  listAudit: defineCall(extraEndpoints.listAudit, {
    summary:
      'The audit trail, newest first, filtered by action, account, person or time; Content-Range contains the number of entries, counted up to 10,000',
    query: auditQuerySchema,
    response: z.array(auditEntrySchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
};
