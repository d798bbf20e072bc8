/** Asks worded queries, slipped articles and lines of lists of the demonstration and shows those that do not find what they mean; fails where too many do not. */
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import {
  judgeDemoQueries,
  judgeLines,
  judgeSlips,
  readDemoLines,
  readDemoQueries,
  slippedArticles,
} from './demo-queries.ts';

/** Of 100 so many must find what they mean. */
const FOUND_MIN = 97;
/** Another number shows other slips. */
const SEED = Number(process.argv[2] ?? 1);

writeForOwnerOnly();
const queries = await judgeDemoQueries(readDemoQueries());
for (const { asked, place, first } of queries)
  if (place === 0) say(asked.query, `${asked.article} ${asked.words}`, first ? [first] : []);
const slips = await judgeSlips(slippedArticles(SEED));
const lines = await judgeLines(readDemoLines());
for (const { meant, isFound, found } of [...slips, ...lines])
  if (!isFound) say(meant.text, [meant.article, meant.amount].join(' '), found);
const isGood = [
  count('queries among the first three rows', queries.length, queries.filter(({ place }) => place > 0).length),
  count('articles with a slip among the first five parts', slips.length, slips.filter(({ isFound }) => isFound).length),
  count('lines of lists by their first part', lines.length, lines.filter(({ isFound }) => isFound).length),
].every(Boolean);
process.exit(isGood ? 0 : 1);

function say(asked: string, wanted: string, found: readonly string[]): void {
  console.log(`${asked}\n  wanted: ${wanted.trim()}\n  found:  ${found.join('; ') || 'nothing'}`);
}

function count(what: string, all: number, found: number): boolean {
  const share = (100 * found) / all;
  console.log(`${found} of ${all} ${what}: ${share.toFixed(1)} %`);
  return share >= FOUND_MIN;
}
