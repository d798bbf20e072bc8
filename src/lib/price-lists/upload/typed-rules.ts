// Reads, writes and checks the rules of an upload that are typed as short texts: bands of mark-up, rounding, VAT,
// brands. The server reads the same texts by itself.
import * as limits from '../../../../contract/limits.ts';

/** A band of prices with its percentage, as typed: `to` is empty for one without an upper end. */
export interface MarkupBand {
  readonly from: string;
  readonly to: string;
  readonly percent: string;
}

const BAND = /^([^-–—:=]*)[-–—]([^:=]*)[:=](.*)$/u;

/** A percentage as it was typed, without its sign. */
const withoutPercent = (percent: string): string => (percent.endsWith('%') ? percent.slice(0, -1).trimEnd() : percent);

/** The bands that a field holds (`0-1000:30; 1000-:20`), also half-typed ones; a piece that is no band stands in `from`. */
export const readBands = (text: string): readonly MarkupBand[] =>
  text
    .split(/[;\n]/u)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => {
      const [, from = piece, to = '', percent = ''] = (BAND.exec(piece) ?? []).map((part) => part.trim());
      return { from, to, percent: withoutPercent(percent) };
    });

export const writeBands = (bands: readonly MarkupBand[]): string =>
  bands.map(({ from, to, percent }) => `${from}-${to}:${percent}`).join('; ');

/** Whether a band begins where the one above it ends: then it needs no beginning of its own. */
export const isJoined = (bands: readonly MarkupBand[], at: number): boolean =>
  at > 0 && bands[at - 1]?.to === bands[at]?.from;

/** The bands with one more below, from where the last one ends. */
export const withBand = (bands: readonly MarkupBand[]): readonly MarkupBand[] => [
  ...bands,
  { from: bands.at(-1)?.to ?? '0', to: '', percent: '' },
];

/** The bands without one; the next one takes over its prices. */
export function withoutBand(bands: readonly MarkupBand[], at: number): readonly MarkupBand[] {
  const joined = isJoined(bands, at + 1);
  const from = bands[at]?.from ?? '';
  return bands.flatMap((band, place) => {
    if (place === at) return [];
    return place === at + 1 && joined ? [{ ...band, from }] : [band];
  });
}

/** The bands with another text in one part; where a band begins follows where the one above it ends. */
export function withPart(bands: readonly MarkupBand[], at: number, part: keyof MarkupBand, typed: string) {
  // Signs that stand between the parts of bands cannot stand within one.
  const text = typed.replace(part === 'percent' ? /[;:=\n]/gu : /[;:=\n–—-]/gu, '');
  const joined = part === 'to' && isJoined(bands, at + 1);
  return bands.map((band, place) => {
    if (place === at) return { ...band, [part]: text };
    return place === at + 1 && joined ? { ...band, from: text } : band;
  });
}

const ROUBLES = /^\d[\d \u00a0]*(?:[.,]\d{1,2})?$/u;
const PERCENT = /^[-−]?\s*\d+(?:[.,]\d+)?$/u;

const amountOf = (text: string): number => Number(text.replace(/[ \u00a0]/gu, '').replace(',', '.'));

export type BandMistakes = Readonly<Partial<Record<keyof MarkupBand, 'number' | 'order' | 'gap' | 'percent' | 'end'>>>;

/** What is wrong with each band, by its part; bands may stand in any order but leave no prices between them. */
export function bandMistakes(bands: readonly MarkupBand[]): readonly BandMistakes[] {
  const sorted = bands.toSorted((one, other) => amountOf(one.from) - amountOf(other.from));
  return bands.map((band) => {
    const { from, to, percent } = band;
    const rank = sorted.indexOf(band);
    const below = sorted[rank - 1];
    const isLast = rank === sorted.length - 1;
    return {
      ...(!ROUBLES.test(from)
        ? { from: 'number' as const }
        : below && ROUBLES.test(below.to) && amountOf(below.to) !== amountOf(from) && { from: 'gap' as const }),
      ...(to === ''
        ? !isLast && { to: 'end' as const }
        : !ROUBLES.test(to)
          ? { to: 'number' as const }
          : ROUBLES.test(from) && amountOf(from) >= amountOf(to) && { to: 'order' as const }),
      ...(!isPercent(percent) && { percent: 'percent' as const }),
    };
  });
}

function isPercent(text: string): boolean {
  const value = Number(text.replace('−', '-').replace(/\s/gu, '').replace(',', '.'));
  return PERCENT.test(text) && value > -100 && value <= limits.MARKUP_PERCENT_MAX;
}

/** Whether each band can be read, and each begins where the one before ends. */
export function areBands(text: string): boolean {
  const bands = readBands(text);
  const areRight = bandMistakes(bands).every((mistakes) => Object.keys(mistakes).length === 0);
  return areRight && bands.length <= limits.MARKUP_BANDS_MAX;
}

/** A rounding as typed: to multiples of `step` roubles, `less` so many; nothing is rounded without a direction. */
export interface RoundingParts {
  readonly direction: '' | 'nearest' | 'up';
  readonly step: string;
  readonly less: string;
}

const SHAPE = /^(?:(up|nearest)\s*:)?([^-]*)(?:-(.*))?$/u;

/** The parts of a field such as `10` or `up:100-10`, also of a half-typed one. */
export function readRounding(text: string): RoundingParts {
  const said = text.trim().toLowerCase();
  if (said === '' || said === 'none') return { direction: '', step: '', less: '' };
  const [, direction, step = '', less = ''] = SHAPE.exec(said) ?? [];
  return { direction: direction === 'up' ? 'up' : 'nearest', step: step.trim(), less: less.trim() };
}

