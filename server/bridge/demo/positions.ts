import { articleKey, manufacturerKey } from '../../text/article-key.ts';
import type { BasePart } from './base.ts';
import { baseParts } from './base-parts.ts';
import { FAMILIES } from './families.ts';
import type { PictureChoice } from './picture-kinds.ts';
import { PROVIDERS, type Provider } from './providers.ts';
import { type Random, seeded, shuffled } from './random.ts';

/** Positions of the demonstration catalogue. */
export const DEMO_POSITIONS = 5_000;
/** Part of the positions that show a picture, where one is drawn for their kind. */
const PICTURED = 0.7;
const PRICELESS = 0.04;
const MEASURED = 0.62;
const SEED = 19_740;

/** One row of the demonstration catalogue; `price` in kopecks, sizes in hundredths of mm and kg. */
export interface DemoPosition {
  readonly provider: string;
  readonly brand: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly code: string;
  readonly price: number;
  readonly amount: number;
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly picture: PictureChoice | null;
}

const amountOf = (random: Random, provider: Provider, part: BasePart): number => {
  if (!random.chance(provider.stocked)) return 0;
  const most = part.price > 20_000 ? 6 : part.price > 2_000 ? 40 : 600;
  return part.picture === 'hose' && random.chance(0.2) ? random.int(2, 90) / 2 : random.int(1, most);
};

function offer(random: Random, provider: Provider, part: BasePart, pictured: boolean): DemoPosition {
  const measured = random.chance(MEASURED);
  const hundredths = (value: number): number => (measured ? Math.max(1, Math.round(value * 100)) : 0);
  const rounding = random.pick([1, 1, 5, 10, 50, 100]);
  const kopecks =
    Math.round((part.price * provider.level * random.int(970, 1030)) / 10 / rounding) * rounding;
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
    length: hundredths(part.size[0]),
    width: hundredths(part.size[1]),
    height: hundredths(part.size[2]),
    picture: pictured && part.picture !== null ? { kind: part.picture, variant: part.variant } : null,
  };
}

/** How many providers offer a part: most are offered by two or three. */
const offersOf = (random: Random): number => random.pick([1, 1, 1, 2, 2, 2, 3, 3, 4, 5]);

const identity = (position: DemoPosition): string =>
  [
    position.provider,
    position.brand,
    articleKey(position.article),
    manufacturerKey(position.manufacturer),
  ].join('\n');

/** The demonstration catalogue: the same rows each time, none with the identity of another, known families first. */
export function demoPositions(): DemoPosition[] {
  const random = seeded(SEED);
  const positions: DemoPosition[] = [];
  const taken = new Set<string>();
  const add = (position: DemoPosition): void => {
    const key = identity(position);
    if (taken.has(key) || positions.length >= DEMO_POSITIONS) return;
    taken.add(key);
    positions.push(position);
  };
  for (const family of FAMILIES) {
    family.forEach((part, at) => {
      const providers = at === 0 ? PROVIDERS : shuffled(random, PROVIDERS).slice(0, 3);
      for (const provider of providers) add(offer(random, provider, part, true));
    });
  }
  for (const part of shuffled(random, baseParts(random))) {
    for (const provider of shuffled(random, PROVIDERS).slice(0, offersOf(random))) {
      add(offer(random, provider, part, random.chance(PICTURED)));
    }
  }
  return positions;
}
