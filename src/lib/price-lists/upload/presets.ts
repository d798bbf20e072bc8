// State and rules of presets (saved layouts of a supplier's price list) in the upload form: which fits the chosen file,
// what it sets.
import { atom } from 'nanostores';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import type { FittingPreset, GuessAnswer, GuessedSheet } from '../../../../contract/price-lists/guess.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { likeliestSheet } from '../../../../rules/price-lists/likeliest-sheet.ts';
import { movedLayout, plainHeading } from '../../../../rules/price-lists/moved-columns.ts';
import { attempt, createLatest, type Failure, outcomeOf } from '../../platform/http-client.ts';
import { lists } from '../../ui/list-editor-texts.ts';
import type { NewPreset, PresetCalls } from '../price-list-calls.ts';
import { sheetsOfFile, withoutFile } from './guessed-settings.ts';
import { rulesOf, sameRules, withoutRules, withRules } from './price-rules.ts';
import { readSheets, type SheetLayout } from './sheet-layouts.ts';
import { readFields, type UploadSettings, withShown } from './upload-settings.ts';

interface PresetsState {
  /** The provider of these presets; null: none is chosen. */
  readonly providerId: number | null;
  /** By name. */
  readonly presets: readonly Preset[];
  readonly failure: Failure | null;
}

const NO_PRESETS: PresetsState = { providerId: null, presets: [], failure: null };

const byName = (presets: readonly Preset[]): Preset[] =>
  [...presets].sort((one, other) => one.name.localeCompare(other.name, 'ru'));

/** The presets of the chosen provider. They change only after the service agreed; a refused change gives its reason. */
export function createPresets(calls: PresetCalls) {
  const $presets = atom<PresetsState>(NO_PRESETS);
  const latest = createLatest();

  function put(preset: Preset): void {
    const state = $presets.get();
    if (state.providerId !== preset.providerId) return;
    const others = state.presets.filter(({ id }) => id !== preset.id);
    $presets.set({ ...state, presets: byName([...others, preset]) });
  }

  return {
    $presets,
    /** Loads the presets of a provider; the answer holds them, null when another provider was asked for meanwhile. */
    async load(providerId: number | null): Promise<readonly Preset[] | null> {
      if (providerId === null) {
        latest.stop();
        $presets.set(NO_PRESETS);
        return [];
      }
      if ($presets.get().providerId !== providerId) $presets.set({ ...NO_PRESETS, providerId });
      const { value: answer, failure } = await outcomeOf(() => latest.run(() => calls.list(providerId)));
      if (failure) $presets.set({ providerId, presets: [], failure });
      if (answer) $presets.set({ providerId, presets: byName(answer.value), failure: null });
      return answer?.value ?? null;
    },
    /** Saves a form under a name; that of another preset of the provider takes its place. */
    save: (made: NewPreset, onSaved: (preset: Preset) => void): Promise<Failure | null> =>
      attempt(async () => {
        const { presets } = $presets.get();
        const same = presets.find(({ name }) => name === made.name);
        const saved = await (same ? calls.replace(same.id, made) : calls.create(made));
        put(saved);
        onSaved(saved);
      }),
    rename: (id: number, name: string): Promise<Failure | null> =>
      attempt(async () => put(await calls.rename(id, name))),
    remove: (id: number): Promise<Failure | null> =>
      attempt(async () => {
        await calls.remove(id);
        const state = $presets.get();
        $presets.set({ ...state, presets: state.presets.filter((preset) => preset.id !== id) });
      }),
  };
}

/** The presets that were made from a file with this very header: of the chosen provider, of all while none is chosen. */
export function samePresets({ sheets }: GuessAnswer, providerId: string): readonly FittingPreset[] {
  const same = sheets.flatMap(({ presets }) => presets);
  const distinct = same.filter(({ id }, at) => same.findIndex((other) => other.id === id) === at);
  return providerId === '' ? distinct : distinct.filter((preset) => String(preset.providerId) === providerId);
}

