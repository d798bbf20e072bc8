// What a price list would make of the catalogue as it is now: its rows are read, the positions that they mean are chosen,
// and the difference is counted; a check shows it, an import carries it out.
import { createHash } from 'node:crypto';
import type { DryRunAnswer, PlannedChange, TextEncoding, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { ImportError } from '../../../contract/errors.ts';
import { Difference, type ShownChange } from '../../catalogue/changes/difference.ts';
import { addPositions } from '../../catalogue/changes/new-positions.ts';
import { PositionStore } from '../../catalogue/changes/position-store.ts';
import * as positionRows from '../../catalogue/context/position.ts';
import { articleKeyIds } from '../../catalogue/search-index/index-writer.ts';
import { cleanText } from '../../catalogue/sheets/cell-values.ts';
import { type JobConnection, throwIfStopped } from '../../platform/database/jobs.ts';
import { MOVES_ASKED, withArticlesSay } from '../rules/doubts.ts';
import { noStockRemark, PLACES_OF_SHEET } from '../rules/form-fields.ts';
import { brandsOf } from '../rules/manufacturers.ts';
import type { ImportSettings } from '../settings/import-settings.ts';
import { type Choosing, choosePositions, eachOf } from './choose-positions.ts';
import { chooseOwnPositions } from './own-rows.ts';
import { type ListRead, type ListSource, readList } from './read-list.ts';
import { RowErrors } from './row-errors.ts';
import { Tally } from './tally.ts';
import {
  type Days,
  FIELDS,
  newPosition,
  SELECTED_WISH,
  Wishes,
  type WishRow,
  wishedColumns,
  wishOf,
} from './wishes.ts';

/** Progress of an import, as its job reports it. */
export interface ImportProgress {
  /** Rows read so far. */
  readonly rows: number;
  /** 0..1 of the file. */
  readonly done: number;
  readonly committing: boolean;
}

export interface ListComparison extends ListSource {
  /** Today in the shop's time zone, days since the epoch. */
  readonly today: number;
  readonly priceTtlDays: number;
}

/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;
/** Positions of one batch of what is added. */
const BATCH = 1_000;
/** Changes of each kind that are shown, and the largest changes of prices. */
const SAMPLES = 5;
const LARGEST = 20;

/** One list beside the catalogue, in the transaction of a job; `close` has to be called in the end. */
export class ComparedList {
  readonly #connection: JobConnection;
  readonly #list: ListComparison;
  readonly #days: Days;
  readonly store: PositionStore;
  readonly tally = new Tally();
  readonly #brands: Map<number, string>;
  readonly #stockNames: readonly (readonly [name: string, id: number])[];
  readonly #wishes: Wishes;
  readonly #difference: Difference;
  #read: ListRead | null = null;
  #doubts: readonly UploadDoubt[] = [];
  /** Whether a price that had expired counts again, though nothing else has changed. */
  #isRevived = false;

  private constructor(connection: JobConnection, list: ListComparison, parts: Awaited<ReturnType<typeof partsOf>>) {
    this.#connection = connection;
    this.#list = list;
    this.#days = { today: list.today, liveDay: positionRows.firstLiveDay(list.today, list.priceTtlDays) };
    this.store = parts.store;
    this.#brands = parts.brands;
    this.#stockNames = parts.stockNames;
    this.#wishes = parts.wishes;
    this.#difference = parts.difference;
  }

  /** Reads and compares; row errors are kept for the run, where there is one. Throws where it cannot be read to its end. */
  static async of(
    connection: JobConnection,
    list: ListComparison,
    runId: number | null,
    emit: (progress: ImportProgress) => void,
    signal: AbortSignal,
  ): Promise<ComparedList> {
    const compared = new ComparedList(connection, list, await partsOf(connection));
    const errors = runId === null ? null : new RowErrors(connection, runId);
    await compared.#readRows(runId !== null, errors, emit, signal);
    await compared.#compare(runId !== null, signal);
    await errors?.add(compared.tally.takeErrors());
    return compared;
  }

  get #brandTitle() {
    return (id: number) => this.#brands.get(id) ?? '';
  }

  async #readRows(
    holds: boolean,
    errors: RowErrors | null,
    emit: (progress: ImportProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, tally } = this;
    const { settings } = this.#list;
    let reported = 0;
    this.#read = await readList(this.#list, {
      wishes: this.#wishes,
      tally,
      owners: {
        brandIds: idsByTitle([...this.#brands].map(([id, title]) => [title, id])),
        providerIds: idsByTitle(this.#stockNames),
      },
      holdOwners: () =>
        requireOwners(settings, (table, id) => (holds ? store.lockOwner(table, id) : store.hasOwner(table, id))),
      batchDone: async (rows, done) => {
        const fresh = tally.takeErrors();
        await errors?.add(fresh);
        if (performance.now() - reported < REPORT_EVERY_MS) return;
        reported = performance.now();
        emit({ rows, done, committing: false });
      },
      signal,
    });
    emit({ rows: this.#read.rows, done: 1, committing: true });
  }

  async #compare(holds: boolean, signal: AbortSignal): Promise<void> {
    const { store, tally } = this;
    const { settings } = this.#list;
    const read = this.#read as ListRead;
    const { unapplied, mentioned, settingsAt, ownColumns } = read;
    const wishes = this.#wishes;
    const choosing: Choosing = {
      connection: this.#connection,
      store,
      wishes,
      settings,
      settingsAt,
      tally,
      unapplied,
      mentioned,
    };
    if (ownColumns) await chooseOwnPositions(choosing, ownColumns, { ...this.#days, brandTitle: this.#brandTitle });
    else await choosePositions(choosing);
    await throwIfStopped(signal);
    if (holds && !ownColumns && wishes.hasSourceKeys) await this.#keepKeys();
    await this.#difference.compare(this.#chosenPositions(), 'w.place', this.#wished());
    await throwIfStopped(signal);
    await this.#countChosen();
    if (!ownColumns) await this.#compareMissing(mentioned);
    const counts = await this.#difference.counts(this.#days.liveDay);
    tally.takeDifference(counts, await this.#difference.movedPrices(MOVES_ASKED));
    this.#isRevived = counts.live > 0;
    tally.warn(read.withoutStock.map((place) => noStockRemark(place, tally.positions)));
    const all = [...tally.doubts(read), ...read.doubts];
    this.#doubts = ownColumns ? all : await this.#withOwnerDoubt(all);
  }

  /** Stores the keys of articles that were corrected: what its source names otherwise keeps its place under them. */
  async #keepKeys(): Promise<void> {
    const rows = await this.#wishes.bulk.query<{ key: string }>(
      `SELECT DISTINCT w.key FROM chosen c ${eachOf(this.#connection, 'wishes w', 'w.n = c.n')}
       LEFT JOIN article_keys k ON k.key = w.key WHERE w.source_key <> '' AND c.id IS NOT NULL AND k.id IS NULL`,
    );
    await articleKeyIds(
      this.#connection,
      rows.map(({ key }) => key),
    );
  }

  /** Positions `p` with the wishes `w` that mean them. */
  #chosenPositions(): string {
    const connection = this.#connection;
    const hasKeys = !this.#read?.ownColumns && this.#wishes.hasSourceKeys;
    const keys = hasKeys ? eachOf(connection, 'article_keys k', 'k.key = w.key', 'LEFT ') : '';
    return `chosen c ${eachOf(connection, 'wishes w', 'w.n = c.n')} ${eachOf(connection, 'positions p', 'p.id = c.id')} ${keys}`;
  }

  #wished() {
    const { settings } = this.#list;
    const isOwn = this.#read?.ownColumns !== null;
    const given = isOwn ? new Set<string>(FIELDS) : givenFields(settings);
    return wishedColumns(given, { isOwn, hasSourceKeys: this.#wishes.hasSourceKeys }, this.#days);
  }

  /** Counts the positions that were chosen without a closer look, and those that are new. */
  async #countChosen(): Promise<void> {
    const { bulk } = this.#wishes;
    const isOwn = this.#read?.ownColumns !== null;
    const priceless = isOwn ? 'w.price = 0 AND p.price <> 0' : 'w.price = 0';
    const sum = (condition: string) => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
    const rows = await bulk.query<Parameters<Tally['countChosen']>[0]>(
      `SELECT c.single, w.place / ${PLACES_OF_SHEET} AS sheet, count(*) AS rows, ${sum('c.id IS NULL')} AS added,
         ${sum('c.id IS NULL AND coalesce(w.price, 0) = 0')} AS "addedPriceless",
         ${sum(`p.hidden <> ${HIDDEN.removed} AND p.price > 0`)} AS had, ${sum('w.price IS NOT NULL')} AS priced, ${sum(priceless)} AS priceless,
         ${sum(`p.hidden <> ${HIDDEN.removed} AND p.price > 0 AND w.price > 0`)} AS repriced
       FROM chosen c ${eachOf(this.#connection, 'wishes w', 'w.n = c.n')} LEFT JOIN positions p ON p.id = c.id
       GROUP BY c.single, w.place / ${PLACES_OF_SHEET}`,
    );
    for (const row of rows) this.tally.countChosen(row);
  }

  /** What the form wishes for positions that no row names: no stock or removal; hidden ones stay. */
  async #compareMissing(mentioned: ReadonlySet<string>): Promise<void> {
    const { settings } = this.#list;
    const { created, updated, unchanged } = this.tally.counts;
    // A list of which nothing could be applied says nothing of what is missing.
    if (settings.missing === 'leave' || created + updated + unchanged === 0) return;
    const { bulk } = this.#wishes;
    await bulk.query('CREATE TEMPORARY TABLE mentioned (key TEXT)');
    const keys = [...mentioned].map((key) => [key]);
    await bulk.insert('mentioned', [{ name: 'key', type: 'text' }], keys);
    const brands = brandsOf(settings).map(Number).join(', ');
    await this.#difference.compare(
      `positions p WHERE p.provider_id = $1 AND p.brand_id IN (${brands}) AND p.hidden = ${HIDDEN.shown}
         AND p.id NOT IN (SELECT id FROM chosen WHERE id IS NOT NULL)
         AND p.key_id NOT IN (SELECT k.id FROM article_keys k JOIN mentioned m ON m.key = k.key)`,
      'CAST(NULL AS BIGINT)',
      settings.missing === 'hide' ? { hidden: String(HIDDEN.removed) } : { amount: '0', in_stock: '0' },
      [settings.providerId],
    );
    await bulk.query('DROP TABLE mentioned');
  }

  /** The doubts about a list, with what its articles say of whose it is. */
  async #withOwnerDoubt(doubts: readonly UploadDoubt[]): Promise<readonly UploadDoubt[]> {
    const { providerId, brandId } = this.#list.settings;
    const keys = await this.#sampledKeys();
    if (providerId === null || brandId === null || keys.length === 0) return doubts;
    const brands = brandsOf(this.#list.settings);
    const known = await this.store.positionsByKeys(providerId, brands, keys);
    const own = new Set(known.filter(({ hidden }) => hidden !== HIDDEN.removed).map(({ article_key }) => article_key))
      .size;
    const other = await this.store.mainOwnerOf(keys, brandId, providerId);
    return withArticlesSay(doubts, { articles: keys.length, own }, other);
  }

  /** Some articles from everywhere in the list, which show whose it is. */
  async #sampledKeys(): Promise<string[]> {
    const { bulk, count } = this.#wishes;
    const step = Math.max(1, Math.floor(count / SAMPLED_KEYS));
    const rows = await bulk.query<{ key: string }>(
      `SELECT DISTINCT key FROM (SELECT key FROM wishes WHERE n % ${step} = 0 ORDER BY n LIMIT ${SAMPLED_KEYS}) q`,
    );
    return rows.map(({ key }) => key);
  }

  get doubts(): readonly UploadDoubt[] {
    return this.#doubts;
  }

  get encoding(): TextEncoding | undefined {
    return this.#read?.encoding;
  }

  get isChange(): boolean {
    const { created, updated } = this.tally.counts;
    return created + updated + this.tally.missing > 0 || this.#isRevived;
  }

  /** What it would do, for a person to look at. */
  async plan(): Promise<DryRunAnswer> {
    const { tally } = this;
    const difference = this.#difference;
    const shown = async (...changes: Parameters<Difference['shown']>) =>
      (await difference.shown(...changes)).map((change) => tally.located(plannedChange(change)));
    const samples = (condition: string) => shown(condition, 'd.place', SAMPLES);
    const outcome = {
      counts: tally.runCounts,
      suspicions: [...this.#doubts],
      largest: await shown(
        'd.before_price > 0 AND d.price > 0 AND d.price <> d.before_price',
        `CASE WHEN d.price > d.before_price THEN d.price * 1.0 / d.before_price
           ELSE d.before_price * 1.0 / d.price END DESC, d.place`,
        LARGEST,
      ),
      samples: {
        created: (await this.#addedSamples()).map((change) => tally.located(change)),
        priceUp: await samples('d.price > d.before_price'),
        priceDown: await samples('d.price < d.before_price'),
        stockChanged: await samples('d.amount <> d.before_amount'),
      },
      missing: tally.missing,
    };
    return {
      dryRun: true,
      ...outcome,
      digest: createHash('sha256').update(JSON.stringify(outcome)).digest('base64url'),
      ...tally.groups,
      clashes: tally.clashes,
      rows: this.#read?.rows ?? 0,
      groups: tally.counts.groups,
      totals: tally.counts.totals,
      stockWords: tally.stockWords,
      ...tally.sheets,
    };
  }

  /** The first positions that would be new to buyers: added, or removed before and named again. */
  async #addedSamples(): Promise<PlannedChange[]> {
    const rows = await this.#wishes.bulk.query<Omit<ShownChange, 'id'> & { id: number | null }>(
      `SELECT c.id, w.place, w.article, coalesce(w.title, p.title, '') AS title,
         coalesce(w.price, p.price, 0) AS price, coalesce(w.amount, p.amount, 0) AS amount
       FROM chosen c ${eachOf(this.#connection, 'wishes w', 'w.n = c.n')} LEFT JOIN positions p ON p.id = c.id
       WHERE c.id IS NULL OR p.hidden = ${HIDDEN.removed} ORDER BY w.place LIMIT ${SAMPLES}`,
    );
    return rows.map((row) => ({
      ...plannedChange({ ...row, id: row.id ?? 0 }),
      positionId: row.id,
      priceBefore: null,
      amountBefore: null,
    }));
  }

  /** Writes it into the catalogue as a run; that must end with `finishIndex`. */
  async carryOut(runId: number, now: number, signal: AbortSignal): Promise<void> {
    const { store } = this;
    await store.begin();
    await this.#difference.carryOut({ runId, now, store, brandTitle: this.#brandTitle, signal });
    const { bulk } = this.#wishes;
    await bulk.query('CREATE INDEX added_by_first ON chosen (first) WHERE id IS NULL');
    for (let last = 0; ; ) {
      await throwIfStopped(signal);
      const rows = await bulk.query<WishRow & { readonly first: number }>(
        `SELECT ${SELECTED_WISH}, c.first FROM chosen c ${eachOf(this.#connection, 'wishes w', 'w.n = c.n')}
         WHERE c.first > $1 AND c.id IS NULL ORDER BY c.first LIMIT ${BATCH}`,
        [last],
      );
      const end = rows.at(-1);
      if (!end) return;
      const wanted = rows.map((row) => newPosition(wishOf(row), this.#list.settings.providerId ?? 0, this.#days));
      const adding = { connection: this.#connection, store, brandTitle: this.#brandTitle, now };
      const added = await addPositions(adding, wanted);
      const changes = added.map((position) => ({
        positionId: position.id,
        before: null,
        after: positionRows.newFields(position),
      }));
      await store.addChanges(runId, changes);
      last = end.first;
    }
  }

  async close(): Promise<void> {
    await this.#difference.close();
    await this.#wishes.close();
  }
}

/** Articles of the sample that shows whose list it is. */
const SAMPLED_KEYS = 1_000;

async function partsOf(connection: JobConnection) {
  const store = new PositionStore(connection);
  const [brands, stockNames] = [await store.brandTitles(), await store.stockNames()];
  return {
    store,
    brands,
    stockNames,
    wishes: await Wishes.open(connection),
    difference: await Difference.open(connection),
  };
}

function idsByTitle(titles: readonly (readonly [title: string, id: number])[]): ReadonlyMap<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const [title, id] of titles) {
    const said = cleanText(title).toLowerCase();
    ids.set(said, ids.has(said) ? null : id);
  }
  return ids;
}

