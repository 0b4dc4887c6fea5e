import { z } from 'zod';
import { LENGTHS } from '../constants';
import { possibleOwnerSchema } from '../entities/account';
import {
  duplicatesQuerySchema,
  duplicatesSchema,
  possibleDuplicatesSchema,
} from '../entities/duplicate';
import { endingShape, refineEnding } from '../entities/ending';
import { CONSENT_LEVELS, LOGIN_HOLDERS } from '../consent';
import { bulkChangeSchema, bulkResultsSchema } from '../entities/bulk';
import {
  followUpRulesSchema,
  followUpSchema,
  newAttemptSchema,
  savedAttemptSchema,
  todayQuerySchema,
  todaySchema,
} from '../entities/contact';
import { loginSchema, ownReferralAnswerSchema } from '../entities/ownReferral';
import { filedPageSchema, filedQuerySchema, readerSchema } from '../entities/filed';
import {
  accountingSchema,
  answeredConsentSchema,
  consentsSchema,
  endConsentsSchema,
  newConsentSchema,
  paperSignatureSchema,
  toldAnswerSchema,
} from '../entities/consent';
import {
  guestReceiptSchema,
  lookUpResultSchema,
  lookUpSchema,
  receiptSchema,
  renewalSchema,
} from '../entities/receipt';
import {
  askedNewsResultSchema,
  askedNewsSchema,
  newsMailSchema,
  newsTokenSchema,
} from '../entities/news';
import { historySchema } from '../entities/history';
import { pageQuerySchema, pageSchema } from '../entities/page';
import {
  correctionSchema,
  deletedReferralSchema,
  deletionSchema,
  guestSubmissionSchema,
  referralFiltersSchema,
  referralSchema,
  referralStatusSchema,
  ownSubmissionSchema,
  heldReferralSchema,
} from '../entities/referral';
import { idSchema, optionalLineSchema, textSchema } from '../entities/text';
import { REASON_NOTE_MAX } from '../staffConstants';
import { samePersonSchema } from '../entities/samePerson';
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
const NO_SUCH_CONSENT = 'No such consent, or the caller may not see its referral';

