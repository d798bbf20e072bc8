// The positions of the demonstration, made from tables and a seeded random generator.

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import type { MadePosition } from '../changes/new-positions.ts';
import type { PictureChoice } from './pictures.ts';
import { type Part, PROVIDERS, type Provider, type Random, seeded, shuffled } from './providers.ts';

export const DEMO_POSITIONS = 5_000;
/** Part of the positions that show a picture, where one is drawn for their kind. */
const PICTURED = 0.7;
const PRICELESS = 0.04;
const MEASURED = 0.62;
/** The examples have a seed of their own: their offers stay when other parts change. */
const EXAMPLES_SEED = 19_740;
const SEED = 1_277_720_849;

const amountOf = (random: Random, provider: Provider, part: Part): number => {
  if (!random.chance(provider.stocked)) return 0;
  const most = part.price > 20_000 ? 6 : part.price > 2_000 ? 40 : 600;
  return part.picture === 'hose' && random.chance(0.2) ? Math.ceil(random.int(2, 90) / 2) : random.int(1, most);
};

type DemoPosition = ReturnType<typeof offer>;

function offer(random: Random, provider: Provider, part: Part, pictured: boolean) {
  const measured = random.chance(MEASURED);
  const hundredths = (value: number): number => (measured ? Math.max(1, Math.round(value * 100)) : 0);
  const rounding = random.pick([1, 1, 5, 10, 50, 100]);
  const kopecks = Math.round((part.price * provider.level * random.int(970, 1030)) / 10 / rounding) * rounding;
  return {
    provider: provider.title,
    brand: part.brand,
    article: provider.article(random, part.article),
    title: provider.partTitle(random, part),
    manufacturer: part.manufacturer,
    code: provider.code(random),
    price: random.chance(PRICELESS) ? 0 : Math.max(kopecks, 100),
    amount: amountOf(random, provider, part),
    weight: hundredths(part.weight),
    length: hundredths(part.length),
    width: hundredths(part.width),
    height: hundredths(part.height),
    picture: pictured && part.picture ? { kind: part.picture, variant: part.variant } : null,
  } satisfies Omit<MadePosition, 'photo'> & { readonly picture: PictureChoice | null };
}

function offersOf(random: Random, part: Part): DemoPosition[] {
  if (part.offers === PROVIDERS.length) return PROVIDERS.map((provider) => offer(random, provider, part, true));
  const providers = shuffled(random, PROVIDERS);
  // Most parts are offered by two or three.
  const count = part.offers || random.pick([1, 1, 1, 2, 2, 2, 3, 3, 4, 5]);
  return providers
    .slice(0, count)
    .map((provider) => offer(random, provider, part, part.offers > 0 || random.chance(PICTURED)));
}

const identity = (position: DemoPosition): string =>
  [position.provider, position.brand, articleKey(position.article), manufacturerKey(position.manufacturer)].join('\n');

/** The demonstration catalogue: the same rows each time, none with the identity of another, examples first. */
export function demoPositions(): DemoPosition[] {
  const examples = seeded(EXAMPLES_SEED);
  const rest = seeded(SEED);
  const positions = new Map<string, DemoPosition>();
  for (const part of readParts()) {
    for (const position of offersOf(part.offers > 0 ? examples : rest, part)) {
      const key = identity(position);
      if (!positions.has(key)) positions.set(key, position);
    }
  }
  return [...positions.values()].slice(0, DEMO_POSITIONS);
}

const TEXTS: readonly unknown[] = ['brand', 'article', 'title', 'manufacturer', 'picture'];

/** The parts of the demonstration catalogue in their order, examples first, from parts.csv. */
export function readParts(): Part[] {
  const table = readFileSync(new URL('./parts.csv', import.meta.url));
  return parse<Part>(table, {
    columns: true,
    cast: (value, { header, column }) => (header || TEXTS.includes(column) ? value : Number(value)),
  });
}
