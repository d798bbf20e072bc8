import { posix } from 'node:path';
import { groupOf } from './arguments.ts';

/** Text of every file of the project that may name another, by its path from the root. */
export type Texts = ReadonlyMap<string, string>;

/** Files whose text names another one: by an import, or as the path of a program, a thread or a document. */
export type Namers = ReadonlyMap<string, ReadonlySet<string>>;

/** What of the tests is near to a change, and how many more could notice it. */
export interface Touched {
  readonly near: readonly string[];
  readonly left: readonly string[];
}

/** So many files of vitest and of Playwright are run, and so much work of both: a minute or a few. */
export const NEAR = { vitest: 40, browser: 4, vitestSeconds: 150, browserSeconds: 150 } as const;
/** Of a file that has not run here yet. */
const UNKNOWN_SECONDS = 3;

/** How long files took the last time, seconds. */
export type Times = ReadonlyMap<string, number>;

const QUOTED = /(['"`])([^'"`\n\s]+\.[\w-]+)(?:\?\w+)?\1/g;

/**
 * Who names whom. A quoted path counts as an import does, from the file itself or from the root: tests start servers,
 * threads and children by their paths, which no graph of modules knows.
 */
export function namersOf(texts: Texts): Namers {
  const namers = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, , named = ''] of text.matchAll(QUOTED)) {
      const found = [posix.join(posix.dirname(file), named), posix.normalize(named)].find((path) => texts.has(path));
      if (found !== undefined && found !== file) namers.set(found, (namers.get(found) ?? new Set()).add(file));
    }
  return namers;
}

/** Every file that leads to one of these, with its distance; they themselves are at 0. */
export function distancesTo(changed: readonly string[], namers: Namers): ReadonlyMap<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const namer of namers.get(file) ?? []) if (!distances.has(namer)) distances.set(namer, distance + 1);
  return distances;
}

/**
 * Unit and API tests that lead to a change, the nearest first. Nearly every API test leads to nearly every file of the
 * services, so only the first are run. A test whose name shares words with a changed file counts as nearer.
 */
export function touchedTests(
  changed: readonly string[],
  texts: Texts,
  times: Times = new Map(),
  namers = namersOf(texts),
): Touched {
  const words = new Set(changed.flatMap(wordsOf));
  const ranked = [...distancesTo(changed, namers)]
    .filter(([file]) => isTest(file) && groupOf(file) !== 'browser')
    .map(([file, distance]) => {
      const shared = wordsOf(file).filter((word) => words.has(word)).length;
      return { file, rank: distance === 0 ? -Infinity : distance - 2 * shared };
    })
    .sort((one, other) => one.rank - other.rank || (one.file < other.file ? -1 : 1))
    .map(({ file }) => file);
  return cut(ranked, changed, times, NEAR.vitest, NEAR.vitestSeconds);
}

/** Words that stand in most paths distinguish nothing. */
const COMMON = new Set([
  'tests',
  'test',
  'unit',
  'api',
  'src',
  'lib',
  'islands',
  'server',
  'platform',
  'operations',
  'index',
  'routes',
]);

const wordsOf = (path: string): string[] =>
  [...new Set(path.split(/[/.-]/))].filter((word) => word.length > 2 && !COMMON.has(word));

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) && groupOf(path) !== undefined;

/** The first that fit; those that were changed themselves always do. */
function cut(
  ranked: readonly string[],
  changed: readonly string[],
  times: Times,
  most: number,
  seconds: number,
): Touched {
  const near: string[] = [];
  let spent = 0;
  for (const file of ranked) {
    const own = times.get(file) ?? UNKNOWN_SECONDS;
    if (!changed.includes(file) && (near.length >= most || spent + own > seconds)) continue;
    near.push(file);
    spent += own;
  }
  return { near, left: ranked.filter((file) => !near.includes(file)) };
}

/** A text that people read: it is what a browser test finds things by. */
const SHOWN = /[А-ЯЁ«][А-Яа-яЁё«»,:()0-9 -]{5,}/gu;
/** A text of more areas than these says nothing of any. */
const OWNERS_MAX = 2;
/** One text may be shared by chance. */
const TEXTS_MIN = 2;

/**
 * Browser tests that changed, or lead to a change, or that quote texts of a changed area, those that quote most first.
 * An area is a folder of `src/islands` with that of the same name in `src/lib`; a file that is in none stands for the areas
 * that import it directly, or that it imports.
 */
export function touchedSpecs(
  changed: readonly string[],
  texts: Texts,
  times: Times = new Map(),
  namers = namersOf(texts),
): Touched {
  const shown = textsOfAreas(texts);
  const areas = new Set(changed.flatMap((file) => areasNear(file, shown, namers)));
  const quoted = [...areas].flatMap((area) => [...(shown.get(area) ?? [])]);
  const distances = distancesTo(changed, namers);
  const ranked = [...texts]
    .filter(([file]) => isTest(file) && groupOf(file) === 'browser')
    .map(([file, text]) => ({
      file,
      quotes: quoted.filter((one) => text.includes(one)).length,
      distance: distances.get(file) ?? Infinity,
    }))
    .filter(({ quotes, distance }) => quotes >= TEXTS_MIN || distance < Infinity)
    .sort((one, other) => rankOf(other) - rankOf(one) || one.distance - other.distance)
    .map(({ file }) => file);
  return cut(ranked, changed, times, NEAR.browser, NEAR.browserSeconds);
}

/** A spec that changed, or whose helper did, comes before those that quote; one that only starts a server after them. */
const rankOf = ({ quotes, distance }: { readonly quotes: number; readonly distance: number }): number =>
  distance <= 1 ? Number.MAX_SAFE_INTEGER : quotes;

/** Texts that an area has for itself, or shares with few. */
function textsOfAreas(texts: Texts): Map<string, ReadonlySet<string>> {
  const areas = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    const area = areaOf(file);
    if (area === null) continue;
    for (const [run] of text.matchAll(SHOWN)) {
      areas.set(area, (areas.get(area) ?? new Set()).add(run.trim()));
      owners.set(run.trim(), (owners.get(run.trim()) ?? new Set()).add(area));
    }
  }
  return new Map(
    [...areas].map(([area, runs]) => [
      area,
      new Set([...runs].filter((run) => (owners.get(run)?.size ?? 0) <= OWNERS_MAX)),
    ]),
  );
}

const areaOf = (path: string): string | null => /^src\/(?:islands|lib)\/([^/]+)\//.exec(path)?.[1] ?? null;

function areasNear(file: string, shown: ReadonlyMap<string, unknown>, namers: Namers): string[] {
  const own = areaOf(file);
  if (own !== null && shown.has(own)) return [own];
  if (!/^(?:src|contract|rules)\//.test(file)) return [];
  const beside = [...(namers.get(file) ?? []), ...[...namers].flatMap(([named, by]) => (by.has(file) ? [named] : []))];
  return beside.flatMap((each) => areaOf(each) ?? []);
}
