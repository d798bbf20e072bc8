import type { Preset } from '../../../contract/import-runs.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { likeliestSheet, sheetsOfFile } from './guess-settings.ts';
import { rulesOf, withRules } from './price-rules.ts';
import { readFields, type UploadSettings, withShown } from './upload-settings.ts';

/**
 * The settings that a preset was made from. A sheet that the file at hand has not gives way to that of its guess; of
 * several, those that the preset names are read as it says, the others of the file are not.
 */
export function presetSettings(preset: Preset, file: GuessAnswer | null): UploadSettings {
  const settings = { ...readFields(preset.fields), providerId: String(preset.providerId) };
  const { sheets: named } = settings;
  if (named.length === 0) return ofOneSheet(settings, file);
  if (file === null) return settings;
  const guessed = sheetsOfFile(settings, file, () => false);
  const others = guessed.filter(({ sheet }) => !named.some((one) => one.sheet === sheet));
  const [first] = named;
  return first ? withShown({ ...settings, sheet: '', sheets: [...named, ...others] }, first.sheet) : settings;
}

/** The settings with the rules of a preset alone: the file has another header, so its layout stays as it is. */
export const withPresetRules = (settings: UploadSettings, preset: Preset): UploadSettings => ({
  ...withRules(settings, rulesOf(readFields(preset.fields))),
  brandId: preset.fields.brandId || settings.brandId,
});

function ofOneSheet(settings: UploadSettings, file: GuessAnswer | null): UploadSettings {
  if (file === null) return settings;
  const hasSheet = file.sheets.some(({ name }) => name === settings.sheet);
  const sheet = hasSheet ? settings.sheet : (likeliestSheet(file)?.name ?? '');
  const used = { ...settings, sheet };
  return { ...used, sheets: sheetsOfFile(used, file, ({ name }) => name === sheet) };
}
