// The invented suppliers of the demonstration, and the seeded random generator that it is made by.

export interface Provider {
  readonly title: string;
  /** What buyers read of it: the name of its warehouse, days until its goods can be had. */
  readonly publicName: string;
  readonly days: readonly [from: number, to: number];
  /** Its prices against the average. */
  readonly level: number;
  /** Share of its rows that are in stock. */
  readonly stocked: number;
  article(random: Random, article: string): string;
  partTitle(random: Random, part: Part): string;
  code(random: Random): string;
}

const asWritten = (_: Random, article: string): string => article;
const noCode = (): string => '';
const zeroCode = (random: Random): string => `0000${random.digits(7)}`;

/** Writes the letters of one alphabet by those of the other that look alike. */
const twins = (text: string, from: string, to: string): string =>
  Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('');

/** Whole words only; \b knows no Cyrillic letters. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/масляный(?![а-я])/, 'масл.'],
  [/воздушный(?![а-я])/, 'возд.'],
  [/комплект(?![а-я])/, 'к-т'],
  [/в сборе(?![а-я])/, 'в сб.'],
  [/передн(ие|ий|яя)(?![а-я])/, 'пер.'],
  [/задн(ие|ий|яя)(?![а-я])/, 'задн.'],
  [/тормозн(ые|ой|ая)(?![а-я])/, 'торм.'],
  [/(?<![а-я])цилиндров(?![а-я])/, 'цил.'],
];

const abbreviated = (title: string): string => SHORT.reduce((text, [word, short]) => text.replace(word, short), title);

const EXTRAS = '(ан.)|(оригинал)|(завод)|||(Россия)|(Беларусь)|(уценка: нет упаковки)|(новый обр.)'.split('|');

export const PROVIDERS: readonly Provider[] = [
  {
    title: 'Демо-склад «Тракт»',
    publicName: 'Склад Челябинск',
    days: [0, 0],
    level: 1,
    stocked: 0.86,
    article: asWritten,
    partTitle: (_, part) => part.title,
    code: (random) => random.digits(6),
  },
  {
    title: 'Демо-склад «Северная база»',
    publicName: 'Склад Екатеринбург',
    days: [1, 2],
    level: 0.93,
    stocked: 0.8,
    article: asWritten,
    partTitle: (_, part) => part.title.toUpperCase(),
    code: zeroCode,
  },
  {
    title: 'Демо-склад «Спецмаш»',
    publicName: 'Склад Миасс',
    days: [1, 1],
    level: 1.08,
    stocked: 0.74,
    article: (_, article) => article.replaceAll(/[-. /]/g, ''),
    partTitle: (random, part) => `${part.title} ${random.pick(EXTRAS)}`.trim(),
    code: (random) => `УТ-${random.digits(8)}`,
  },
  {
    title: 'Демо-склад «Восток»',
    publicName: 'Склад Новосибирск',
    days: [3, 5],
    level: 0.97,
    stocked: 0.9,
    article: (_, article) => article.replaceAll(/[-.]/g, ' '),
    partTitle: (_, part) => abbreviated(part.title),
    code: noCode,
  },
  {
    title: 'Демо-склад «Копейка»',
    publicName: 'Склад Копейск',
    days: [0, 0],
    level: 0.88,
    stocked: 0.6,
    article: (random, article) =>
      random.chance(0.5) ? twins(article, 'САВЕКМРТОНХх', 'CABEKMPTOHXx') : twins(article, 'CABEKMPTHX', 'САВЕКМРТНХ'),
    partTitle: (random, part) =>
      random.chance(0.3) ? part.title.replace('КамАЗ', 'KAMAЗ').replace('МАЗ', 'MAЗ') : part.title,
    code: noCode,
  },
  {
    title: 'Демо-склад «Меридиан»',
    publicName: 'Склад Москва',
    days: [4, 7],
    level: 1.17,
    stocked: 0.82,
    article: (_, article) => article.replaceAll('.', '-'),
    partTitle: (random, part) => `${part.article} ${abbreviated(part.title)} ${random.pick(EXTRAS)}`.trim(),
    code: zeroCode,
  },
];

export interface Part {
  /** How many providers offer an example that the search field and the tests rely upon; 0 leaves it to chance. */
  readonly offers: number;
  readonly brand: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  /** Roubles. */
  readonly price: number;
  /** Kilograms. */
  readonly weight: number;
  /** Millimetres, as width and height. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  /** Name of the drawing in pictures/; empty for a part without one. */
  readonly picture: string;
  /** Colour variant of the picture, from 1. */
  readonly variant: number;
}

/** A repeatable source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number between the two, both included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** `count` decimal digits as text. */
  digits(count: number): string;
}

/** A Random started from `seed` (mulberry32, Tommy Ettinger, public domain). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  };
}

/** The list in a random order; the given one stays. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.int(0, at);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}
