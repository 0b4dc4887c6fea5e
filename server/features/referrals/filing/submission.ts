/** Validates submissions and corrections of referrals, by the same rules. */
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Issue } from '../../../../contract/calls/call';
import { dayIn } from '../../../../contract/calendar';
import {
  BIRTH_DATE_REFUSAL,
  type ReferralSubmission,
} from '../../../../contract/entities/referral';
import type { Database } from '../../../db/database';
import { bodyIssue, InvalidFieldsError, readIssues } from '../../../http/errors';
import { countyExists, findSiteForReferral, findSiteKind } from './sites';
import {
  type Correction,
  type NewReferral,
  readCountyId,
  readProbation,
  readReferralId,
  readSiteId,
  toCorrection,
  toNewReferral,
} from './rules';

/**
 * Validates the whole submission, so that one response flags every invalid field: the schema's issues, and those that depend
 * on the stored site, because the label sent is never trusted (spec section 2).
 * @param correctedId the referral that is corrected, which may stay at its site even if that is deleted
 */
async function validateSubmission(db: Database, request: FastifyRequest, correctedId?: string) {
  const error = request.validationError as FastifyError | undefined;
  const siteId = readSiteId(request.body);
  const site = siteId === undefined ? null : await findSiteForReferral(db, siteId, correctedId);
  const probation = site?.kind === 'probation' ? readProbation(request.body) : undefined;
  const typos: Issue[] = [...(error ? readIssues(error) : []), ...(probation?.issues ?? [])];
  const isDateFlagged = typos.some(({ loc }) => loc[1] === 'dob');
  if (!isDateFlagged && isBirthDateInFuture(request))
    typos.push(bodyIssue('dob', BIRTH_DATE_REFUSAL));
  const missing: Issue[] = siteId !== undefined && !site ? [bodyIssue('site', 'No such site')] : [];
  // Checked even if other fields are invalid.
  const countyId = probation && readCountyId(request.body);
  if (countyId !== undefined && !(await countyExists(db, countyId))) {
    missing.push(bodyIssue('mediCal_county', 'No such county'));
  }
  return { typos, issues: [...typos, ...missing], site, probation: probation?.details };
}

/** Whether the birth date is after the provider's today, which the schema does not know. */
function isBirthDateInFuture({ body, server }: FastifyRequest): boolean {
  const { dob } = (body ?? {}) as { dob?: unknown };
  return typeof dob === 'string' && dob.slice(0, 10) > dayIn(server.settings.TIME_ZONE, new Date());
}

/**
 * Refuses mistyped fields before the request counts against the rate limit. A missing site or county is not refused here: a
 * repeat of a stored referral may name one deleted since, and must get the stored response.
 */
export async function refuseTypos(db: Database, request: FastifyRequest): Promise<void> {
  const siteId = readSiteId(request.body);
  const isProbation = siteId !== undefined && (await findSiteKind(db, siteId)) === 'probation';
  if (!request.validationError && !isProbation && !isBirthDateInFuture(request)) return;
  const { typos, issues } = await validateSubmission(db, request);
  if (typos.length > 0) throw new InvalidFieldsError(issues);
}

/**
 * Reads a submission or a correction.
 * @throws InvalidFieldsError if any field is invalid
 */
export async function requireValid(db: Database, request: FastifyRequest, correctedId?: string) {
  const { issues, site, probation } = await validateSubmission(db, request, correctedId);
  if (issues.length > 0 || !site) throw new InvalidFieldsError(issues);
  // Without issues, the body is the schema's output.
  return [request.body as ReferralSubmission, site.id, probation] as const;
}

/**
 * Reads a submission without checking that its site and county exist: the statement that stores it checks that.
 * @throws InvalidFieldsError if any field is invalid otherwise
 */
export async function readSubmission(db: Database, request: FastifyRequest): Promise<NewReferral> {
  if (request.validationError) return toNewReferral(...(await requireValid(db, request)));
  const submission = request.body as ReferralSubmission;
  const siteId = submission.site.value;
  const isProbation = (await findSiteKind(db, siteId)) === 'probation';
  const probation = isProbation ? readProbation(submission) : undefined;
  if (probation?.issues) throw new InvalidFieldsError(probation.issues);
  return toNewReferral(submission, siteId, probation?.details);
}

/** @throws InvalidFieldsError if any field is invalid */
export async function readCorrection(db: Database, request: FastifyRequest): Promise<Correction> {
  const correctedId = readReferralId(request.body);
  return toCorrection(...(await requireValid(db, request, correctedId)));
}
