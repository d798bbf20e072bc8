import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import { firstLine } from './outcome.ts';

/** What a run of vitest came to, by files from the root. `stray` are errors that belong to no test. */
export interface VitestReport {
  readonly files: readonly VitestFile[];
  readonly stray: readonly string[];
}

export interface VitestFile {
  readonly file: string;
  readonly seconds: number;
  /** Tests that ran: those that a filter or the file itself left out count nowhere. */
  readonly passed: number;
  readonly failed: readonly string[];
  /** Tests with the tag deep, whether they ran or not. */
  readonly deep: number;
}

/** A vitest reporter that writes a `VitestReport` as JSON into the file that VITEST_REPORT names. */
export default class WriteReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const report: VitestReport = {
      files: modules.map(fileOf),
      stray: errors.map((error) => `${placeOf(error)}: ${firstLine(error.message)}`),
    };
    writeFileSync(process.env.VITEST_REPORT ?? 'vitest-report.json', JSON.stringify(report));
  }
}

function fileOf(module: TestModule): VitestFile {
  const tests = [...module.children.allTests()];
  const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    file: relative('.', module.moduleId),
    seconds: (prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration) / 1000,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: [
      ...[module, ...module.children.allSuites()].flatMap(failedSetUp),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message ?? '')}`),
    ],
    deep: tests.filter((test) => test.tags.includes('deep')).length,
  };
}

/** A file that could not be loaded, or a hook that failed: their tests did not run, so none of them is counted as failed. */
function failedSetUp(group: TestModule | TestSuite): string[] {
  const name = group.type === 'module' ? 'the file itself' : group.fullName;
  return group.errors().map((error) => `${name}: ${firstLine(error.message)}`);
}

const placeOf = (error: SerializedError): string =>
  typeof error.VITEST_TEST_PATH === 'string' ? relative('.', error.VITEST_TEST_PATH) : 'no file';
