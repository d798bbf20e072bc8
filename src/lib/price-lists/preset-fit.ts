import type { Preset } from '../../../contract/import-runs.ts';
import type { FittingPreset, GuessAnswer, GuessedSheet } from '../../../contract/price-list-guess.ts';
import { readSheets } from './sheet-layouts.ts';

/** The presets that were made from a file with this very header; those of the chosen provider, if there are any. */
export function samePresets({ sheets }: GuessAnswer, providerId: string): readonly FittingPreset[] {
  const same = sheets.flatMap(({ presets }) => presets);
  const distinct = same.filter(({ id }, at) => same.findIndex((other) => other.id === id) === at);
  const own = distinct.filter((preset) => String(preset.providerId) === providerId);
  return own.length > 0 ? own : distinct;
}

/**
 * The preset to begin with for a provider: the one that was made from this very header, else the only one there is;
 * undefined where there is a choice.
 */
export function presetToStart(
  presets: readonly Preset[],
  file: GuessAnswer | null,
  providerId: string,
): Preset | undefined {
  const fitting = (file ? samePresets(file, providerId) : []).map(({ id }) => id);
  const same = presets.filter(({ id }) => fitting.includes(id));
  const few = same.length > 0 ? same : presets;
  return few.length === 1 ? few[0] : undefined;
}

/** The header that a preset knows of a sheet: of several sheets each has its own. */
function presetHeaders(preset: Preset, sheet: string): readonly string[] {
  const own = readSheets(preset.fields.sheets ?? '').find((one) => one.sheet === sheet);
  return own?.headers ?? preset.headers;
}

/** How the header of a file differs from the one that a preset was made from. */
export interface HeaderChange {
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** What changed in the header since a preset was made; null where nothing did or it cannot be told. */
export function headerChange(preset: Preset, { headers, name }: GuessedSheet): HeaderChange | null {
  const known = presetHeaders(preset, name);
  if (headers.length === 0 || known.length === 0) return null;
  const [before, after] = [known, headers].map((texts) => texts.map(plain)) as [string[], string[]];
  if (before.join('\n') === after.join('\n')) return null;
  const missing = known.filter((text) => plain(text) !== '' && !after.includes(plain(text)));
  const added = headers.filter((text) => plain(text) !== '' && !before.includes(plain(text)));
  return { missing, added };
}

const plain = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();
