import { finishIndex, indexChanges } from '../../server/catalogue/search-index/index-writer.ts';
import type { IndexedRow } from '../../server/catalogue/search-index/tokens.ts';
import type { Job, JobConnection } from '../../server/platform/database/jobs.ts';

const all = async <Row>(connection: JobConnection, sql: string, id: number): Promise<Row[]> =>
  connection.dialect === 'postgres'
    ? connection.query<Row>(sql.replace('?', '$1'), [id])
    : (connection.db.prepare(sql).all(id) as Row[]);

/** Removes one position with its place in the search index. */
const remove: Job<number, null> = async (connection, id) => {
  const [before = null] = await all<IndexedRow>(
    connection,
    'SELECT p.*, k.key AS article_key FROM positions p JOIN article_keys k ON k.id = p.key_id WHERE p.id = ?',
    id,
  );
  await indexChanges(connection, [{ before, after: null }]);
  await finishIndex(connection);
  await all(connection, 'DELETE FROM positions WHERE id = ?', id);
  return null;
};
export default remove;
