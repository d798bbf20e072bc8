// The job that lists all photos shown by profiles, so that the sweep removes only unused files.
import type { Job } from '../../platform/database/jobs.ts';

const usedPhotos: Job<null, string[]> = async (connection) => {
  const sql = 'SELECT photo FROM users WHERE photo IS NOT NULL';
  const rows =
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as { photo: string }[])
      : await connection.query<{ photo: string }>(sql);
  return rows.map(({ photo }) => photo);
};
export default usedPhotos;
