import { z } from 'zod';
import { LENGTHS } from '../constants';
import { possibleOwnerSchema } from '../entities/account';
import {
  duplicatesQuerySchema,
  duplicatesSchema,
  possibleDuplicatesSchema,
} from '../entities/duplicate';
import { bulkChangeSchema, bulkResultsSchema } from '../entities/bulk';
import { historySchema } from '../entities/history';
import { pageQuerySchema, pageSchema } from '../entities/page';
import {
  correctionSchema,
  guestSubmissionSchema,
  referralFiltersSchema,
  referralSchema,
  referralStatusSchema,
  referralSubmissionSchema,
  heldReferralSchema,
} from '../entities/referral';
import { samePersonSchema } from '../entities/samePerson';
import { idSchema, textSchema } from '../entities/text';
import {
  searchTextSchema,
  similarNameSchema,
  worklistQuerySchema,
  worklistSchema,
} from '../entities/worklist';
import {
  defineCall,
  doneSchema,
  INVALID,
  KEY_CONFLICT,
  readParamsSchema,
  SIGNED_IN_ERRORS,
  STALE,
} from './call';
import { endpoints, extraEndpoints } from './endpoints';

const NO_SUCH_REFERRAL = 'No such referral, or the caller may not see it';

export const referralCalls = {
  addReferral: defineCall(endpoints.addReferral, {
    summary: 'File a referral as a signed-in user',
    body: referralSubmissionSchema,
    response: z.object({ _id: idSchema, tracking_id: z.string() }),
    errors: { 401: SIGNED_IN_ERRORS[401], 409: `With a key: ${KEY_CONFLICT}`, ...INVALID },
  }),
  addGuestReferral: defineCall(endpoints.addGuestReferral, {
    summary: 'File a referral as a guest; it is never linked to an account',
    body: guestSubmissionSchema,
    response: doneSchema,
    errors: { 409: `With a key: ${KEY_CONFLICT}`, ...INVALID },
  }),
  listReferrals: defineCall(endpoints.listReferrals, {
    summary: 'The referrals that the caller may see, newest first',
    query: pageQuerySchema,
    response: pageSchema(referralSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  filterReferrals: defineCall(endpoints.filterReferrals, {
    summary: 'The referrals that the caller may see, filtered, newest first',
    query: pageQuerySchema.extend(referralFiltersSchema.shape),
    response: pageSchema(referralSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  countReferrals: defineCall(endpoints.countReferrals, {
    summary: 'The number of referrals that the caller may see',
    response: z.object({ count: z.number().int() }),
    errors: SIGNED_IN_ERRORS,
  }),
  updateReferral: defineCall(endpoints.updateReferral, {
    summary: 'Set status, notes or referrer; only the fields that are sent change',
    body: z.object({
      id: idSchema,
      status: referralStatusSchema.nullish(),
      notes: textSchema(LENGTHS.notes).nullish(),
      /** An active manager's or super user's id; anything else is ignored. */
      referred_by: z.unknown().optional(),
      /** Derived by the server; ignored. */
      has_account: z.unknown().optional(),
    }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, ...STALE, ...INVALID },
  }),
  assignReferral: defineCall(endpoints.assignReferral, {
    summary: 'Make a manager the referrer of a referral',
    body: z.object({ user_id: idSchema, referral_id: idSchema }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such referral or no such manager',
      ...STALE,
      ...INVALID,
    },
  }),
  deleteReferral: defineCall(endpoints.deleteReferral, {
    summary: 'Delete a referral: it leaves every list, and its account, if any, is deactivated',
    body: z.object({ id: idSchema }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, ...STALE, ...INVALID },
  }),
};

export const referralExtras = {
  getReferral: defineCall(extraEndpoints.getReferral, {
    summary: 'One referral that the caller may see, as in the list',
    params: readParamsSchema,
    response: referralSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  listHeld: defineCall(extraEndpoints.listHeld, {
    summary: 'The referrals held, newest first',
    query: pageQuerySchema,
    response: pageSchema(heldReferralSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  countHeld: defineCall(extraEndpoints.countHeld, {
    summary: 'The number of referrals held',
    response: z.object({ count: z.number().int() }),
    errors: SIGNED_IN_ERRORS,
  }),
  releaseReferral: defineCall(extraEndpoints.releaseReferral, {
    summary: 'Release a held referral to the ordinary lists',
    body: z.object({ id: idSchema }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: 'No such held referral', ...STALE, ...INVALID },
  }),
  listWorklist: defineCall(extraEndpoints.listWorklist, {
    summary:
      'The referrals that the caller may see, filtered and in the order asked for, with the numbers of other statuses and owners',
    body: worklistQuerySchema,
    response: worklistSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  countHeldMatches: defineCall(extraEndpoints.countHeldMatches, {
    summary: 'The number of referrals held that the text of the search box finds',
    body: searchTextSchema,
    response: z.object({ count: z.number().int() }),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  listSimilarNames: defineCall(extraEndpoints.listSimilarNames, {
    summary: 'Similar names for the text of the search box, of referrals that the caller may see',
    body: searchTextSchema,
    response: z.array(similarNameSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  getHistory: defineCall(extraEndpoints.getHistory, {
    summary: 'What happened to a referral, newest first',
    params: readParamsSchema,
    response: historySchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  addNote: defineCall(extraEndpoints.addNote, {
    summary: 'Add a note to a referral; notes are never changed or deleted',
    body: z.object({
      id: idSchema,
      text: textSchema(LENGTHS.notes).min(1),
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  correctReferral: defineCall(extraEndpoints.correctReferral, {
    summary: 'Correct what was filed; the history keeps the earlier values',
    body: correctionSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, ...STALE, ...INVALID },
  }),
  listDuplicates: defineCall(extraEndpoints.listDuplicates, {
    summary: 'Which of these referrals may be of the same person as others: ids, no personal data',
    query: duplicatesQuerySchema,
    response: z.array(possibleDuplicatesSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  getDuplicates: defineCall(extraEndpoints.getDuplicates, {
    summary: 'A referral and those that may be of the same person, to compare them',
    params: readParamsSchema,
    response: duplicatesSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  listSamePerson: defineCall(extraEndpoints.listSamePerson, {
    summary:
      'Other referrals of the person of one: open ones first, then the newest; without those that are deleted, held, or marked as of another person',
    params: readParamsSchema,
    response: samePersonSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  markNotSamePerson: defineCall(extraEndpoints.markNotSamePerson, {
    summary: 'Say for good that two referrals are not of the same person',
    body: z.object({ id: idSchema, other: idSchema }).refine(({ id, other }) => id !== other, {
      path: ['other'],
      message: 'Must be another referral',
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  listOwners: defineCall(extraEndpoints.listOwners, {
    summary:
      'The active accounts that can own a referral, by name, and how many open ones each has',
    response: z.array(possibleOwnerSchema),
    errors: SIGNED_IN_ERRORS,
  }),
  assignOwner: defineCall(extraEndpoints.assignOwner, {
    summary: 'Set or remove the owner of a referral; a new owner gets an email if they wish',
    body: z.object({ id: idSchema, owner: idSchema.nullable() }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such referral or no such owner',
      ...STALE,
      ...INVALID,
    },
  }),
  saveReferral: defineCall(extraEndpoints.saveReferral, {
    summary:
      'Set status, notes, referrer and owner and add a note, all or nothing; only the fields that are sent change',
    body: z.object({
      id: idSchema,
      status: referralStatusSchema.optional(),
      notes: textSchema(LENGTHS.notes).optional(),
      /** The id of the manager who becomes the referrer. */
      referred_by: idSchema.optional(),
      /** The id of the account that becomes the owner; null for nobody. */
      owner: idSchema.nullish(),
      /** A dated note for the history. */
      note: textSchema(LENGTHS.notes).min(1).optional(),
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such referral, no such manager or no such owner',
      409: `With a key: ${KEY_CONFLICT}`,
      ...STALE,
      ...INVALID,
    },
  }),
  changeReferrals: defineCall(extraEndpoints.changeReferrals, {
    summary:
      'Change many referrals in one transaction: set the status or owner, release or delete held ones; answers row by row',
    body: bulkChangeSchema,
    response: bulkResultsSchema,
    errors: {
      401: SIGNED_IN_ERRORS[401],
      403: 'The role may not do this, or not to many at once',
      404: 'No such owner',
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
};
