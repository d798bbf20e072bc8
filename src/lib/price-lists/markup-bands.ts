import { MARKUP_BANDS_MAX, MARKUP_PERCENT_MAX } from '../../../contract/limits.ts';

/** A band of prices with its percentage, as typed: `to` is empty for one without an upper end. */
export interface MarkupBand {
  readonly from: string;
  readonly to: string;
  readonly percent: string;
}

const BAND = /^([^-–—:=]*)[-–—]([^:=]*)[:=](.*)$/u;

/** A percentage as it was typed, without its sign. */
export const withoutPercent = (percent: string): string =>
  percent.endsWith('%') ? percent.slice(0, -1).trimEnd() : percent;

/** The bands that a field holds (`0-1000:30; 1000-:20`), also half-typed ones; a piece that is no band stands in `from`. */
export const readBands = (text: string): readonly MarkupBand[] =>
  text
    .split(/[;\n]/u)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => {
      const [, from = piece, to = '', percent = ''] = (BAND.exec(piece) ?? []).map((part) => part.trim());
      return { from, to, percent: withoutPercent(percent) };
    });

/** The bands as the field holds them. */
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
export function withPart(
  bands: readonly MarkupBand[],
  at: number,
  part: keyof MarkupBand,
  typed: string,
): readonly MarkupBand[] {
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

/** What is wrong with a part of a band. */
export type BandMistakes = Readonly<
  Partial<Record<keyof MarkupBand, 'number' | 'order' | 'gap' | 'percent' | 'end'>>
>;

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
        : below &&
          ROUBLES.test(below.to) &&
          amountOf(below.to) !== amountOf(from) && { from: 'gap' as const }),
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
  return PERCENT.test(text) && value > -100 && value <= MARKUP_PERCENT_MAX;
}

/** Whether each band can be read, and each begins where the one before ends. */
export function areBands(text: string): boolean {
  const bands = readBands(text);
  const areRight = bandMistakes(bands).every((mistakes) => Object.keys(mistakes).length === 0);
  return areRight && bands.length <= MARKUP_BANDS_MAX;
}
