/** Checks of the slides and their pictures for the `doctor` command. */
import { HOUR_MS } from '../../contract/limits.ts';
import type { NoteFile } from '../../contract/slides/slides.ts';
import type { DialectName } from '../platform/database/types.ts';
import { type Check, databaseChecks, faultsBySql, filesCheck, type NamedFile } from '../platform/doctor/checks.ts';

/** Pictures of slides, of earlier states too, and those that texts keep. */
const IMAGES = filesCheck({
  folder: 'images',
  young: HOUR_MS,
  named: async ({ rows }) => {
    const states = await rows<{ note_id: number; files: string }>(
      "SELECT note_id, files FROM note_versions WHERE files <> '[]'",
    );
    const ofSlides = states.flatMap(({ note_id, files }) =>
      (JSON.parse(files) as NoteFile[]).map(({ fileName }) => [fileName, `slide ${note_id}`] as const),
    );
    const kept = await rows<{ file_name: string }>('SELECT file_name FROM pictures');
    // Most states of a slide name the same pictures.
    const named = new Map([...kept.map(({ file_name }) => [file_name, 'a text'] as const), ...ofSlides]);
    return [...named].map(([name, owner]): NamedFile => ({ name, owner }));
  },
});

const STATES = faultsBySql(
  'states of slides',
  `SELECT 'slide ' || n.id || ' has no state ' || n.version AS what FROM notes n
   WHERE NOT EXISTS (SELECT 1 FROM note_versions v WHERE v.note_id = n.id AND v.version = n.version
     AND v.is_public = n.is_public)`,
);

const WORDS = faultsBySql(
  'words of slides',
  `SELECT 'a word is of slide ' || w.note_id || ', which there is not' AS what FROM note_words w
   WHERE NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = w.note_id)`,
);

export const slidesChecks = (dialect: DialectName): readonly Check[] => [
  ...databaseChecks(dialect),
  STATES,
  WORDS,
  IMAGES,
];
