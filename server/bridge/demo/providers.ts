import type { Part } from './parts.ts';
import type { Random } from './random.ts';

/** An invented supplier and its habits of writing. */
export interface Provider {
  readonly title: string;
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

const abbreviated = (title: string): string =>
  SHORT.reduce((text, [word, short]) => text.replace(word, short), title);

const EXTRAS = '(ан.)|(оригинал)|(завод)|||(Россия)|(Беларусь)|(уценка: нет упаковки)|(новый обр.)'.split(
  '|',
);

/** The six providers; none of them exists. */
export const PROVIDERS: readonly Provider[] = [
  {
    title: 'Демо-склад «Тракт»',
    level: 1,
    stocked: 0.86,
    article: asWritten,
    partTitle: (_, part) => part.title,
    code: (random) => random.digits(6),
  },
  {
    title: 'Демо-склад «Северная база»',
    level: 0.93,
    stocked: 0.8,
    article: asWritten,
    partTitle: (_, part) => part.title.toUpperCase(),
    code: zeroCode,
  },
  {
    title: 'Демо-склад «Спецмаш»',
    level: 1.08,
    stocked: 0.74,
    article: (_, article) => article.replaceAll(/[-. /]/g, ''),
    partTitle: (random, part) => `${part.title} ${random.pick(EXTRAS)}`.trim(),
    code: (random) => `УТ-${random.digits(8)}`,
  },
  {
    title: 'Демо-склад «Восток»',
    level: 0.97,
    stocked: 0.9,
    article: (_, article) => article.replaceAll(/[-.]/g, ' '),
    partTitle: (_, part) => abbreviated(part.title),
    code: noCode,
  },
  {
    title: 'Демо-склад «Копейка»',
    level: 0.88,
    stocked: 0.6,
    article: (random, article) =>
      random.chance(0.5)
        ? twins(article, 'САВЕКМРТОНХх', 'CABEKMPTOHXx')
        : twins(article, 'CABEKMPTHX', 'САВЕКМРТНХ'),
    partTitle: (random, part) =>
      random.chance(0.3) ? part.title.replace('КамАЗ', 'KAMAЗ').replace('МАЗ', 'MAЗ') : part.title,
    code: noCode,
  },
  {
    title: 'Демо-склад «Меридиан»',
    level: 1.17,
    stocked: 0.82,
    article: (_, article) => article.replaceAll('.', '-'),
    partTitle: (random, part) => `${part.article} ${abbreviated(part.title)} ${random.pick(EXTRAS)}`.trim(),
    code: zeroCode,
  },
];
