// The job that lists all pictures of slides and texts, so that the sweep removes only unused files.
import type { NoteFile } from '../../contract/slides/slides.ts';
import type { Job } from '../platform/database/jobs.ts';

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
