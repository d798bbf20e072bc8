import type { NoteFile } from '../../../contract/mnote.ts';
import type { Job } from '../../database/types.ts';

/** Names of all pictures that slides show or once showed. */
const usedImages: Job<null, string[]> = async (connection) => {
  const sql = "SELECT DISTINCT files FROM note_versions WHERE files <> '[]'";
  const rows =
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as { files: string }[])
      : await connection.query<{ files: string }>(sql);
  return rows.flatMap(({ files }) => (JSON.parse(files) as NoteFile[]).map(({ fileName }) => fileName));
};
export default usedImages;
