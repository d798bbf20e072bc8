// Which positions of the catalogue goods of an accounting program (1C) are: by their ids, and where the catalogue has no
// position of an id yet by what an earlier exchange or a price list made of them.
import type { CatalogueDatabase } from '../../catalogue/context/schema.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { sourceKeyOfId } from '../../platform/text/source-key.ts';
import { articleOf, type KnownPosition, type OfferedGoods } from './rows.ts';
import { type Goods, goodsIdOf } from './settings.ts';

/** Whose goods the program sends. */
export interface Owner {
  readonly brandId: number;
  readonly providerId: number;
}

const COLUMNS = [
  'p.id',
  'p.source_key',
  'p.article',
  'p.title',
  'p.manufacturer',
  'p.manufacturer_key',
  'p.code',
] as const;
type Row = KnownPosition & { readonly manufacturer_key: string };
/** A position that is found by its article has no name of its source yet. */
type Unnamed = Row & { readonly article_key: string };

export class KnownPositions {
  readonly #database: CatalogueDatabase;
  readonly #owner: Owner;

  constructor(database: CatalogueDatabase, owner: Owner) {
    this.#database = database;
    this.#owner = owner;
  }

  /** The positions of goods by their ids; of removed ones those of their variants as well. */
  async ofGoods(goods: readonly Goods[]): Promise<ReadonlyMap<string, readonly KnownPosition[]>> {
    const found = new Map<string, Row[]>(goods.map(({ id }) => [sourceKeyOfId(id), []]));
    if (goods.length === 0) return found;
    for (const row of await this.#named([...found.keys()])) found.get(row.source_key)?.push(row);
    const removed = new Set(goods.filter(({ isRemoved }) => isRemoved).map(({ id }) => id));
    for (const id of removed) found.get(sourceKeyOfId(id))?.push(...(await this.#variantsOf(id)));
    return new Map(goods.map(({ id }) => [id, found.get(sourceKeyOfId(id)) ?? []]));
  }

  /** The positions of offers by their ids; those that had no name of their source, or the name of the goods, get it. */
  async ofOffers(offered: readonly OfferedGoods[]): Promise<Map<string, KnownPosition>> {
    const ids = new Set(offered.map(({ offer }) => offer.id));
    const keys = [...new Set([...ids].flatMap((id) => [id, goodsIdOf(id)]))].map(sourceKeyOfId);
    const byKey = new Map((await this.#named(keys)).map((row) => [row.source_key, row]));
    const once = new Map(offered.map((each) => [each.offer.id, each]));
    const unknown = [...once.values()].filter(
      ({ offer, goods }) => !byKey.has(sourceKeyOfId(offer.id)) && !offer.isRemoved && !goods?.isRemoved,
    );
    const named: { readonly row: Row; readonly key: string }[] = [];
    const adopt = ({ offer }: OfferedGoods, row: Row) => {
      const key = sourceKeyOfId(offer.id);
      byKey.delete(row.source_key);
      byKey.set(key, { ...row, source_key: key });
      named.push({ row, key });
    };
    const left = unknown.filter((each) => {
      const goodsId = goodsIdOf(each.offer.id);
      const row = byKey.get(sourceKeyOfId(goodsId));
      // Goods that are sold by variants now; the first of them goes on under their address.
      if (goodsId === each.offer.id || !row || ids.has(goodsId)) return true;
      adopt(each, row);
      return false;
    });
    for (const [each, row] of matchUnnamed(left, await this.#unnamed(left))) adopt(each, row);
    await this.#name(named);
    return new Map(
      [...ids].flatMap((id) => {
        const row = byKey.get(sourceKeyOfId(id));
        return row ? [[id, row] as const] : [];
      }),
    );
  }

  #ofOwner() {
    return this.#database.read
      .selectFrom('positions as p')
      .where('p.provider_id', '=', this.#owner.providerId)
      .where('p.brand_id', '=', this.#owner.brandId);
  }

  #named(keys: readonly string[]): Promise<Row[]> {
    return this.#ofOwner().where('p.source_key', 'in', keys).where('p.source_key', '<>', '').select(COLUMNS).execute();
  }

  #variantsOf(id: string): Promise<Row[]> {
    const first = `${sourceKeyOfId(id)}#`;
    // The sign behind # is $: the keys between them begin with the first text.
    return this.#ofOwner()
      .where('p.source_key', '>', first)
      .where('p.source_key', '<', `${sourceKeyOfId(id)}$`)
      .where('p.source_key', '<>', '')
      .select(COLUMNS)
      .execute();
  }

  async #unnamed(offered: readonly OfferedGoods[]): Promise<Unnamed[]> {
    const keys = [...new Set(offered.map((each) => articleKey(articleOf(each))))].filter((key) => key !== '');
    if (keys.length === 0) return [];
    return this.#ofOwner()
      .innerJoin('article_keys as k', 'k.id', 'p.key_id')
      .where('k.key', 'in', keys)
      .where('p.source_key', '=', '')
      .select([...COLUMNS, 'k.key as article_key'])
      .orderBy('p.id')
      .execute();
  }

  async #name(named: readonly { readonly row: Row; readonly key: string }[]): Promise<void> {
    if (named.length === 0) return;
    await this.#database.write(async (transaction) => {
      for (const { row, key } of named)
        await transaction
          .updateTable('positions')
          .set({ source_key: key })
          .where('id', '=', row.id)
          .where('source_key', '=', row.source_key)
          .execute();
    });
  }
}

/** Gives each offer one of the positions with its article and maker, first those of the same name. */
function* matchUnnamed(
  offered: readonly OfferedGoods[],
  positions: readonly Unnamed[],
): Generator<[OfferedGoods, Unnamed]> {
  const free = new Set(positions);
  const done = new Set<OfferedGoods>();
  for (const asksTitle of [true, false])
    for (const each of offered) {
      if (done.has(each)) continue;
      const key = articleKey(articleOf(each));
      const maker = manufacturerKey(each.goods?.manufacturer ?? '');
      const alike = [...free].filter(
        (row) => row.article_key === key && (!asksTitle || row.title === (each.goods?.title || each.offer.title)),
      );
      const exact = alike.find(({ manufacturer_key }) => manufacturer_key === maker);
      const only = alike.length === 1 && (maker === '' || alike[0]?.manufacturer_key === '') ? alike[0] : undefined;
      const row = exact ?? only;
      if (!row) continue;
      free.delete(row);
      done.add(each);
      yield [each, row];
    }
}