export const referralCalls = {
  addReferral: defineCall(endpoints.addReferral, {
    summary:
      'File a referral as a signed-in user. `ask_consent` asks for the consent of the person to tell the user what comes of it',
    body: ownSubmissionSchema,
    response: z.object({ _id: idSchema, tracking_id: z.string() }),
    errors: { 401: SIGNED_IN_ERRORS[401], 409: `With a key: ${KEY_CONFLICT}`, ...INVALID },
  }),
  addGuestReferral: defineCall(endpoints.addGuestReferral, {
    summary:
      'File a referral as a guest; it is never linked to an account. With `lookUp`, the answer is a receipt: reference and code',
    body: guestSubmissionSchema,
    response: guestReceiptSchema,
    errors: { 409: `With a key: ${KEY_CONFLICT}`, ...INVALID },
  }),
  listReferrals: defineCall(endpoints.listReferrals, {
    summary:
      'The referrals that the caller may see, newest first; outside of the program, those of `/referral/filed`',
    query: pageQuerySchema,
    response: pageSchema(referralSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  filterReferrals: defineCall(endpoints.filterReferrals, {
    summary: 'The same, filtered',
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
    body: deletionSchema,
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
  listFiled: defineCall(extraEndpoints.listFiled, {
    summary: 'What the own account filed, as it was filed, newest first, with the answer to each',
    body: filedQuerySchema,
    response: filedPageSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  getReader: defineCall(extraEndpoints.getReader, {
    summary: 'Whether the caller sees referrals as staff of the program, and how many they filed',
    response: readerSchema,
    errors: SIGNED_IN_ERRORS,
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
  listDeleted: defineCall(extraEndpoints.listDeleted, {
    summary: 'The referrals that were deleted and can still be put back, those deleted last first',
    query: pageQuerySchema,
    response: pageSchema(deletedReferralSchema).extend({ days: z.number().int() }),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  countDeleted: defineCall(extraEndpoints.countDeleted, {
    summary: 'The number of these referrals, and the days for which one can be put back',
    response: z.object({ count: z.number().int(), days: z.number().int() }),
    errors: SIGNED_IN_ERRORS,
  }),
  putBackReferral: defineCall(extraEndpoints.putBackReferral, {
    summary: 'Put a deleted referral back as it was; its account, if any, stays deactivated',
    body: z.object({
      id: idSchema,
      /** Why, for the history. */
      note: optionalLineSchema(REASON_NOTE_MAX).optional(),
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such deleted referral, or its time is over',
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
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
  getFollowUpRules: defineCall(extraEndpoints.getFollowUpRules, {
    summary: 'The rules by which the next step of a referral is found',
    response: followUpRulesSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  addContactAttempt: defineCall(extraEndpoints.addContactAttempt, {
    summary:
      'Save an attempt to reach the person, and when to call back; the same again within two minutes is one',
    body: newAttemptSchema,
    response: savedAttemptSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: `With a key: ${KEY_CONFLICT}`,
      ...STALE,
      ...INVALID,
    },
  }),
  strikeContactAttempt: defineCall(extraEndpoints.strikeContactAttempt, {
    summary: 'Undo an attempt within ten seconds, or say later why it was entered by mistake',
    body: z.object({ id: idSchema, reason: textSchema(LENGTHS.notes).nullish() }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such attempt, or the caller may not see its referral',
      409: 'Somebody else has saved an attempt since',
      ...INVALID,
    },
  }),
  addParentNotContacted: defineCall(extraEndpoints.addParentNotContacted, {
    summary: 'Say why a parent was not contacted (Cal. Family Code 6929)',
    body: z.object({ id: idSchema, because: textSchema(LENGTHS.notes).min(1) }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  setFollowUp: defineCall(extraEndpoints.setFollowUp, {
    summary: 'Set the day on which to call back; with a closed status also none',
    body: z.object({
      id: idSchema,
      follow_up: followUpSchema.nullable(),
      because: textSchema(LENGTHS.notes).nullish(),
    }),
    response: z.object({
      /** The day that it replaced. */
      previous: followUpSchema.nullable(),
    }),
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, ...INVALID },
  }),
  listToday: defineCall(extraEndpoints.listToday, {
    summary: 'What is to be done today, most pressing first, and what is open from before',
    query: todayQuerySchema,
    response: todaySchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  countToday: defineCall(extraEndpoints.countToday, {
    summary: 'The number of what is to be done today',
    query: todayQuerySchema.pick({ view: true }),
    response: z.object({ count: z.number().int() }),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  lookUp: defineCall(extraEndpoints.lookUp, {
    summary:
      'What may be said to the guest who filed, by reference, code and birth year as filed; anything but the right three gets one answer',
    body: lookUpSchema,
    response: lookUpResultSchema,
    errors: INVALID,
  }),
  renewReceipt: defineCall(extraEndpoints.renewReceipt, {
    summary:
      'Give a guest a new code, which ends the one before, once they have named reference, own name and birth date',
    body: renewalSchema,
    response: receiptSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: 'No guest filed it, or one who gave no name',
      ...INVALID,
    },
  }),
  setNewsMail: defineCall(extraEndpoints.setNewsMail, {
    summary: 'Choose whether the caller gets an email when there is news about what they may read',
    body: newsMailSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 409: 'No emails about news are sent', ...INVALID },
  }),
  askNews: defineCall(extraEndpoints.askNews, {
    summary:
      'Ask, with the right three of a receipt, for an email when there is news; only while a consent names the guest, and after the address is proved',
    body: askedNewsSchema,
    response: askedNewsResultSchema,
    errors: INVALID,
  }),
  confirmNews: defineCall(extraEndpoints.confirmNews, {
    summary: 'Prove the address that a guest gave, by the link that was mailed to it',
    body: newsTokenSchema,
    response: doneSchema,
    errors: { 400: 'The token is unknown, has expired, or its emails were stopped', ...INVALID },
  }),
  stopNews: defineCall(extraEndpoints.stopNews, {
    summary: 'Stop the emails about news, by the link in one of them',
    body: newsTokenSchema,
    response: doneSchema,
    errors: { 400: 'The token is unknown, or its emails were stopped', ...INVALID },
  }),
  getConsents: defineCall(extraEndpoints.getConsents, {
    summary: 'Who may know of a referral, what each of them hears, and what was said',
    params: readParamsSchema,
    response: consentsSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  askConsent: defineCall(extraEndpoints.askConsent, {
    summary: 'Ask for a consent to tell somebody; it has no effect until the person has signed',
    body: newConsentSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_REFERRAL,
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  signConsentOnPaper: defineCall(extraEndpoints.signConsentOnPaper, {
    summary: 'Enter that a consent that was asked for was signed on paper',
    body: paperSignatureSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_CONSENT,
      409: 'It is signed already, or has ended',
      ...INVALID,
    },
  }),
  handOverConsent: defineCall(extraEndpoints.handOverConsent, {
    summary:
      'End the session, and let the person at this device sign one consent, with a token that works once within 15 minutes',
    body: z.object({ consent: idSchema }),
    response: z.object({ token: z.string() }),
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_CONSENT,
      409: 'It is signed already, or has ended',
      ...INVALID,
    },
  }),
  answerConsent: defineCall(extraEndpoints.answerConsent, {
    summary: 'Sign the consent that a device was handed over for, or say no',
    body: answeredConsentSchema,
    response: doneSchema,
    errors: {
      400: 'The token is unknown, has expired, or the consent has changed',
      ...INVALID,
    },
  }),
  endConsents: defineCall(extraEndpoints.endConsents, {
    summary: 'End consents at once, because the person said so; what has ended already stays ended',
    body: endConsentsSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_CONSENT, ...INVALID },
  }),
  confirmConsent: defineCall(extraEndpoints.confirmConsent, {
    summary: 'Confirm that a consent still counts whose recipient or referral changed',
    body: z.object({ consent: idSchema }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_CONSENT, 409: 'It has ended', ...INVALID },
  }),
  tellAnswer: defineCall(extraEndpoints.tellAnswer, {
    summary: 'Store that staff gave somebody the answer that a consent lets through',
    body: toldAnswerSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: NO_SUCH_CONSENT,
      409: `That may not be said any more. With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  getAccounting: defineCall(extraEndpoints.getAccounting, {
    summary:
      'Every disclosure with consent about the person of a referral in the last three years (42 CFR § 2.25)',
    params: readParamsSchema,
    response: accountingSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  confirmRestoredConsents: defineCall(extraEndpoints.confirmRestoredConsents, {
    summary: 'After a restore: confirm that none of the consents was revoked since the archive',
    response: doneSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  getOwnReferral: defineCall(extraEndpoints.getOwnReferral, {
    summary:
      'The referral that the login was made for, as the person may read it (42 CFR § 2.23); null until staff have said whose login it is',
    response: ownReferralAnswerSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  stopOwnConsent: defineCall(extraEndpoints.stopOwnConsent, {
    summary: 'End a consent of the own referral at once, without a reason',
    body: z.object({ consent: idSchema }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_CONSENT, ...INVALID },
  }),
  askForCopy: defineCall(extraEndpoints.askForCopy, {
    summary: 'Ask staff for a copy of everything about the own referral',
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, 409: `With a key: ${KEY_CONFLICT}` },
  }),
  getLogin: defineCall(extraEndpoints.getLogin, {
    summary: 'Whose login the account of a referral is, and which copies were asked for by it',
    params: readParamsSchema,
    response: loginSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL },
  }),
  setLoginHolder: defineCall(extraEndpoints.setLoginHolder, {
    summary: 'Say whose login the account of a referral is; all its sessions end',
    body: z.object({ id: idSchema, holder: z.enum(LOGIN_HOLDERS) }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: `${NO_SUCH_REFERRAL}, or it has no account`,
      409: 'It is the login of a parent, and has stopped',
      ...INVALID,
    },
  }),
  answerCopyRequest: defineCall(extraEndpoints.answerCopyRequest, {
    summary: 'Store that the person was given the copy that they asked for',
    body: z.object({ id: idSchema }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: NO_SUCH_REFERRAL, ...INVALID },
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
      'Set status, reason, notes, referrer and owner and add a note, all or nothing; only the fields that are sent change',
    body: z
      .object({
        id: idSchema,
        status: referralStatusSchema.optional(),
        /** Why the referral ended; refused unless it has, after this change, the status of one that ended. */
        ...endingShape,
        notes: textSchema(LENGTHS.notes).optional(),
        /** The id of the manager who becomes the referrer. */
        referred_by: idSchema.optional(),
        /** The id of the account that becomes the owner; null for nobody. */
        owner: idSchema.nullish(),
        /** A dated note for the history. */
        note: textSchema(LENGTHS.notes).min(1).optional(),
        /** When to call back; a closing status removes the day that is not set with it. */
        follow_up: followUpSchema.optional(),
        /** The level that is said at most to those outside; null for all that a consent lets through. */
        told_level: z.enum(CONSENT_LEVELS).nullish(),
      })
      .superRefine(refineEnding),
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
      'Change many referrals in one transaction: set the status, owner or day to call back, release or delete held ones; answers row by row',
    body: bulkChangeSchema,
    response: bulkResultsSchema,
    errors: {
      401: SIGNED_IN_ERRORS[401],
      403: 'The role may not do this, or not to many at once',
      409: `With a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
};
