import type { SlideError } from '../../../contract/errors.ts';
import type { NoteText } from '../../../contract/mnote.ts';
import { badRequest } from '../../http/errors.ts';

/** What the service does with one field of a slide. */
interface NoteField<Value> {
  /** Its column in every saved state. */
  readonly column: string;
  toColumn(value: Value): string | number;
  fromColumn(stored: string | number): Value;
  /** What a new slide has where nothing was sent; throws 400 where something must be. */
  initial(): Value;
}

export type NoteFields = { readonly [Name in keyof NoteText]: NoteField<NoteText[Name]> };

const asText = { toColumn: (text: string) => text, fromColumn: (stored: string) => stored };
const asFlag = {
  toColumn: (flag: boolean) => (flag ? 1 : 0),
  fromColumn: (stored: number) => stored === 1,
};

function refused(code: SlideError): never {
  throw badRequest(code);
}

/** Every field of a slide that is no picture: form, rows, history and answers follow this table. */
export const NOTE_FIELDS = {
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
