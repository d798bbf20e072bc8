/** A band of prices with its percentage, as typed: `to` is empty for one without an upper end. */
export interface MarkupBand {
  readonly from: string;
  readonly to: string;
  readonly percent: string;
}

const BAND = /^([^-–—:=]*)[-–—]([^:=]*)[:=](.*)$/u;

/** The bands that a field holds (`0-1000:30; 1000-:20`), also half-typed ones; a piece that is no band stands in `from`. */
export const readBands = (text: string): readonly MarkupBand[] =>
  text
    .split(/[;\n]/u)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => {
      const [, from = piece, to = '', percent = ''] = (BAND.exec(piece) ?? []).map((part) => part.trim());
      return { from, to, percent: percent.replace(/\s*%$/u, '') };
    });

/** The bands as the field holds them. */
export const writeBands = (bands: readonly MarkupBand[]): string =>
  bands.map(({ from, to, percent }) => `${from}-${to}:${percent}`).join('; ');

const ROUBLES = /^\d[\d \u00a0]*(?:[.,]\d{1,2})?$/u;
const PERCENT = /^[-−]?\s*\d+(?:[.,]\d+)?$/u;

const amountOf = (text: string): number => Number(text.replace(/[ \u00a0]/gu, '').replace(',', '.'));

/** Whether each band can be read, and each begins where the one before ends. */
export function areBands(text: string): boolean {
  const bands = readBands(text);
  const areReadable = bands.every(
    ({ from, to, percent }) =>
      ROUBLES.test(from) && (to === '' || ROUBLES.test(to)) && PERCENT.test(percent) && isUpwards(from, to),
  );
  const sorted = bands.toSorted((one, other) => amountOf(one.from) - amountOf(other.from));
  const isJoined = ({ from }: MarkupBand, at: number) =>
    at === 0 || (sorted[at - 1]?.to !== '' && amountOf(sorted[at - 1]?.to ?? '') === amountOf(from));
  return areReadable && sorted.every(isJoined);
}

const isUpwards = (from: string, to: string): boolean => to === '' || amountOf(from) < amountOf(to);