/**
 * The one made from this very header, else the only one, else the one whose header has most headings of the file;
 * undefined where that is a choice.
 */
export function presetToStart(presets: readonly Preset[], file: GuessAnswer | null, providerId: string) {
  const fitting = (file ? samePresets(file, providerId) : []).map(({ id }) => id);
  const same = presets.filter(({ id }) => fitting.includes(id));
  const few = same.length > 0 ? same : presets;
  if (few.length < 2 || same.length > 0 || file === null) return few.length === 1 ? few[0] : undefined;
  const [first, second] = few
    .map((preset) => ({ preset, shared: Math.max(...file.sheets.map((sheet) => sharedHeadings(preset, sheet))) }))
    .toSorted((one, other) => other.shared - one.shared);
  return first && first.shared > (second?.shared ?? 0) ? first.preset : undefined;
}

/** How many of the headings of a preset and of a sheet are in both, 0 to 1. */
function sharedHeadings(preset: Preset, { headers, name }: GuessedSheet): number {
  const texts = (all: readonly string[]) => new Set(all.map(plainHeading).filter((text) => text !== ''));
  const [known, found] = [texts(presetHeaders(preset, name)), texts(headers)];
  return known.intersection(found).size / Math.max(1, known.union(found).size);
}

/** The header that a preset knows of a sheet: of several sheets each has its own. */
function presetHeaders(preset: Preset, sheet: string): readonly string[] {
  const own = readSheets(preset.fields.sheets ?? '').find((one) => one.sheet === sheet);
  return own?.headers ?? preset.headers;
}

