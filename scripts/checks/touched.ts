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

/** So many files of vitest and of Playwright are a few minutes. */
export const NEAR = { vitest: 40, browser: 4 } as const;

const QUOTED = /(['"`])([^'"`\n\s]+\.[\w-]+)(?:\?\w+)?\1/g;

/**
 * Who names whom. A quoted path counts as an import does, from the file itself or from the root: tests start servers,
 * threads and children by their paths, which no graph of modules knows.
 */
export function namersOf(texts: Texts): Namers {
  const namers = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, , named = ''] of text.matchAll(QUOTED)) {
      const found = [posix.join(posix.dirname(file), named), posix.normalize(named)].find((path) =>
        texts.has(path),
      );
      if (found !== undefined && found !== file)
        namers.set(found, (namers.get(found) ?? new Set()).add(file));
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
export function touchedTests(changed: readonly string[], texts: Texts, namers = namersOf(texts)): Touched {
  const words = new Set(changed.flatMap(wordsOf));
  const ranked = [...distancesTo(changed, namers)]
    .filter(([file]) => isTest(file) && groupOf(file) !== 'browser')
    .map(([file, distance]) => {
      const shared = wordsOf(file).filter((word) => words.has(word)).length;
      return { file, rank: distance === 0 ? -Infinity : distance - 2 * shared };
    })
    .sort((one, other) => one.rank - other.rank || (one.file < other.file ? -1 : 1))
    .map(({ file }) => file);
  return cut(ranked, NEAR.vitest);
}

/** Words that stand in most paths tell nothing. */
const COMMON = new Set([
  'tests',
  'test',
  'unit',
  'api',
  'src',
  'lib',
  'islands',
  'server',
  'index',
  'routes',
]);

const wordsOf = (path: string): string[] =>
  [...new Set(path.split(/[/.-]/))].filter((word) => word.length > 2 && !COMMON.has(word));

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) && groupOf(path) !== undefined;

const cut = (ranked: readonly string[], most: number): Touched => ({
  near: ranked.slice(0, most),
  left: ranked.slice(most),
});

/** A text that people read: it is what a browser test finds things by. */
const SHOWN = /[А-ЯЁ«][А-Яа-яЁё«»,:()0-9 -]{5,}/gu;
/** A text of more areas than these tells nothing of any. */
const OWNERS_MAX = 2;
/** One text may be shared by chance. */
const TEXTS_MIN = 2;

/**
 * Browser tests that changed, or lead to a change, or that quote texts of a changed area, those that quote most first.
 * An area is a folder of `src/islands` with that of the same name in `src/lib`; a file that is in none stands for the areas
 * that import it directly, or that it imports.
 */
export function touchedSpecs(changed: readonly string[], texts: Texts, namers = namersOf(texts)): Touched {
  const shown = textsOfAreas(texts);
  const areas = new Set(changed.flatMap((file) => areasNear(file, shown, namers)));
  const quoted = [...areas].flatMap((area) => [...(shown.get(area) ?? [])]);
  const distances = distancesTo(changed, namers);
  const ranked = [...texts]
    .filter(([file]) => isTest(file) && groupOf(file) === 'browser')
    .map(([file, text]) => ({
      file,
      rank: distances.has(file) ? Infinity : quoted.filter((one) => text.includes(one)).length,
    }))
    .filter(({ rank }) => rank >= TEXTS_MIN)
    .sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .map(({ file }) => file);
  return cut(ranked, NEAR.browser);
}

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
  const beside = [
    ...(namers.get(file) ?? []),
    ...[...namers].flatMap(([named, by]) => (by.has(file) ? [named] : [])),
  ];
  return beside.flatMap((each) => areaOf(each) ?? []);
}
