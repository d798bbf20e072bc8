import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';
import type { Entry } from './commerce-ml/entries.ts';
import type { Goods, Offer } from './goods.ts';
import { goodsById, rememberGoods } from './goods-store.ts';
import type { ListColumn, ListRow } from './price-file.ts';

const BATCH = 500;

/**
 * The rows that a parsed file comes to, and, as they are made, the columns that it has anything for. Goods are remembered on
 * the way; an offer takes from them what it does not say itself.
 */
export class EntryRows {
  readonly columns = new Set<ListColumn>(['article', 'title']);
  offers = 0;
  readonly #database: Database<BridgeSchema>;
  readonly #now: number;

  constructor(database: Database<BridgeSchema>, now: number) {
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

  #row(goods: Goods | undefined, offer: Offer | null): ListRow {
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
