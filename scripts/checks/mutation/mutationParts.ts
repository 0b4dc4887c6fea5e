/**
 * The code that mutation testing changes (permissions, visibility, sessions and rate limits), and the tests that must kill the
 * mutants.
 */
interface Part {
  /** The files to mutate. */
  readonly mutate: readonly string[];
  /** The project of vitest.config.ts with the environment of the tests. */
  readonly project: 'server' | 'unit' | 'web';
  readonly tests: readonly string[];
}

export const MUTATION_PARTS = {
  rules: {
    mutate: [
      'contract/permissions.ts',
      'contract/startPermissions.ts',
      'server/features/**/{rules,searchText,spam}.ts',
      'server/features/auth/loginThrottle.ts',
    ],
    project: 'unit',
    tests: [
      'contract/permissions.test.ts',
      'server/features/**/{rules,searchText,spam}.test.ts',
      'server/features/auth/loginThrottle.test.ts',
    ],
  },
  disclosure: {
    mutate: ['contract/{consent,disclosure}.ts'],
    project: 'unit',
    tests: ['contract/{consent,disclosure}.test.ts'],
  },
  sessions: {
    mutate: [
      'server/features/auth/sessions.ts',
      'server/features/access/{authentication,liveSession,tokens}.ts',
    ],
    project: 'server',
    tests: [
      'server/features/access/tokens.test.ts',
      'tests/access/{sessions,sessionLife,badCredentials}.test.ts',
      'tests/contract/changePassword.test.ts',
    ],
  },
  scope: {
    mutate: ['server/features/referrals/visibility.ts', 'server/features/referrals/list/filed.ts'],
    project: 'server',
    tests: ['tests/access/{scope,visibility}.test.ts', 'tests/contract/filed.test.ts'],
  },
  limits: {
    mutate: ['server/features/limits/*.ts', 'server/http/clientAddress.ts'],
    project: 'server',
    tests: [
      'server/features/limits/*.test.ts',
      'server/http/clientAddress.test.ts',
      'tests/database/limits{,Shared}.test.ts',
      'tests/contract/heldReferrals.test.ts',
    ],
  },
  client: {
    mutate: [
      'src/api/{client,refresh,replaceTokens,retry,timeLimit}.ts',
      'src/authProvider/{accessToken,sessionStore,storedPair}.ts',
    ],
    project: 'web',
    tests: ['src/api/*.test.ts', 'src/authProvider/*.test.ts'],
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof MUTATION_PARTS;
export const PART_NAMES = Object.keys(MUTATION_PARTS) as PartName[];

/** @throws Error when there is no part of that name */
export function readPart(name: string | undefined): PartName {
  const part = PART_NAMES.find((known) => known === name);
  if (!part) throw new Error(`No such part: ${name}. There are ${PART_NAMES.join(', ')}.`);
  return part;
}
