// Imports a file that an accounting program (1C, CommerceML 2) sent: reads it in a thread, writes its goods as a .csv,
// and imports that like any price list. Goods are known by their ids (decision 107).
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { UploadAnswer, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { createReference, referencesOfTitle } from '../../catalogue/positions/references.ts';
import type { Database } from '../../platform/database/types.ts';
import { limitTo } from '../../platform/limit-to.ts';
import type { FormFields } from '../rules/form-fields.ts';
import { KnownPositions, type Owner } from './known-positions.ts';
import { doubtsOf, outcomeOf } from './outcome.ts';
import type { Entry, Parsed, ParseRequest } from './parse-thread.ts';
import { listKinds, rememberKinds } from './price-kinds.ts';
import { goodsRow, LIST_COLUMNS, type ListColumn, type ListRow, offerRow } from './rows.ts';
import * as exchange from './settings.ts';

/**
 * Takes a received CommerceML 2 file; resolves to what came of it, in words. Throws import errors, and ExchangeProblem also
 * where only a part of the file could be taken: what could be is applied then.
 */
export async function importFile(
  context: exchange.ExchangeContext,
  file: { readonly path: string; readonly name: string },
  onProgress: exchange.OnProgress,
  signal: AbortSignal,
): Promise<string> {
  const { database, clock, settings } = context;
  const lines = `${file.path}.entries`;
  const list = `${file.path}.csv`;
  const { priceType } = settings;
  try {
    const knownKinds = await listKinds(database.read);
    const parsed = await parseFile({ file: file.path, target: lines, priceType, knownKinds });
    signal.throwIfAborted();
    await rememberKinds(database, priceType, { inFile: parsed.kinds, taken: parsed.takenKind }, clock());
    const owner = await ownerOf(database, settings, clock());
    const entries = new EntryRows(database, owner, clock());
    const rows = await writePriceFile(list, entries.read(lines));
    const { columns } = entries;
    const name = `${file.name.replace(/\.xml$/iu, '')}.csv`;
    const written = {
      path: list,
      name,
      columns,
      addsPositions: parsed.offers > 0,
      isNamedBySource: true,
      doubts: doubtsOf(parsed),
    };
    const answer = rows === 0 ? null : await submitList(context, written, onProgress, signal);
    const { message, failure } = outcomeOf(parsed, answer);
    if (failure !== null) throw new exchange.ExchangeProblem(failure);
    return message;
  } finally {
    await rm(lines, { force: true });
    await rm(list, { force: true });
  }
}

const THREAD = new URL('./parse-thread.ts', import.meta.url);
const HEAP_MB = 256;
const TIME_MS = 300_000;

const reading = limitTo(1);

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
  readonly columns = new Set<ListColumn>(['source', 'article', 'title']);
  readonly #database: Database<CatalogueSchema>;
  readonly #positions: KnownPositions;
  readonly #now: number;

  constructor(database: Database<CatalogueSchema>, owner: Owner, now: number) {
    this.#database = database;
    this.#positions = new KnownPositions(database, owner);
    this.#now = now;
  }

  async *read(file: string): AsyncGenerator<ListRow> {
    for await (const batch of batches(file))
      for await (const row of this.#rowsOf(batch)) {
        for (const [column, value] of Object.entries(row)) if (value !== '') this.columns.add(column as ListColumn);
        yield row;
      }
  }

  async *#rowsOf(batch: readonly Entry[]): AsyncGenerator<ListRow> {
    const goods = batch.flatMap((entry) => (entry.kind === 'goods' ? [entry.goods] : []));
    const offers = batch.flatMap((entry) => (entry.kind === 'offer' ? [entry.offer] : []));
    await rememberGoods(this.#database, goods, this.#now);
    // What an offer does not say is said here: an article that was corrected without a price.
    const positions = await this.#positions.ofGoods(goods);
    for (const each of goods)
      for (const position of positions.get(each.id) ?? []) {
        const row = goodsRow(each, position);
        if (row !== null) yield row;
      }
    if (offers.length === 0) return;
    const known = await goodsById(this.#database, [
      ...new Set(offers.flatMap(({ id }) => [id, exchange.goodsIdOf(id)])),
    ]);
    const said = offers.map((offer) => ({
      offer,
      goods: known.get(offer.id) ?? known.get(exchange.goodsIdOf(offer.id)),
    }));
    const found = await this.#positions.ofOffers(said);
    for (const each of said) {
      const row = offerRow(each, found.get(each.offer.id));
      if (row !== null) yield row;
    }
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
  /** Whether its rows name positions by the ids of their program; by article, rows of one position add up their stock. */
  readonly isNamedBySource: boolean;
  readonly doubts: readonly UploadDoubt[];
}

/** Imports a written price list like any other. */
export async function submitList(
  { queue, database, settings, clock }: exchange.ExchangeContext,
  list: WrittenList,
  onProgress: exchange.OnProgress,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const { size } = await stat(list.path);
  const { brandId, providerId } = await ownerOf(database, settings, clock());
  const fields = {
    ...fieldsOfList(list.columns),
    brandId: String(brandId),
    providerId: String(providerId),
    addNewPositionMode: list.addsPositions ? 'on' : '',
    repeated: list.columns.has('amount') && !list.isNamedBySource ? 'sum' : 'last',
  };
  const file = { path: list.path, originalName: list.name, bytes: size };
  const from = { uid: '', who: '1С', source: 'exchange', confirm: 'plain' } as const;
  const identity = list.isNamedBySource ? { sourceColumn: LIST_COLUMNS.indexOf('source') + 1 } : {};
  return queue.submit({ file, fields, doubts: list.doubts, ...identity, ...from }, onProgress, signal);
}

/** Whose goods the accounting program sends; made when missing. */
async function ownerOf(
  database: Database<CatalogueSchema>,
  { brand, provider }: Pick<exchange.ExchangeSettings, 'brand' | 'provider'>,
  now: number,
): Promise<Owner> {
  const idOf = async (table: 'brands' | 'providers', title: string) => {
    // The oldest of several is the one that the first exchange made.
    const found = (await referencesOfTitle(database.read, table, title)).at(-1);
    return (found ?? (await createReference(database, table, title, now)).row).id;
  };
  return { brandId: await idOf('brands', brand), providerId: await idOf('providers', provider) };
}

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
  const places = LIST_COLUMNS.flatMap((name, at) =>
    name === 'source' ? [] : [[name, columns.has(name) ? String(at + 1) : '']],
  );
  return { ...Object.fromEntries(places), startRow: '2' };
}

const cell = (value: string | number): string => (typeof value === 'number' ? exchange.amountCell(value) : value);
const line = (cells: readonly string[]): string =>
  `${cells.map((text) => `"${text.replace(/\s+/gu, ' ').replaceAll('"', '""')}"`).join(';')}\r\n`;
