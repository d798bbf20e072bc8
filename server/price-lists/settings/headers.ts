import type { UploadDoubt } from '../../../contract/catalogue/positions.ts';
import type { Preset } from '../../../contract/catalogue/runs.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { quoted, typographed } from '../../../rules/format/texts.ts';

/** What a preset says of the file that it was made for. */
export type PresetHeader = Pick<Preset, 'headers' | 'name'>;

const tidy = (text: string): string => text.trim().toLowerCase().replace(/\s+/gu, ' ');

/** Without empty cells at the end, which a sheet may have or not. */
function tidyHeaders(headers: readonly string[]): string[] {
  const texts = headers.map(tidy);
  while (texts.at(-1) === '') texts.pop();
  return texts;
}

/** Whether a file has the header that a preset was made for; one that was made without any fits no file by itself. */
export function isSameHeader(preset: Pick<Preset, 'headers'>, headers: readonly string[]): boolean {
  const [own, found] = [tidyHeaders(preset.headers), tidyHeaders(headers)];
  return own.length > 0 && own.length === found.length && own.every((text, at) => text === found[at]);
}

/** What is to be asked where a file no longer has the header of its preset: its columns may have moved. */
export function headerDoubt(preset: PresetHeader, headers: readonly string[]): UploadDoubt | null {
  const own = tidyHeaders(preset.headers);
  if (own.length === 0 || isSameHeader(preset, headers)) return null;
  const found = tidyHeaders(headers);
  const at = own.findIndex((text, index) => text !== found[index]);
  const before = preset.headers[at]?.trim() ?? '';
  const now = headers[at]?.trim() ?? '';
  const place = typographed(at < 0 ? 'в файле появились новые столбцы' : `было «${before}», стало «${now}»`);
  const text = typographed(`Заголовки файла не те, что у настроек «${preset.name}»: ${place}.`);
  return { kind: 'header-changed', text };
}

/** The header of a preset, and whose it is. */
export interface KnownHeader extends PresetHeader {
  readonly providerId: number;
  readonly provider: string;
}

/** Headings from which on a header is rather one provider's than everybody's. */
const HEADINGS_MIN = 5;

/** What is to be asked where only presets of other providers were made for such a file. */
export function otherProviderDoubt(
  known: readonly KnownHeader[],
  providerId: number | null,
  headers: readonly string[],
): UploadDoubt | null {
  if (providerId === null || !isTelling(headers)) return null;
  const same = known.filter((preset) => isSameHeader(preset, headers));
  const [other] = same;
  if (!other || same.some((preset) => preset.providerId === providerId)) return null;
  const text = typographed(
    `Похоже на прайс поставщика ${quoted(other.provider)}: такие же заголовки у его настроек ${quoted(other.name)}.`,
  );
  return { kind: 'other-provider', text };
}

export const isTelling = (headers: readonly string[]): boolean =>
  headers.filter((text) => text.trim() !== '').length >= HEADINGS_MIN;

/** The heading of each column, from the first; of several header rows their texts together. */
export function headersOf({ headerRows, rows }: Pick<SheetGuess, 'headerRows' | 'rows'>): string[] {
  const header = headerRows.map((row) => rows[row - 1] ?? []);
  const width = Math.max(0, ...header.map((texts) => texts.length));
  return Array.from({ length: width }, (_, column) =>
    header
      .map((texts) => texts[column]?.trim() ?? '')
      .filter((text) => text !== '')
      .join(' '),
  );
}
