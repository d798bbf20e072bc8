import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { Preset } from '../../../../contract/import-runs.ts';

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
  const place = at < 0 ? 'в\u00a0файле появились новые столбцы' : `было «${before}», стало «${now}»`;
  const text = `Заголовки файла не\u00a0те, что\u00a0у\u00a0настроек «${preset.name}»: ${place}.`;
  return { kind: 'header-changed', text };
}