interface HeaderChange {
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** What changed in the header since a preset was made; null where nothing did or it is unknown. */
export function headerChange(preset: Preset, { headers, name }: GuessedSheet): HeaderChange | null {
  const known = presetHeaders(preset, name);
  if (headers.length === 0 || known.length === 0) return null;
  const [before, after] = [known, headers].map((texts) => texts.map(plainHeading)) as [string[], string[]];
  if (before.join('\n') === after.join('\n')) return null;
  const missing = known.filter((text) => plainHeading(text) !== '' && !after.includes(plainHeading(text)));
  const added = headers.filter((text) => plainHeading(text) !== '' && !before.includes(plainHeading(text)));
  return { missing, added };
}

/**
 * Settings a preset was made from; a missing sheet is replaced by the guessed one, unnamed ones are not read. Where the
 * file has another header each column is the one that has its heading now.
 */
export function presetSettings(preset: Preset, file: GuessAnswer | null): UploadSettings {
  const settings = { ...readFields(preset.fields), providerId: String(preset.providerId) };
  if (file === null) return settings;
  const { sheets: named } = settings;
  if (named.length === 0) return ofOneSheet(settings, preset, file);
  if (!named.some(({ sheet }) => file.sheets.some(({ name }) => name === sheet)))
    return ofOneSheet(...alone(settings, preset), file);
  const guessed = sheetsOfFile(settings, file, () => false);
  const read = named.map((layout) => {
    const sheet = file.sheets.find(({ name }) => name === layout.sheet);
    return sheet ? { ...layout, ...layoutNow(layout, preset, sheet) } : layout;
  });
  const others = guessed.filter(({ sheet }) => !named.some((one) => one.sheet === sheet));
  const [first] = named;
  return first ? withShown({ ...settings, sheet: '', sheets: [...read, ...others] }, first.sheet) : settings;
}

function ofOneSheet(settings: UploadSettings, preset: Preset, file: GuessAnswer): UploadSettings {
  const own = file.sheets.find(({ name }) => name === settings.sheet);
  const shown = own ?? likeliestSheet(file);
  const used = { ...settings, sheet: shown?.name ?? '', ...(shown && layoutNow(settings, preset, shown)) };
  return { ...used, sheets: sheetsOfFile(used, file, ({ name }) => name === used.sheet) };
}

/** The form and the preset as if they had been saved of the first of their sheets alone: the file has none of them. */
function alone({ sheets, ...settings }: UploadSettings, preset: Preset): [UploadSettings, Preset] {
  const { startRow, endRow, columns, articleFrom, prices, headers } = sheets[0] as SheetLayout;
  const { markup = settings.rules.markup, ...others } = prices ?? {};
  const rules = { ...settings.rules, articleFrom, markup };
  const shown = { ...settings, ...others, startRow, endRow, columns, rules, sheet: '', sheets: [] };
  return [shown, { ...preset, headers: [...headers], fields: {} }];
}

type Layout = Pick<UploadSettings, 'startRow' | 'endRow' | 'columns'>;

/** What becomes of rows and columns of a preset on a sheet whose header has changed; nothing where it is the same. */
function layoutNow({ columns }: Layout, preset: Preset, sheet: GuessedSheet): Partial<Layout> {
  if (headerChange(preset, sheet) === null) return {};
  const { isFound: _, ...moved } = movedLayout(columns, presetHeaders(preset, sheet.name), sheet);
  return moved;
}

/** A preset for a file of another header under rules that were typed: they stay. */
export const presetUnder = (preset: Preset, file: GuessAnswer, typed: UploadSettings): UploadSettings => ({
  ...withRules(presetSettings(preset, file), rulesOf(typed)),
  brandId: typed.brandId,
});

/** Whether rules were typed into the form; the currency that the heading of the file names is none. */
export function hasTypedRules(settings: UploadSettings, file: GuessAnswer | null): boolean {
  const own = withoutFile(settings, file);
  return !sameRules(own, withoutRules(own));
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `«${text}»`).join(', ');

export const presets = typographed({
  label: 'Сохранённые настройки',
  none: 'без сохранённых настроек',
  failed: 'Сохранённые настройки не загрузились.',
  chosenBySame: (name: string) => `Взяты настройки «${name}»: заголовок файла тот же.`,
  chosenOfProvider: (name: string) => `Взяты настройки «${name}» этого поставщика.`,
  notTaken: (name: string) => `У поставщика есть настройки «${name}». Правила уже заданы, поэтому они не взяты.`,
  severalSame: (names: readonly string[]) =>
    `К этому файлу подходят настройки ${quoted(names)}. Выберите, какие взять.`,
  changed: (name: string, { missing, added }: HeaderChange) =>
    [
      `Взяты настройки «${name}», столбцы найдены по названиям. Заголовок файла не такой, как при их сохранении: проверьте столбцы.`,
      missing.length > 0 && `Не стало: ${quoted(missing)}.`,
      added.length > 0 && `Появились: ${quoted(added)}.`,
      missing.length + added.length === 0 && 'Столбцы поменялись местами.',
    ]
      .filter(Boolean)
      .join(' '),
  saveAs: 'Сохранить настройки как…',
  saveHeading: 'Сохранить настройки',
  saveHint: 'Столбцы, строки, бренд и правила этой формы. Если такое имя уже есть, новые настройки заменят прежние.',
  name: 'Имя настроек',
  save: lists.save,
  cancel: lists.cancel,
  saved: (name: string) => `Настройки «${name}» сохранены.`,
  manage: 'Переименовать или удалить…',
  manageHeading: 'Сохранённые настройки поставщика',
  nameOf: (name: string) => `Имя настроек «${name}»`,
  renameOf: (name: string) => `Переименовать «${name}»`,
  rename: 'Переименовать',
  remove: lists.remove,
  removeOf: (name: string) => `Удалить «${name}»`,
  removeQuestion: 'Удалить настройки?',
  removeDetails: (name: string) => `«${name}» исчезнут из списка. Загруженного это не изменит.`,
  close: 'Закрыть',
} as const);
