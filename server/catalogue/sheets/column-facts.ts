// What the cells of a column of a price list have in common, and how well that fits a name.

import type { GuessedColumn } from '../../../contract/price-lists/columns.ts';
import type { Cell, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { isPercent, parseNumber } from './cell-values.ts';

/** What the cells of a column have in common; shares are 0 to 1. */
export interface ColumnFacts {
  readonly column: number;
  /** Of the rows, how many have something in it. */
  readonly filled: number;
  /** Of the filled cells, how many say something that no other one says. */
  readonly distinct: number;
  /** How many are a number, or a text that is read as one. */
  readonly numbers: number;
  /** How many are a number that begins a text (`12 шт.`, `>20`) or a short word, as stock is written. */
  readonly stockLike: number;
  /** How many are a word or a sign that says whether something is in stock. */
  readonly stockWords: number;
  /** How many are a unit in which parts are counted. */
  readonly units: number;
  readonly letters: number;
  /** How many letters a filled cell has on the average. */
  readonly letterCount: number;
  /** How many have a digit and at most two blanks, as articles do. */
  readonly articleLike: number;
  /** How many are an article that cannot be an amount: with letters or signs among its digits, or long and whole. */
  readonly codeLike: number;
  /** Characters of a filled cell on the average. */
  readonly length: number;
  /** Numbers in their middle. */
  readonly median: number;
  /** Of the numbers, how many are whole. */
  readonly whole: number;
  /** How many go on counting 1, 2, 3 …: the numbers of rows. */
  readonly counting: number;
}

const NUMBER_AND_LETTERS = /^[<>≥~≈+]*\s*\d[\d\s.,]*(?:(?:шт|ед|к-т|компл|пар)\.?)?$/iu;
const STOCK_WORD_MAX = 14;
const STOCK_WORD =
  /^(?:есть|нет|да|мало|много|средне|достаточно|(?:нет )?в наличии|отсутствует|под заказ|ожидается|на складе|склад|в пути|транзит|\+{1,5}|-)$/iu;
const UNIT = /^(?:шт|штука|к-т|кт|компл|комплект|камп|пара|пар|уп|упак|кг|л|м|дана|ea|pcs|pc|set|kt)\.?$/iu;
/** Rows are counted from one, or from a little above where captions were counted too. */
const COUNT_BEGINS = 3;
const ARTICLE_MAX = 40;

/** The number that a cell is, or that its text says; null for none and for a share. */
export const numberIn = ({ kind, number, text }: Cell): number | null => {
  if (isPercent(text)) return null;
  if (kind === 'number' && number !== undefined) return number;
  if (kind !== 'text' || !/\d/.test(text)) return null;
  const parsed = parseNumber(text);
  return parsed ? Number(`${parsed.units}e-${parsed.scale}`) : null;
};

const isArticleLike = (text: string): boolean =>
  /\d/.test(text) && text.length <= ARTICLE_MAX && text.trim().split(/\s+/).length <= 3;

/** Digits with letters or signs among them, a zero in front, or more of them than a price has before its point. */
const isCodeLike = (text: string): boolean =>
  isArticleLike(text) &&
  (ZERO_FIRST.test(text) || LONG.test(text) || (SIGNS_OR_LETTERS.test(text) && !MEASURE.test(text)));
const SIGNS_OR_LETTERS = /[\p{L}\-/_*#]/u;
const ZERO_FIRST = /^0\d/u;
const LONG = /^\d{7,}$/u;
/** A number with a unit or a currency, or a range of numbers. */
const MEASURE = /^[<>~]?\d[\d .,]*(?:(?:шт|ед|руб|р|кг|г|л|мл|м|мм|см|дн|usd|eur|uah|грн)\.?|[₽$€%])?$/iu;

const isStockLike = (cell: Cell): boolean =>
  NUMBER_AND_LETTERS.test(cell.text.trim()) || (!/\d/.test(cell.text) && cell.text.trim().length <= STOCK_WORD_MAX);

const BULK = 0.95;

/** Whether numbers that step up by one so often go on from the beginning to the end, not from one few to the next. */
const isCount = (sorted: readonly number[], steps: number): boolean => {
  // A sum below the list is no part of the count.
  const [first = 0, last = 0] = [sorted[0], sorted[Math.floor((sorted.length - 1) * BULK)]];
  return Number.isInteger(first) && first <= COUNT_BEGINS && last - first >= steps * BULK * BULK;
};

export function factsOf(column: number, rows: readonly SheetRow[]): ColumnFacts {
  const cells = rows.map((row) => row.cells.get(column)).filter((cell) => cell !== undefined);
  const count = cells.length || 1;
  const share = (test: (cell: Cell) => boolean) => cells.filter(test).length / count;
  const numbers = cells.map(numberIn).filter((number) => number !== null);
  const sorted = numbers.toSorted((one, other) => one - other);
  const steps = numbers.filter((number, at) => at > 0 && number - (numbers[at - 1] as number) === 1).length;
  return {
    column,
    filled: rows.length === 0 ? 0 : cells.length / rows.length,
    distinct: new Set(cells.map(({ text }) => text.trim())).size / count,
    numbers: numbers.length / count,
    stockLike: share(isStockLike),
    stockWords: share(({ text }) => STOCK_WORD.test(text.trim())),
    units: share(({ text }) => UNIT.test(text.trim())),
    letters: share(({ text }) => /\p{L}/u.test(text)),
    letterCount: cells.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0) / count,
    articleLike: share(({ text }) => isArticleLike(text)),
    codeLike: share(({ text }) => isCodeLike(text.trim())),
    length: cells.reduce((sum, { text }) => sum + text.trim().length, 0) / count,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    whole: numbers.filter(Number.isInteger).length / (numbers.length || 1),
    counting: isCount(sorted, steps) ? steps / count : 0,
  };
}

/** How well what stands in a column agrees with what it is called, 0 to 1: 0 is a contradiction. */
type Fit = (facts: ColumnFacts) => number;

/** Shares of rows above which a column counts as filled: groups, captions and positions without a stock leave gaps. */
const MOSTLY = 0.5;
/** Letters of a cell that make it a title. */
const FITTING_ARTICLE_MAX = 25;
/** A column that is named so and holds little of it yet. */
const FEW = 0.3;

/** From here on a column counts its rows. */
export const COUNTED = 0.6;
/** Letters that the cells of a column of codes have on the average at the most. */
const LETTERS_OF_CODES = 6;

/** Whether a column holds articles rather than words. */
export const isOfCodes = ({ codeLike, letterCount }: ColumnFacts): boolean =>
  codeLike > MOSTLY && letterCount < LETTERS_OF_CODES;

const filledEnough = ({ filled }: ColumnFacts): number => Math.min(1, filled / MOSTLY);

const size: Fit = (facts) => (facts.numbers >= MOSTLY ? filledEnough(facts) : 0);

export const FITS: Readonly<Record<GuessedColumn, Fit>> = {
  article: (facts) =>
    facts.counting > COUNTED || facts.letters * facts.length > FITTING_ARTICLE_MAX
      ? 0
      : facts.articleLike < 0.3
        ? FEW
        : filledEnough(facts) * (0.3 + 0.7 * Math.min(1, facts.distinct * 1.1)),
  title: (facts) =>
    facts.letters < MOSTLY || facts.length < 4
      ? 0
      : filledEnough(facts) * (0.1 + 0.9 * Math.min(1, facts.distinct * 1.5)) * (isOfCodes(facts) ? FEW : 1),
  price: (facts) => (facts.numbers < MOSTLY || facts.counting > COUNTED ? 0 : filledEnough(facts)),
  amount: (facts) => (facts.numbers + facts.stockLike < MOSTLY ? 0 : 0.5 + 0.5 * filledEnough(facts)),
  // A maker names many parts.
  manufacturer: (facts) =>
    facts.letters < MOSTLY || facts.length > 40 ? 0 : filledEnough(facts) * (facts.distinct > 0.9 ? 0.5 : 1),
  code: (facts) => (facts.length > 40 ? 0 : filledEnough(facts) * Math.min(1, facts.distinct * 1.4)),
  weight: size,
  length: size,
  width: size,
  height: size,
  // Few different ones; supplies on demand leave gaps.
  delivery: (facts) => (facts.length > 25 || facts.counting > COUNTED ? 0 : 1),
  lot: (facts) => (facts.numbers + facts.stockLike < MOSTLY || facts.counting > COUNTED ? 0 : 1),
  // Addresses are long, and have letters.
  photo_link: (facts) => (facts.letters < MOSTLY || facts.length < 12 ? 0 : 1),
  cross: (facts) => (facts.articleLike > 0 ? 1 : 0),
  crossMaker: (facts) => (facts.letters < MOSTLY || facts.length > 40 ? 0 : 1),
};