export const writeRounding = ({ direction, step, less }: RoundingParts): string =>
  direction === '' ? '' : `${direction}:${step}${less === '' ? '' : `-${less}`}`;

const WHOLE = /^\d{1,6}$/u;

/** What is wrong with a rounding: whole roubles are rounded to, and less than the step is taken off. */
export function roundingMistake({ direction, step, less }: RoundingParts): 'step' | 'less' | null {
  if (direction === '') return null;
  if (!WHOLE.test(step) || Number(step) === 0 || Number(step) > limits.ROUNDING_STEP_MAX) return 'step';
  return less === '' || (WHOLE.test(less) && Number(less) < Number(step)) ? null : 'less';
}

export const isRounding = (text: string): boolean => roundingMistake(readRounding(text)) === null;

/** The parts with another text in one; digits alone can be read back. */
export const withRoundingPart = (parts: RoundingParts, part: 'step' | 'less', typed: string): RoundingParts => ({
  ...parts,
  [part]: typed.replace(/\D/gu, ''),
});

/** Steps that prices are usually rounded to, roubles. */
const STEPS = ['1', '5', '10', '50', '100', '500', '1000'];

/** The steps to choose from; one that is used already is among them. */
export const stepsWith = (used: string): readonly string[] =>
  used === '' || STEPS.includes(used) ? STEPS : [...STEPS, used].sort((one, other) => Number(one) - Number(other));

/** What becomes of value added tax, as typed; nothing without a `by`. */
export interface VatParts {
  readonly by: '' | 'add' | 'remove';
  readonly percent: string;
}

/** The parts of a field such as `add:20`, also of a half-typed one. */
export function readVat(text: string): VatParts {
  const [by = '', percent = ''] = text.split(':').map((part) => part.trim());
  return by === 'add' || by === 'remove' ? { by, percent: withoutPercent(percent) } : { by: '', percent: '' };
}

export const writeVat = ({ by, percent }: VatParts): string => (by === '' ? '' : `${by}:${percent}`);

/** The parts with another rate; what is typed besides a number cannot be read back. */
export const withVatPercent = (parts: VatParts, typed: string): VatParts => ({
  ...parts,
  percent: typed.replace(/[^\d.,]/gu, ''),
});

/** Whether the tax can be read: a per cent above zero. */
export function isVat(text: string): boolean {
  const { by, percent } = readVat(text);
  if (by === '') return text.trim() === '';
  const isNumber = /^\d{1,3}(?:[.,]\d+)?$/u.test(percent) && /[1-9]/u.test(percent);
  return isNumber && Number(percent.replace(',', '.')) <= limits.VAT_PERCENT_MAX;
}

/** Manufacturers and the id of the brand that their rows go to, as typed. */
export interface BrandRow {
  readonly makers: string;
  readonly brandId: string;
}

type BrandMistake = 'makers' | 'twice' | 'brand';

/** The rows that a field holds (`BOSCH, MANN = 12`), also half-typed ones; outer spaces of names stay. */
export const readBrandRows = (text: string): readonly BrandRow[] =>
  text
    .split(/[;\r\n]/u)
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf('=');
      return at < 0 ? { makers: line, brandId: '' } : { makers: line.slice(0, at), brandId: line.slice(at + 1).trim() };
    });

export const writeBrandRows = (rows: readonly BrandRow[]): string =>
  rows.map(({ makers, brandId }) => `${makers}=${brandId}`).join('\n');

/** Names as they are typed, without what a row cannot hold. */
export const typedMakers = (text: string): string => text.replace(/[;=\r\n]/gu, '');

const namesIn = ({ makers }: BrandRow): string[] =>
  makers.split(',').map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

export function brandMistakes(rows: readonly BrandRow[]): readonly (readonly BrandMistake[])[] {
  const known = new Set<string>();
  return rows.map((row) => {
    const mistakes: BrandMistake[] = [];
    const names = namesIn(row);
    if (names.includes('')) mistakes.push('makers');
    else if (new Set(names).size < names.length || names.some((name) => known.has(name))) mistakes.push('twice');
    for (const name of names) known.add(name);
    if (!/^[1-9]\d*$/u.test(row.brandId)) mistakes.push('brand');
    return mistakes;
  });
}

/** Whether all rows make sense; none do. */
export const areBrandRows = (text: string): boolean =>
  brandMistakes(readBrandRows(text)).every((mistakes) => mistakes.length === 0);

const foldedWord = (word: string): string => word.trim().toLowerCase().replaceAll('ё', 'е');

const stockEntries = (text: string): string[] => text.split(/[;\r\n]+/u).filter((entry) => entry.trim() !== '');

const wordOf = (entry: string): string => foldedWord(entry.slice(0, Math.max(0, entry.lastIndexOf('='))));

/** What a field such as `Склад = есть; мало = 2` says of a word of stock; '' for nothing. */
export function stockMeaning(text: string, word: string): string {
  const entry = stockEntries(text).find((one) => wordOf(one) === foldedWord(word));
  return entry === undefined ? '' : entry.slice(entry.lastIndexOf('=') + 1).trim();
}

/** The field with another meaning of a word; '' takes what it says of it away. */
export function withStockMeaning(text: string, word: string, meaning: string): string {
  const others = stockEntries(text).filter((entry) => wordOf(entry) !== foldedWord(word));
  return [...others, ...(meaning === '' ? [] : [`${word} = ${meaning}`])].map((entry) => entry.trim()).join('\n');
}
