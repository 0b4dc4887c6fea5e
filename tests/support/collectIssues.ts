import type { Issue } from '../../contract/calls/call';
import { InvalidFieldsError } from '../../server/http/errors';

/** Runs a validation rule and returns the issues it throws, or an empty list if it passes. */
export function collectIssues(rule: () => unknown): readonly Issue[] {
  try {
    rule();
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.issues;
    throw error;
  }
}
