import type { NoteFile } from '../../contract/slides/slides.ts';
import type { Job } from '../platform/database/jobs.ts';

/** Names of all pictures that slides show or once showed, and of those that texts keep. */
const usedImages: Job<null, string[]> = async (connection) => {
  const rows = async <Row>(sql: string): Promise<Row[]> =>
    connection.dialect === 'sqlite'
      ? (connection.db.prepare(sql).all() as Row[])
      : [...(await connection.query<Row & object>(sql))];
  const slides = await rows<{ files: string }>("SELECT DISTINCT files FROM note_versions WHERE files <> '[]'");
  const kept = await rows<{ file_name: string }>('SELECT file_name FROM pictures');
  return [
    ...slides.flatMap(({ files }) => (JSON.parse(files) as NoteFile[]).map(({ fileName }) => fileName)),
    ...kept.map(({ file_name }) => file_name),
  ];
};
export default usedImages;
