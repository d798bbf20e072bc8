import type { Job } from '../../platform/database/jobs.ts';

/** Names of all photos that profiles show. */
const usedPhotos: Job<null, string[]> = async (connection) => {
  const sql = 'SELECT photo FROM users WHERE photo IS NOT NULL';
  const rows =
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as { photo: string }[])
      : await connection.query<{ photo: string }>(sql);
  return rows.map(({ photo }) => photo);
};
export default usedPhotos;
