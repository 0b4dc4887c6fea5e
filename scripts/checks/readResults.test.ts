import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaywrightResult, readVitestResult } from './readResults';

function report(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const vitestReport = (numPassedTests: number, testResults: unknown[] = []) =>
  report({ numPassedTests, numPendingTests: 0, testResults });

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };
const time = { startTime: 100, endTime: 350 };

describe('counting a test run', () => {
  it('counts passed and failed tests', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a form opens' },
      {
        status: 'failed',
        fullName: 'a form closes',
        failureMessages: ['\u001B[31mError: it stays open\u001B[39m\n<body>\n</body>'],
      },
    ];
    const file = { ...time, name: resolve('src/a.test.ts'), status: 'failed', assertionResults };
    expect(readVitestResult(vitestReport(5, [file]), { code: 1 })).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
      failures: ['src/a.test.ts: a form closes\n    Error: it stays open'],
      files: [{ file: 'src/a.test.ts', took: 250 }],
    });

    const spec = (title: string, status: string, message?: string) => ({
      title,
      tests: [{ status, results: [{ duration: 20, error: { message } }, { duration: 5 }] }],
    });
    const flaky = spec('closes', 'flaky', 'Error: it stays open');
    const inner = { title: 'phone', specs: [spec('opens', 'expected'), flaky] };
    const suite = { title: 'a.spec.ts', specs: [spec('starts', 'unexpected')], suites: [inner] };
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 3 };
    expect(readPlaywrightResult(report({ stats, suites: [suite] }), { code: 1 })).toEqual({
      passed: 1,
      failed: 2,
      skipped: 3,
      failures: ['a.spec.ts: starts', 'a.spec.ts: phone: closes\n    Error: it stays open'],
      files: [{ file: 'a.spec.ts', took: 75 }],
    });
  });

  it('counts a file that could not be loaded or prepared as a failure', () => {
    const unloaded = {
      ...time,
      name: resolve('src/a.test.ts'),
      status: 'failed',
      assertionResults: [],
    };
    const skipped = [{ status: 'skipped', fullName: 'a form opens' }];
    const unprepared = { ...unloaded, name: resolve('src/b.test.ts'), assertionResults: skipped };
    expect(readVitestResult(vitestReport(5, [unloaded, unprepared]), { code: 1 })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      failures: ['src/a.test.ts: the whole file', 'src/b.test.ts: the whole file'],
      files: ['src/a.test.ts', 'src/b.test.ts'].map((name) => ({ file: name, took: 250 })),
    });
  });

  it('counts a run without tests as a failure', () => {
    expect(readVitestResult(vitestReport(0), { code: 0 })).toEqual({ ...nothing, failed: 1 });
    const mayBeEmpty = { code: 0, mayBeEmpty: true };
    expect(readVitestResult(vitestReport(0), mayBeEmpty)).toEqual(nothing);
    expect(readVitestResult(vitestReport(0), { ...mayBeEmpty, code: 1 }).failed).toBe(1);
  });

  it('counts a non-zero exit code as a failure although every test passed', () => {
    expect(readVitestResult(vitestReport(5), { code: 1 })).toEqual({
      ...nothing,
      passed: 5,
      failed: 1,
    });
  });

  it('counts tests that cannot run here as skipped, not failed', () => {
    const path = report({ numPassedTests: 0, numPendingTests: 3, testResults: [] });
    expect(readVitestResult(path, { code: 0 })).toEqual({ ...nothing, skipped: 3 });
  });

  it('deletes a report after reading it', () => {
    const path = vitestReport(5);
    readVitestResult(path, { code: 0 });
    expect(() => readVitestResult(path, { code: 0 })).toThrow('ENOENT');
  });
});