/** The fields that some sheet of a list says. */
function givenFields(settings: ImportSettings): ReadonlySet<string> {
  const layouts = settings.sheets.length > 0 ? settings.sheets : [settings];
  const given = new Set<string>(layouts.flatMap(({ columns }) => Object.keys(columns)));
  if (settings.deliveryFixed !== null) given.add('delivery');
  return given;
}

const plannedChange = (
  change: Omit<ShownChange, 'before_price' | 'before_amount'> & Partial<ShownChange>,
): PlannedChange => ({
  row: change.place,
  positionId: change.id,
  article: change.article,
  title: change.title,
  priceBefore: change.before_price === undefined ? null : positionRows.twoDecimals(change.before_price),
  price: positionRows.twoDecimals(change.price),
  amountBefore: change.before_amount ?? null,
  amount: change.amount,
});

/** Refuses a file that is not our own price list while brand or provider are missing; the message is the API's. */
const missingOwner = (message: ImportError) => Object.assign(new Error(message), { code: 'MISSING_OWNER' });

/** Brand and provider may have been deleted while the upload waited for its turn; `isThere` looks, and may keep them. */
async function requireOwners(
  settings: ImportSettings,
  isThere: (table: 'brands' | 'providers', id: number) => Promise<boolean>,
): Promise<void> {
  const { brandId, providerId } = settings;
  if (brandId === null || !(await isThere('brands', brandId))) throw missingOwner('brand not found');
  if (providerId === null || !(await isThere('providers', providerId))) throw missingOwner('provider not found');
  for (const id of brandsOf(settings).slice(1))
    if (!(await isThere('brands', id))) throw missingOwner('brand of a manufacturer not found');
}
