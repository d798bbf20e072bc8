import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import { firstLine } from './count.ts';

/**
 * What a run of vitest came to: how many tests of each file passed, and what did not. `stray` are errors that belong to
 * no test, with the file where vitest knows it.
 */
export interface VitestReport {
  readonly passed: Readonly<Record<string, number>>;
  readonly failed: readonly { readonly file: string; readonly name: string; readonly message: string }[];
  readonly stray: readonly { readonly file: string | null; readonly message: string }[];
}

/** A vitest reporter that writes a `VitestReport` as JSON into the file that VITEST_REPORT names. */
export default class WriteReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const report: VitestReport = {
      passed: Object.fromEntries(modules.map((module) => [module.moduleId, countPassed(module)])),
      failed: [
        ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(failedSetUp),
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => ({
            file: test.module.moduleId,
            name: test.fullName,
            message: firstLine(test.result().errors?.[0]?.message ?? ''),
          })),
      ],
      stray: errors.map((error) => ({ file: fileOf(error), message: firstLine(error.message) })),
    };
    writeFileSync(process.env.VITEST_REPORT ?? 'vitest-report.json', JSON.stringify(report));
  }
}

const countPassed = (module: TestModule): number => [...module.children.allTests('passed')].length;

/** A file that could not be loaded, or a hook that failed: their tests did not run, so none of them is counted as failed. */
function failedSetUp(group: TestModule | TestSuite): VitestReport['failed'] {
  const file = group.type === 'module' ? group.moduleId : group.module.moduleId;
  const name = group.type === 'module' ? 'the file itself' : group.fullName;
  return group.errors().map((error) => ({ file, name, message: firstLine(error.message) }));
}

const fileOf = (error: SerializedError): string | null =>
  typeof error.VITEST_TEST_PATH === 'string' ? error.VITEST_TEST_PATH : null;
