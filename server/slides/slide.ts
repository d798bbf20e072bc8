/** A slide: its fields, how they are stored, and how the API asks for slides and shows them. */
import type { Editor, VersionRow } from '../../contract/answers.ts';
import type { SlideError } from '../../contract/errors.ts';
import { readField } from '../../contract/fields/field.ts';
import { NOTE_PAGE_MAX, NOTE_PAGE_SIZE } from '../../contract/limits.ts';
import { NOTE_FORM, type Note, type NoteFile, type NoteText, type NoteVersion } from '../../contract/slides/slides.ts';
import { badRequest } from '../platform/http/request.ts';
import { isoTime } from '../platform/text/day.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import { wordsOf } from '../platform/text/words.ts';

export interface SlideContent extends Readonly<NoteText> {
  readonly files: readonly NoteFile[];
}

/** One saved state of a slide; times are milliseconds since the epoch. */
export interface SavedSlide extends SlideContent {
  readonly id: number;
  readonly createdAt: number;
  readonly version: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
}

export const slideAnswer = (note: SavedSlide): Note => ({
  id: note.id,
  ...noteTextOf(note),
  files: [...note.files],
  createdAt: isoTime(note.createdAt),
  updatedAt: isoTime(note.savedAt),
});

export const versionRowAnswer = (state: VersionFacts): VersionRow => ({
  version: state.version,
  savedAt: isoTime(state.savedAt),
  savedBy: state.savedBy,
  title: state.title,
  length: state.length,
});

export type VersionFacts = Pick<SavedSlide, 'version' | 'savedAt' | 'savedBy' | 'title'> & { readonly length: number };

export const versionAnswer = (note: SavedSlide): NoteVersion => ({
  ...versionRowAnswer({ ...note, length: characterCount(note.message) }),
  ...noteTextOf(note),
  files: [...note.files],
});

export const sameContent = (one: SlideContent, other: SlideContent): boolean =>
  sameSlideText(one, other) &&
  one.files.length === other.files.length &&
  one.files.every(({ fileName }, at) => fileName === other.files[at]?.fileName);

interface NoteField<Value> {
  readonly column: string;
  toColumn(value: Value): string | number;
  fromColumn(stored: string | number): Value;
  /** What a new slide has where nothing was sent; throws 400 where something must be. */
  initial(): Value;
}

type NoteFields = { readonly [Name in keyof NoteText]: NoteField<NoteText[Name]> };

const asText = { toColumn: (text: string) => text, fromColumn: (stored: string) => stored };
const asFlag = { toColumn: (flag: boolean) => (flag ? 1 : 0), fromColumn: (stored: number) => stored === 1 };

function refused(code: SlideError): never {
  throw badRequest(code);
}

/** Every field of a slide that is no picture: form, rows, history and answers follow this table. */
const NOTE_FIELDS = {
  title: { ...asText, column: 'title', initial: () => refused('invalid title') },
  message: { ...asText, column: 'message', initial: () => '' },
  isPublic: { ...asFlag, column: 'is_public', initial: () => false },
} as const satisfies NoteFields;

type Fields = typeof NOTE_FIELDS;

export type SlideTextColumns = {
  [Name in keyof Fields as Fields[Name]['column']]: ReturnType<Fields[Name]['toColumn']>;
};

type Name = keyof NoteText;

const FIELDS: NoteFields = NOTE_FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];

const ofFields = <Made>(make: (name: Name) => unknown): Made =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Made;

/** The fields that a form sent; undefined: not sent. */
export type SlideForm = { readonly [Field in Name]: NoteText[Field] | undefined };

/** The text of a new slide; throws 400 `invalid title` without one. */
export const newSlideText = (form: Partial<SlideForm>): NoteText =>
  ofFields((name) => form[name] ?? FIELDS[name].initial());

export const changedSlideText = (before: NoteText, form: SlideForm): NoteText =>
  ofFields((name) => form[name] ?? before[name]);

export const noteTextOf = (note: NoteText): NoteText => ofFields((name) => note[name]);

const sameSlideText = (one: NoteText, other: NoteText): boolean => NAMES.every((name) => one[name] === other[name]);

const columnOf = <Field extends Name>(name: Field, text: NoteText) =>
  [FIELDS[name].column, FIELDS[name].toColumn(text[name])] as const;

const fromRow = (name: Name, row: SlideTextColumns) => FIELDS[name].fromColumn(row[NOTE_FIELDS[name].column]);

export const columnsOfText = (text: NoteText): SlideTextColumns =>
  Object.fromEntries(NAMES.map((name) => columnOf(name, text))) as SlideTextColumns;

export const textOfRow = (row: SlideTextColumns): NoteText => ofFields((name) => fromRow(name, row));

/** Whether a changed slide is published: the whole form without its box unpublishes, a part leaves it as it was. */
export function publishedAfter(
  before: boolean,
  sent: { title?: unknown; message?: unknown; isPublic: boolean | undefined },
): boolean {
  if (sent.isPublic !== undefined) return sent.isPublic;
  return sent.title !== undefined && sent.message !== undefined ? false : before;
}

/** The words by which a slide is found, each once. */
export const titleWords = (title: string): string[] => [...new Set(wordsOf(title))];

/** Whether a query asks for published slides only. */
export const asksForPublished = (isPublic: string | undefined): boolean =>
  isPublic !== undefined && readField(NOTE_FORM.isPublic, isPublic) !== false;

/** How many slides to answer with: at most NOTE_PAGE_MAX; NOTE_PAGE_SIZE when no number is asked for. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return limit === 0 ? NOTE_PAGE_SIZE : Math.min(limit, NOTE_PAGE_MAX);
}
