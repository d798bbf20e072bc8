// Imports a file that an accounting program (1C, CommerceML 2) sent: reads it in a thread, writes its goods as a .csv,
// and imports that like any price list.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { createReference, referencesOfTitle } from '../../catalogue/positions/references.ts';
import type { Database } from '../../platform/database/types.ts';
import { limitTo } from '../../platform/limit-to.ts';
import type { FormFields } from '../rules/form-fields.ts';
import type { Entry, ParseRequest } from './parse-thread.ts';
import * as exchange from './settings.ts';

/** Takes a received CommerceML 2 file; resolves to what came of it, in words. Throws ExchangeProblem, import errors. */
export async function importFile(
  context: exchange.ExchangeContext,
  file: { readonly path: string; readonly name: string },
  onProgress: exchange.OnProgress,
  signal: AbortSignal,
): Promise<string> {
  const lines = `${file.path}.entries`;
  const list = `${file.path}.csv`;
  try {
    const parsed = await parseFile({ file: file.path, target: lines, priceType: context.settings.priceType });
    signal.throwIfAborted();
    const entries = new EntryRows(context.database, context.clock());
    const rows = await writePriceFile(list, entries.read(lines));
    const { columns } = entries;
    const goods = typographed(`товаров — ${parsed.goods}, предложений — ${parsed.offers}`);
    if (rows === 0 || !(columns.has('price') || columns.has('amount'))) return `Принято: ${goods}`;
    const name = `${file.name.replace(/\.xml$/iu, '')}.csv`;
    const written = { path: list, name, columns, addsPositions: parsed.offers > 0 };
    const { message, failed, created, updated, unchanged } = await submitList(context, written, onProgress, signal);
    if (failed > 0 && created + updated + unchanged === 0)
      throw new exchange.ExchangeProblem(`ни одна строка не прочитана: ${message}`);
    return `${message} (${goods})`;
  } finally {
    await rm(lines, { force: true });
    await rm(list, { force: true });
  }
}

const THREAD = new URL('./parse-thread.ts', import.meta.url);
const HEAP_MB = 256;
const TIME_MS = 300_000;

const reading = limitTo(1);

interface Parsed {
  readonly goods: number;
  readonly offers: number;
}

/** Reads a file into lines of JSON, in a thread with bounds on memory and time. Throws ExchangeProblem for a file that is at fault. */
const parseFile = (request: ParseRequest): Promise<Parsed> => reading(() => parseInThread(request));

async function parseInThread(request: ParseRequest): Promise<Parsed> {
  const worker = new Worker(THREAD, { workerData: request, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const timer = setTimeout(() => void worker.terminate(), TIME_MS);
  try {
    const answer = await new Promise<Parsed | { message: string; code: unknown }>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new exchange.ExchangeProblem('файл читается слишком долго')));
    });
    if ('goods' in answer) return answer;
    throw answer.code === 'EXCHANGE_PROBLEM' ? new exchange.ExchangeProblem(answer.message) : new Error(answer.message);
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new exchange.ExchangeProblem('файл слишком велик') : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const BATCH = 500;

/** The rows of a parsed file, and columns that it fills. Goods are remembered; offers take from them what they lack. */
class EntryRows {
  readonly columns = new Set<ListColumn>(['article', 'title']);
  offers = 0;
  readonly #database: Database<CatalogueSchema>;
  readonly #now: number;

  constructor(database: Database<CatalogueSchema>, now: number) {
    this.#database = database;
    this.#now = now;
  }

  async *read(file: string): AsyncGenerator<ListRow> {
    for await (const batch of batches(file)) {
      const goods = batch.flatMap((entry) => (entry.kind === 'goods' ? [entry.goods] : []));
      const offers = batch.flatMap((entry) => (entry.kind === 'offer' ? [entry.offer] : []));
      await rememberGoods(this.#database, goods, this.#now);
      for (const each of goods) if (each.isRemoved) yield this.#row(each, null);
      const known = await goodsById(this.#database, [...new Set(offers.map(({ id }) => id))]);
      for (const offer of offers) {
        this.offers += 1;
        yield this.#row(known.get(offer.id), offer);
      }
    }
  }

  #row(goods: exchange.Goods | undefined, offer: exchange.Offer | null): ListRow {
    const isGone = goods?.isRemoved ?? false;
    const row: ListRow = {
      article: goods?.article || offer?.article || goods?.code || '',
      title: goods?.title || offer?.title || '',
      manufacturer: goods?.manufacturer ?? '',
      code: goods?.code ?? '',
      price: isGone ? '' : (offer?.price ?? ''),
      amount: isGone ? 0 : (offer?.amount ?? ''),
    };
    if (row.manufacturer !== '') this.columns.add('manufacturer');
    if (row.code !== '') this.columns.add('code');
    if (offer && offer.price !== null) this.columns.add('price');
    if (isGone || (offer && offer.amount !== null)) this.columns.add('amount');
    return row;
  }
}

async function* batches(file: string): AsyncGenerator<Entry[]> {
  let batch: Entry[] = [];
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    batch.push(JSON.parse(line) as Entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Rows of one statement: SQLite takes 32,766 parameters. */
const GOODS_BATCH = 500;

/** Remembers goods by the id of the program that sent them; what was known of one is replaced. */
async function rememberGoods(
  database: Database<CatalogueSchema>,
  goods: readonly exchange.Goods[],
  now: number,
): Promise<void> {
  // One statement must not touch a row twice: the later one counts.
  const rows = [...new Map(goods.map((each) => [each.id, each])).values()];
  for (let at = 0; at < rows.length; at += GOODS_BATCH) {
    const values = rows
      .slice(at, at + GOODS_BATCH)
      .map(({ isRemoved, ...each }) => ({ ...each, removed: isRemoved ? 1 : 0, updated_at: now }));
    await database.write((transaction) =>
      transaction
        .insertInto('exchange_goods')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(({ ref }) => ({
              code: ref('excluded.code'),
              article: ref('excluded.article'),
              title: ref('excluded.title'),
              manufacturer: ref('excluded.manufacturer'),
              removed: ref('excluded.removed'),
              updated_at: ref('excluded.updated_at'),
            })),
        )
        .execute(),
    );
  }
}

async function goodsById({ read }: Database<CatalogueSchema>, ids: readonly string[]) {
  const found = new Map<string, exchange.Goods>();
  for (let at = 0; at < ids.length; at += GOODS_BATCH) {
    const rows = await read
      .selectFrom('exchange_goods')
      .selectAll()
      .where('id', 'in', ids.slice(at, at + GOODS_BATCH))
      .execute();
    for (const { updated_at: _, removed, ...goods } of rows)
      found.set(goods.id, { ...goods, isRemoved: Number(removed) === 1 });
  }
  return found;
}

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
  { queue, database, settings, clock }: exchange.ExchangeContext,
  list: WrittenList,
  onProgress: exchange.OnProgress,
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
  { brand, provider }: Pick<exchange.ExchangeSettings, 'brand' | 'provider'>,
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

function fieldsOfList(columns: ReadonlySet<ListColumn>): FormFields {
  const places = LIST_COLUMNS.map((name, at) => [name, columns.has(name) ? String(at + 1) : '']);
  return { ...Object.fromEntries(places), startRow: '2' };
}

const cell = (value: string | number): string => (typeof value === 'number' ? exchange.amountCell(value) : value);
const line = (cells: readonly string[]): string =>
  `${cells.map((text) => `"${text.replace(/\s+/gu, ' ').replaceAll('"', '""')}"`).join(';')}\r\n`;
