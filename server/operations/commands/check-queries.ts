/** Asks the worded queries of the demonstration and shows those that do not find what they mean; fails where too many do not. */
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { judgeDemoQueries, readDemoQueries } from './demo-queries.ts';

/** Of 100 queries so many must find what they mean among the first rows. */
const FOUND_MIN = 97;

writeForOwnerOnly();
const judged = await judgeDemoQueries(readDemoQueries());
const misses = judged.filter(({ place }) => place === 0);
for (const { asked, first } of misses) {
  console.log(`${asked.query}\n  wanted: ${asked.article} ${asked.words}\n  first:  ${first ?? 'nothing'}`);
}
const found = judged.length - misses.length;
const share = (100 * found) / judged.length;
console.log(`${judged.length} queries, ${found} found among the first three rows: ${share.toFixed(1)} %`);
process.exit(share >= FOUND_MIN ? 0 : 1);
