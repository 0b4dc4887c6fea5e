import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaywrightResult, readVitestResult } from './readResults';

function report(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const vitestReport = (passed: number, failed: number, testResults: unknown[] = []) =>
  report({ numPassedTests: passed, numFailedTests: failed, testResults });

describe('counting a test run', () => {
  it('counts what passed and failed', () => {
    expect(readVitestResult(vitestReport(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
    expect(
      readPlaywrightResult(report({ stats: { expected: 3, unexpected: 1, flaky: 1 } }), 1),
    ).toEqual({ passed: 3, failed: 2 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const unloaded = { status: 'failed', assertionResults: [] };
    expect(readVitestResult(vitestReport(5, 0, [unloaded]), 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a run without tests as a failure', () => {
    expect(readVitestResult(vitestReport(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a bad end as a failure though every test passed', () => {
    expect(readVitestResult(vitestReport(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('cannot be read twice', () => {
    const path = vitestReport(5, 0);
    readVitestResult(path, 0);
    expect(() => readVitestResult(path, 0)).toThrow('ENOENT');
  });
});
