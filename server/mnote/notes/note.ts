import type { Note, NoteFile, NoteText, NoteVersion } from '../../../contract/mnote.ts';
import type { Editor, VersionRow } from '../../../contract/versions.ts';
import { iso } from '../../text/iso.ts';
import { lengthOf } from '../../text/markup.ts';
import { noteTextOf, sameNoteText } from './note-text.ts';

/** What an administrator writes of a slide. */
export interface NoteContent extends Readonly<NoteText> {
  readonly files: readonly NoteFile[];
}

/** One saved state of a slide; times are milliseconds since the epoch. */
export interface SavedNote extends NoteContent {
  readonly id: number;
  readonly createdAt: number;
  readonly version: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
}

/** A slide as the API shows it. */
export const noteAnswer = (note: SavedNote): Note => ({
  id: note.id,
  ...noteTextOf(note),
  files: [...note.files],
  createdAt: iso(note.createdAt),
  updatedAt: iso(note.savedAt),
});

/** A saved state in the list of them. */
export const versionRowAnswer = (state: VersionFacts): VersionRow => ({
  version: state.version,
  savedAt: iso(state.savedAt),
  savedBy: state.savedBy,
  title: state.title,
  length: state.length,
});

/** What a list of saved states shows of each. */
export type VersionFacts = Pick<SavedNote, 'version' | 'savedAt' | 'savedBy' | 'title'> & {
  readonly length: number;
};

/** A saved state with all there is of it. */
export const versionAnswer = (note: SavedNote): NoteVersion => ({
  ...versionRowAnswer({ ...note, length: lengthOf(note.message) }),
  ...noteTextOf(note),
  files: [...note.files],
});

/** Whether two states show the same. */
export const sameContent = (one: NoteContent, other: NoteContent): boolean =>
  sameNoteText(one, other) &&
  one.files.length === other.files.length &&
  one.files.every(({ fileName }, at) => fileName === other.files[at]?.fileName);
