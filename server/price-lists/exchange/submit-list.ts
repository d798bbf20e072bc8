import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadAnswer } from '../../../contract/catalogue/positions.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { createReference, referencesOfTitle } from '../../catalogue/positions/references.ts';
import type { Database } from '../../platform/database/types.ts';
import type { FormFields } from '../rules/form-fields.ts';
import { amountCell } from './goods.ts';
import type { ExchangeContext, ExchangeSettings, OnProgress } from './settings.ts';

interface WrittenList {
  readonly path: string;
  /** Under which the history shows it. */
  readonly name: string;
  readonly columns: ReadonlySet<ListColumn>;
  /** Whether goods that the catalogue does not have become positions. */
  readonly addsPositions: boolean;
}

/** Imports a written price list like any other; rows of one position add up their stock. */
export async function submitList(
  { queue, database, settings, clock }: ExchangeContext,
  list: WrittenList,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const { size } = await stat(list.path);
  const fields = {
    ...fieldsOfList(list.columns),
    ...(await ownerFields(database, settings, clock())),
    addNewPositionMode: list.addsPositions ? 'on' : '',
    repeated: list.columns.has('amount') ? 'sum' : 'last',
  };
  const file = { path: list.path, originalName: list.name, bytes: size };
  const from = { uid: '', who: '1С', source: 'exchange', confirm: 'plain' } as const;
  return queue.submit({ file, fields, ...from }, onProgress, signal);
}

/** Whose goods the accounting program sends, as fields of the upload form; made when missing. */
async function ownerFields(
  database: Database<CatalogueSchema>,
  { brand, provider }: Pick<ExchangeSettings, 'brand' | 'provider'>,
  now: number,
): Promise<{ readonly brandId: string; readonly providerId: string }> {
  const idOf = async (table: 'brands' | 'providers', title: string) => {
    // The oldest of several is the one that the first exchange made.
    const found = (await referencesOfTitle(database.read, table, title)).at(-1);
    return String((found ?? (await createReference(database, table, title, now)).row).id);
  };
  return { brandId: await idOf('brands', brand), providerId: await idOf('providers', provider) };
}

/** Columns of a written price list, by the names of their fields in the upload form. */
const LIST_COLUMNS = [
  'article',
  'title',
  'manufacturer',
  'code',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A row by the names of its columns; a number is a stock or a size. */
export type ListRow = Readonly<Partial<Record<ListColumn, string | number>>>;

/** Writes rows as the importer reads them best: a .csv with a header, every cell in quotes. Answers how many there were. */
export async function writePriceFile(file: string, rows: AsyncIterable<ListRow> | Iterable<ListRow>): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    yield line(LIST_COLUMNS);
    for await (const row of rows) {
      count += 1;
      yield line(LIST_COLUMNS.map((column) => cell(row[column] ?? '')));
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return count;
}

/** The form fields that read such a file, with only these of its columns. */
function fieldsOfList(columns: ReadonlySet<ListColumn>): FormFields {
  const places = LIST_COLUMNS.map((name, at) => [name, columns.has(name) ? String(at + 1) : '']);
  return { ...Object.fromEntries(places), startRow: '2' };
}

const cell = (value: string | number): string => (typeof value === 'number' ? amountCell(value) : value);
const line = (cells: readonly string[]): string =>
  `${cells.map((text) => `"${text.replace(/\s+/gu, ' ').replaceAll('"', '""')}"`).join(';')}\r\n`;
