/** Runs the tests of one part of mutation testing (scripts/checks/mutation/main.ts) in the environment of their project. */
import { defineConfig } from 'vitest/config';
import { MUTATION_PARTS, readPart } from './scripts/checks/mutation/mutationParts.ts';
import { plugins, server, shared, unit, web } from './vitest.config.ts';

const { project, tests } = MUTATION_PARTS[readPart(process.env.MUTATION_PART)];
const { test, ...rest } = { server, unit, web }[project];

export default defineConfig({
  plugins,
  test: { ...shared, projects: [{ ...rest, test: { ...test, include: [...tests] } }] },
});
