import type { JobConnection } from '../../database/types.ts';
import { IS_SHOWN } from '../position.ts';
import { selectRows } from '../pricelist/rows.ts';

/** Positions read at a time. */
const PAGE = 5_000;

/**
 * Rows of positions that visitors see in pages, the oldest first, by key and so at the same pace at any depth. `columns` names the id
 * first; `condition` holds no text from outside.
 */
export async function* positionPages<Row extends { readonly id: number }>(
  connection: JobConnection,
  columns: string,
  condition: string,
  signal: AbortSignal,
  after = 0,
): AsyncGenerator<Row[]> {
  let last = after;
  while (true) {
    signal.throwIfAborted();
    const page = await selectRows<Row>(
      connection,
      `SELECT ${columns} FROM positions WHERE id > ${last} AND ${IS_SHOWN} AND ${condition} ORDER BY id LIMIT ${PAGE}`,
    );
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
    yield page;
  }
}
