// Presets (saved layouts of suppliers' price lists): their SQL, and whether a file still has the header that its
// preset was made for.
import type { Kysely, Selectable } from 'kysely';
import type { Preset, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { UPLOAD_RULES } from '../../../contract/limits.ts';
import { UPLOAD_COLUMNS } from '../../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueSchema, ImportPresetTable } from '../../catalogue/context/schema.ts';
import { isUniqueViolation } from '../../platform/database/concurrent-writes.ts';
import type { Database } from '../../platform/database/types.ts';
import { type ColumnMap, columnsOf, type FormFields } from '../rules/form-fields.ts';

/** The fields of a preset that users set. */
interface PresetFields {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: readonly string[];
}

const presetAnswer = (row: Selectable<ImportPresetTable>): Preset => ({
  id: row.id,
  providerId: row.provider_id,
  name: row.name,
  fields: JSON.parse(row.fields) as Preset['fields'],
  headers: JSON.parse(row.headers) as Preset['headers'],
  updatedAt: new Date(row.updated_at).toISOString(),
});

/** The presets of a provider, or of all, by name. */
export async function listPresets(read: Kysely<CatalogueSchema>, providerId: number | null): Promise<Preset[]> {
  const rows = await read
    .selectFrom('import_presets')
    .selectAll()
    .$if(providerId !== null, (query) => query.where('provider_id', '=', providerId ?? 0))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(presetAnswer);
}

export async function findPreset(read: Kysely<CatalogueSchema>, id: number): Promise<Preset | null> {
  const row = await read.selectFrom('import_presets').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? presetAnswer(row) : null;
}

/** The preset that a form names: null where it names none, undefined where there is no such. */
export async function presetOfForm(read: Kysely<CatalogueSchema>, text: string | undefined) {
  const id = text?.trim() ?? '';
  if (id === '') return null;
  return /^\d{1,15}$/.test(id) ? ((await findPreset(read, Number(id))) ?? undefined) : undefined;
}

/** Saves a new preset; null when the provider has one of that name already. */
export async function createPreset(
  database: Database<CatalogueSchema>,
  providerId: number,
  { name, fields, headers }: PresetFields,
  now: number,
): Promise<Preset | null> {
  return unlessTaken(() =>
    database.write(async (transaction) => {
      if (await isNameTaken(transaction, providerId, name, 0)) return null;
      const row = await transaction
        .insertInto('import_presets')
        .values({
          provider_id: providerId,
          name,
          fields: JSON.stringify(fields),
          headers: JSON.stringify(headers),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return presetAnswer(row);
    }),
  );
}

/** Changes what is given; undefined when there is no such preset, null when the name is another one's. */
export async function changePreset(
  database: Database<CatalogueSchema>,
  id: number,
  { name, fields, headers }: { readonly [Name in keyof PresetFields]?: PresetFields[Name] | undefined },
  now: number,
): Promise<Preset | null | undefined> {
  return unlessTaken(() =>
    database.write(async (transaction) => {
      const known = await findPreset(transaction, id);
      if (!known) return undefined;
      if (name !== undefined && (await isNameTaken(transaction, known.providerId, name, id))) return null;
      const row = await transaction
        .updateTable('import_presets')
        .set({
          updated_at: now,
          ...(name === undefined ? {} : { name }),
          ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
          ...(headers === undefined ? {} : { headers: JSON.stringify(headers) }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return presetAnswer(row);
    }),
  );
}

/** Removes a preset; its runs keep what they were read with. False when there is none. */
export async function removePreset(database: Database<CatalogueSchema>, id: number): Promise<boolean> {
  return database.write(async (transaction) => {
    const removed = await transaction.deleteFrom('import_presets').where('id', '=', id).returning('id').execute();
    return removed.length > 0;
  });
}

async function isNameTaken(read: Kysely<CatalogueSchema>, providerId: number, name: string, ownId: number) {
  const taken = read
    .selectFrom('import_presets')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('name', '=', name)
    .where('id', '<>', ownId);
  return (await taken.executeTakeFirst()) !== undefined;
}

/** Null also where another transaction took the name at the same moment. */
async function unlessTaken<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** The headers of all presets that identify a provider. */
export async function knownHeaders(read: Kysely<CatalogueSchema>): Promise<KnownHeader[]> {
  const presets = (await listPresets(read, null)).filter(({ headers }) => identifiesProvider(headers));
  if (presets.length === 0) return [];
  const providers = await read.selectFrom('providers').select(['id', 'title']).execute();
  const titles = new Map(providers.map(({ id, title }) => [id, title]));
  return presets.map(({ name, headers, providerId }) => {
    return { name, headers, providerId, provider: titles.get(providerId) ?? '' };
  });
}

/** What a preset says of the file that it was made for. */
export type PresetHeader = Pick<Preset, 'headers' | 'name'> & {
  /** What its columns are; absent where they are not compared. */
  readonly columns?: ColumnMap;
};

/** What a run needs to know of its preset. */
export const headerOf = ({ name, headers, fields }: Preset): PresetHeader => ({
  name,
  headers,
  columns: columnsOf(fields),
});

/** Whether the columns that are read have the headings that those of the preset had, wherever they stand now. */
export function followsHeadings(
  { headers: before, columns = {} }: PresetHeader,
  now: ColumnMap,
  headers: readonly string[],
): boolean {
  const names = UPLOAD_COLUMNS.filter((name) => columns[name] !== undefined);
  return (
    names.length > 0 &&
    names.every((name) => {
      const heading = tidy(before[(columns[name] ?? 0) - 1] ?? '');
      return heading !== '' && heading === tidy(headers[(now[name] ?? 0) - 1] ?? '');
    })
  );
}

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

/**
 * What is to be asked where only presets of other providers were made for such a file. A provider without presets may
 * well have the same header: the most usual headings are in the lists of many.
 */
export function otherProviderDoubt(
  known: readonly KnownHeader[],
  providerId: number | null,
  headers: readonly string[],
): UploadDoubt | null {
  if (providerId === null || !identifiesProvider(headers)) return null;
  if (!known.some((preset) => preset.providerId === providerId)) return null;
  const same = known.filter((preset) => isSameHeader(preset, headers));
  const [other] = same;
  if (!other || same.some((preset) => preset.providerId === providerId)) return null;
  const text = typographed(
    `Похоже на прайс поставщика ${quoted(other.provider)}: такие же заголовки у его настроек ${quoted(other.name)}.`,
  );
  return { kind: 'other-provider', text };
}

/** Rules of a form that a preset may have, and what an empty field of one of them means. */
const RULE_DEFAULTS: FormFields = { repeated: 'last', missing: 'leave' };
const RULE_FIELDS = ['profit', 'currency', 'rate', 'repeated', 'missing', 'sheets', ...UPLOAD_RULES] as const;
/** Titles of presets that a doubt names. */
const NAMED_PRESETS = 3;

/** What is to be asked where a provider has presets and a list of theirs is read otherwise than any of them reads. */
export function unusedPresetDoubt(presets: readonly Preset[], fields: FormFields): UploadDoubt | null {
  if (presets.length === 0 || presets.some((preset) => readsAlike(preset.fields, fields))) return null;
  const names = presets.slice(0, NAMED_PRESETS).map(({ name }) => quoted(name));
  const text = typographed(
    `У поставщика есть сохранённые настройки ${names.join(', ')}${presets.length > names.length ? ' и другие' : ''}, а прайс читается без них. Проверьте наценку, валюту и другие правила.`,
  );
  return { kind: 'preset-unused', text };
}

function readsAlike(preset: FormFields, fields: FormFields): boolean {
  const said = (form: FormFields, name: string) => form[name]?.trim() || RULE_DEFAULTS[name] || '';
  if (!RULE_FIELDS.every((name) => said(preset, name) === said(fields, name))) return false;
  const hasLayout = said(preset, 'sheets') === '' && UPLOAD_COLUMNS.some((name) => said(preset, name) !== '');
  return !hasLayout || UPLOAD_COLUMNS.every((name) => columnsOf(preset)[name] === columnsOf(fields)[name]);
}

const identifiesProvider = (headers: readonly string[]): boolean =>
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
