import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { runImport } from '../../../server/price-lists/runs/jobs.ts';
import { startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import type { TestBridge } from '../../support/bridge.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { stagedList } from '../../support/staged-list.ts';
import { workFolder } from '../../support/workbooks-read.ts';

const BUILD = new URL('../../../server/catalogue/replica/build-job.ts', import.meta.url);

export const DAY = 20_000;
const FORM: FormFields = {
  brandId: '1',
  providerId: '1',
  addNewPositionMode: 'on',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
  manufacturer: '5',
};

/** The fields of a form for a list of article, title, price and stock below one heading. */
export const USUAL: Readonly<Record<string, string>> = {
  brandId: '1',
  providerId: '1',
  addNewPositionMode: 'on',
  startRow: '2',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
};

/** Sends a text as a price list with the usual form. */
export function upload({ call }: TestBridge, text: string, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, ...fields })) form.append(name, value);
  form.append('file', new Blob([text]), 'Прайс.csv');
  return call('POST', '/file/upload', { form });
}

export interface ImportWish {
  /** Fields of the form over the usual ones. */
  readonly form?: FormFields;
  readonly today?: number;
  readonly priceTtlDays?: number;
}

/** A catalogue with the brands Урал and Кама and one provider. */
export async function openCatalogue(open: OpenFresh): Promise<Database<CatalogueSchema>> {
  const database = await open<CatalogueSchema>(migrations);
  const row = (title: string) => ({ title, created_at: 1, updated_at: 1 });
  await database.write(async (transaction) => {
    await transaction
      .insertInto('brands')
      .values([row('Урал'), row('Кама')])
      .execute();
    await transaction.insertInto('providers').values(row('Склад')).execute();
  });
  return database;
}

/** Imports a file as the upload does, without HTTP. */
export async function importFile(
  database: Database<CatalogueSchema>,
  file: string,
  { form = {}, today = DAY, priceTtlDays = 30 }: ImportWish = {},
  signal = new AbortController().signal,
): Promise<UploadAnswer> {
  const settings = settingsOf({ ...FORM, ...form });
  const run = { uploadId: null, uid: 'admin', fileName: 'price.csv', settings };
  const runId = await startRun(database, run, 1);
  const staged = await stagedList(file);
  return runImport(database, { runId, staged, settings, now: 2, today, priceTtlDays }, () => {}, signal);
}

/** Imports lines of a text with semicolons: article; title; price; amount; manufacturer. */
export async function importText(
  database: Database<CatalogueSchema>,
  lines: readonly string[],
  wish: ImportWish = {},
): Promise<UploadAnswer> {
  const file = join(await workFolder(), 'price.csv');
  await writeFile(file, `${lines.join('\n')}\n`);
  return importFile(database, file, wish);
}

/** All positions in the order of their ids. */
export const positionsOf = (database: Database<CatalogueSchema>) =>
  database.read.selectFrom('positions').selectAll().orderBy('id').execute();

export const versionOf = async (database: Database<CatalogueSchema>) =>
  (await database.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;

/** What the search finds under a key: id, key and whether it is in stock. */
export async function indexedKeys(database: Database<CatalogueSchema>): Promise<string[]> {
  const db = new DatabaseSync(await indexFile(database), { readOnly: true });
  try {
    const sql = `SELECT position_id || ' ' || key || ' ' || in_stock AS line FROM position_keys
      ORDER BY position_id, key`;
    return db
      .prepare(sql)
      .all()
      .map(({ line }) => String(line));
  } finally {
    db.close();
  }
}

/** The file with the search index: the embedded catalogue, or a copy of the one in PostgreSQL. */
async function indexFile(database: Database<CatalogueSchema>): Promise<string> {
  if (database.location.dialect === 'sqlite') return database.location.file;
  const file = join(await workFolder(), `${randomUUID()}.db`);
  await database.readJob(BUILD, { file });
  return file;
}
