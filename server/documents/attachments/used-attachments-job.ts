// The job that lists every file that documents, their comments and drafts name, so that the sweep removes only unused
// ones.
import type { Job } from '../../platform/database/jobs.ts';

/** A waiting file becomes one of a document in one statement's snapshot or is still waiting: it is never in neither. */
const TABLES = ['document_files', 'document_comment_files', 'document_waiting_files'];

/** Names of all files that documents have, or had in earlier versions, that their comments have, and that wait for a save. */
const usedScans: Job<null, string[]> = async (connection) => {
  const sql = TABLES.map((table) => `SELECT file_name FROM ${table}`).join(' UNION ALL ');
  const rows =
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as { file_name: string }[])
      : await connection.query<{ file_name: string }>(sql);
  return rows.map(({ file_name }) => file_name);
};
export default usedScans;
