import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';
import type { Goods } from './goods.ts';

/** Rows of one statement: SQLite takes 32,766 parameters. */
const BATCH = 500;

/** Remembers goods by the id of the program that sent them; what was known of one is replaced. */
export async function rememberGoods(
  database: Database<BridgeSchema>,
  goods: readonly Goods[],
  now: number,
): Promise<void> {
  // One statement must not touch a row twice: the later one counts.
  const rows = [...new Map(goods.map((each) => [each.id, each])).values()];
  for (let at = 0; at < rows.length; at += BATCH) {
    const values = rows
      .slice(at, at + BATCH)
      .map(({ id, code, article, title, manufacturer, isRemoved }) => ({
        id,
        code,
        article,
        title,
        manufacturer,
        removed: isRemoved ? 1 : 0,
        updated_at: now,
      }));
    await database.write((transaction) =>
      transaction
        .insertInto('exchange_goods')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ ref }) => ({
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

/** What is known of goods with these ids. */
export async function goodsById(
  { read }: Database<BridgeSchema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Goods>> {
  const found = new Map<string, Goods>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await read
      .selectFrom('exchange_goods')
      .selectAll()
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute();
    for (const { updated_at: _, removed, ...goods } of rows)
      found.set(goods.id, { ...goods, isRemoved: Number(removed) === 1 });
  }
  return found;
}
