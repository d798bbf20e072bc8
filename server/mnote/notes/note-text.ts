import type { NoteText } from '../../../contract/mnote.ts';
import { NOTE_FIELDS, type NoteFields, type NoteTextColumns } from './fields.ts';

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
export const sameNoteText = (one: NoteText, other: NoteText): boolean =>
  NAMES.every((name) => one[name] === other[name]);

const columnOf = <Field extends Name>(name: Field, text: NoteText) =>
  [FIELDS[name].column, FIELDS[name].toColumn(text[name])] as const;

const fromRow = (name: Name, row: NoteTextColumns) => FIELDS[name].fromColumn(row[NOTE_FIELDS[name].column]);

/** A text as the columns of a saved state. */
export const columnsOfText = (text: NoteText): NoteTextColumns =>
  Object.fromEntries(NAMES.map((name) => columnOf(name, text))) as NoteTextColumns;

/** The text that a row keeps. */
export const textOfRow = (row: NoteTextColumns): NoteText => ofFields((name) => fromRow(name, row));
