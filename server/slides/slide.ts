import type { Editor, VersionRow } from '../../contract/answers.ts';
import type { SlideError } from '../../contract/errors.ts';
import type { Note, NoteFile, NoteText, NoteVersion } from '../../contract/slides/slides.ts';
import { badRequest } from '../platform/http/errors.ts';
import { iso } from '../platform/text/day.ts';
import { lengthOf } from '../platform/text/fold-search.ts';

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

/** What the service does with one field of a slide. */
interface NoteField<Value> {
  /** Its column in every saved state. */
  readonly column: string;
  toColumn(value: Value): string | number;
  fromColumn(stored: string | number): Value;
  /** What a new slide has where nothing was sent; throws 400 where something must be. */
  initial(): Value;
}

type NoteFields = { readonly [Name in keyof NoteText]: NoteField<NoteText[Name]> };

const asText = { toColumn: (text: string) => text, fromColumn: (stored: string) => stored };
const asFlag = {
  toColumn: (flag: boolean) => (flag ? 1 : 0),
  fromColumn: (stored: number) => stored === 1,
};

function refused(code: SlideError): never {
  throw badRequest(code);
}

/** Every field of a slide that is no picture: form, rows, history and answers follow this table. */
const NOTE_FIELDS = {
  title: {
    ...asText,
    column: 'title',
    initial: () => refused('invalid title'),
  },
  message: { ...asText, column: 'message', initial: () => '' },
  isPublic: {
    ...asFlag,
    column: 'is_public',
    initial: () => false,
  },
} as const satisfies NoteFields;

type Fields = typeof NOTE_FIELDS;

/** The columns that keep the fields. */
export type NoteTextColumns = {
  [Name in keyof Fields as Fields[Name]['column']]: ReturnType<Fields[Name]['toColumn']>;
};

type Name = keyof NoteText;

const FIELDS: NoteFields = NOTE_FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];

/** Something of every field, by its name. */
const ofFields = <Made>(make: (name: Name) => unknown): Made =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Made;

/** The fields that a form sent; undefined: not sent. */
export type NoteForm = { readonly [Field in Name]: NoteText[Field] | undefined };

/** The text of a new slide; throws 400 `invalid title` without one. */
export const newNoteText = (form: Partial<NoteForm>): NoteText =>
  ofFields((name) => form[name] ?? FIELDS[name].initial());

/** A text with what a form changes of it. */
export const changedNoteText = (before: NoteText, form: NoteForm): NoteText =>
  ofFields((name) => form[name] ?? before[name]);

/** The text of a slide alone. */
export const noteTextOf = (note: NoteText): NoteText => ofFields((name) => note[name]);

/** Whether two slides have the same text. */
const sameNoteText = (one: NoteText, other: NoteText): boolean => NAMES.every((name) => one[name] === other[name]);

const columnOf = <Field extends Name>(name: Field, text: NoteText) =>
  [FIELDS[name].column, FIELDS[name].toColumn(text[name])] as const;

const fromRow = (name: Name, row: NoteTextColumns) => FIELDS[name].fromColumn(row[NOTE_FIELDS[name].column]);

/** A text as the columns of a saved state. */
export const columnsOfText = (text: NoteText): NoteTextColumns =>
  Object.fromEntries(NAMES.map((name) => columnOf(name, text))) as NoteTextColumns;

/** The text that a row keeps. */
export const textOfRow = (row: NoteTextColumns): NoteText => ofFields((name) => fromRow(name, row));

/** The id of a slide in an address; throws 400 in the words of the API. */
export function noteId(text: string): number {
  const id = readId(text);
  if (id === null) throw badRequest('invalid doc id');
  return id;
}

/**
 * Whether a changed slide is published. A form of a browser does not send a box that is not ticked, so a form with
 * title and message, which is the whole of it, unpublishes without the box; a change of a part leaves it as it was.
 */
export function publishedAfter(
  before: boolean,
  sent: { title?: unknown; message?: unknown; isPublic: boolean | undefined },
): boolean {
  if (sent.isPublic !== undefined) return sent.isPublic;
  return sent.title !== undefined && sent.message !== undefined ? false : before;
}

/** An id in an address; null when it is none. */
export function readId(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : null;
}
