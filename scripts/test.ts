import { readArguments } from './checks/arguments.ts';
import { runAll } from './checks/run-all.ts';
import { LOCKFILE, QUICK } from './checks/static-checks.ts';
import { testFiles } from './checks/test-files.ts';

/** `npm test` and, with --deep, `npm run test:deep`: see --help. */
const read = readArguments(process.argv.slice(2));
if ('help' in read) console.log(read.help);
else if ('refused' in read) {
  console.error(read.refused);
  process.exitCode = 2;
} else {
  const { deep, groups } = read.wanted;
  // It waits for answers more than it computes: the others pass beside it.
  const checks = [LOCKFILE, ...QUICK].filter(({ group }) => groups.has(group));
  process.exitCode = await runAll({ checks, deep, files: testFiles(read.wanted) });
}
