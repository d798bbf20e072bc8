import type { Job } from '../../../database/types.ts';

/** Names of all files that documents have, or had in earlier versions. */
const usedScans: Job<null, string[]> = async (connection) => {
  const sql = 'SELECT file_name FROM document_files';
  const rows =
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as { file_name: string }[])
      : await connection.query<{ file_name: string }>(sql);
  return rows.map(({ file_name }) => file_name);
};
export default usedScans;
