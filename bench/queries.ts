import { seeded } from '../server/catalogue/demo/providers.ts';
import { articleKey } from '../server/platform/text/article-key.ts';
import { BENCH_SEED } from './generator/fill.ts';
import { type BenchPosition, generatePositions } from './generator/positions.ts';

/** The ways of asking that are measured apart. */
export const QUERY_CLASSES = [
  'exact article',
  'look-alikes',
  'prefix',
  'inner fragment of 6',
  'one word',
  'three words',
  'unfinished word',
  'word + article',
] as const;
export type QueryClass = (typeof QUERY_CLASSES)[number];

/** Of 100 searches so many are of each class: 70 are for articles. */
const MIX: Readonly<Record<QueryClass, number>> = {
  'exact article': 40,
  'look-alikes': 10,
  prefix: 12,
  'inner fragment of 6': 8,
  'one word': 8,
  'three words': 8,
  'unfinished word': 6,
  'word + article': 8,
};

export interface Queries {
  readonly byClass: Readonly<Record<QueryClass, readonly string[]>>;
  readonly mix: readonly string[];
  /** Texts as they stand in the field while a user types. */
  readonly typed: readonly string[];
}

const LOOK_ALIKES = new Map([...'ABEKMHOPCTX'].map((latin, at) => [latin, 'АВЕКМНОРСТХ'.charAt(at)] as const));

const lookAlike = (article: string): string =>
  Array.from(article, (sign) => LOOK_ALIKES.get(sign) ?? sign)
    .join('')
    .replaceAll(/[-./]/g, ' ');

const wordsIn = ({ title }: BenchPosition): string[] => title.toLowerCase().match(/[а-я]{4,}|[a-z]{4,}/g) ?? [];

/** A query of this kind for the position; null when there is none. */
const ASK: Readonly<Record<QueryClass, (position: BenchPosition) => string | null>> = {
  'exact article': ({ article }) => article,
  'look-alikes': ({ article }) => {
    const written = lookAlike(article);
    return written === article ? null : written;
  },
  prefix: ({ article }) => articleKey(article).slice(0, 6),
  'inner fragment of 6': ({ article }) => {
    const key = articleKey(article);
    return key.length >= 8 ? key.slice(2, 8) : null;
  },
  'one word': (position) => wordsIn(position)[0] ?? null,
  'three words': (position) => {
    const words = [...new Set(wordsIn(position))];
    return words.length >= 3 ? words.slice(0, 3).join(' ') : null;
  },
  'unfinished word': (position) => wordsIn(position)[0]?.slice(0, 4) ?? null,
  'word + article': (position) => {
    const [word] = wordsIn(position);
    return word ? `${word} ${position.article}` : null;
  },
};

/** `each` queries of every class and as many mixed ones, about positions from all over the catalogue; always the same. */
export function makeQueries(count: number, each: number): Queries {
  const random = seeded(BENCH_SEED);
  const stride = Math.max(1, Math.floor(count / (each * 4)));
  const sampled: BenchPosition[] = [];
  let at = 0;
  for (const position of generatePositions({ count, seed: BENCH_SEED })) {
    if (at++ % stride === 0) sampled.push(position);
  }
  const ask = (kind: QueryClass): string => {
    for (;;) {
      const query = ASK[kind](random.pick(sampled));
      if (query !== null && query !== '') return query;
    }
  };
  const times = (make: () => string) => Array.from({ length: each }, make);
  const urn = QUERY_CLASSES.flatMap((kind) => Array<QueryClass>(MIX[kind]).fill(kind));
  const entries = QUERY_CLASSES.map((kind) => [kind, times(() => ask(kind))] as const);
  return {
    byClass: Object.fromEntries(entries) as Record<QueryClass, string[]>,
    mix: times(() => ask(random.pick(urn))),
    typed: times(() => ask(random.pick(urn)).slice(0, random.int(3, 7))),
  };
}
