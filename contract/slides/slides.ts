/** Slides in the API: their form, answers and history. */
import Type, { type Static } from 'typebox';
import { VersionRow } from '../answers.ts';
import { type Field, type Form, ifSent, Refusal } from '../fields/field.ts';
import { fileName, markup, title } from '../fields/text.ts';
import { isId, isPublic } from '../fields/values.ts';
import { NOTE_MESSAGE_MAX, NOTE_ORDER_MAX } from '../limits.ts';

const slideIds: Field<readonly number[]> = {
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    minItems: 1,
    maxItems: NOTE_ORDER_MAX,
    uniqueItems: true,
    description: 'Ids of slides, the first of them first',
    examples: [[7, 5, 6]],
  },
  read(value) {
    const ids = Array.isArray(value) && value.length <= NOTE_ORDER_MAX ? value : [];
    const sound = ids.length > 0 && ids.every(isId) && new Set(ids).size === ids.length;
    return sound ? ids : new Refusal('invalid ids');
  },
};

/** A picture of a slide: WebP under static/images/, one of double width beside it with `@2x` before the extension. */
export const NoteFile = Type.Object({ originalName: Type.String(), fileName: Type.String() });
export type NoteFile = Static<typeof NoteFile>;

/** What an administrator writes of a slide, beside its pictures; the message is note markup. */
export const NoteText = Type.Object({ title: Type.String(), message: Type.String(), isPublic: Type.Boolean() });
export type NoteText = Static<typeof NoteText>;

/** A slide as it is sent, without its pictures; what is left out stays as it is, or is as of a new slide. */
export const NOTE_FORM = {
  title: ifSent(title),
  message: ifSent(markup('invalid message', NOTE_MESSAGE_MAX)),
  isPublic,
} satisfies { readonly [Name in keyof NoteText]: Field<NoteText[Name] | undefined> };
export const NOTE_FILE_FORM = { fileName } satisfies Form;
export const NOTE_ORDER_FORM = { ids: slideIds } satisfies Form;

export const Note = Type.Object({
  id: Type.Integer(),
  ...NoteText.properties,
  files: Type.Array(NoteFile),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});
export type Note = Static<typeof Note>;

export const NoteSearchQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Words of the title' })),
  title: Type.Optional(Type.String({ description: 'The same as search' })),
  limit: Type.Optional(Type.String()),
  last: Type.Optional(Type.String({ description: 'id of the last slide of the page before' })),
  isPublic: Type.Optional(Type.String({ description: '1: published slides only; 0, false and empty: no filter' })),
});
export type NoteSearchQuery = Static<typeof NoteSearchQuery>;

/** GET /{id}/history: every saved state, newest first. */
export const NoteHistory = Type.Array(VersionRow);
export type NoteHistory = Static<typeof NoteHistory>;

/** GET /{id}/history/{version}; POST on the same path makes it the newest state again. */
export const NoteVersion = Type.Intersect([
  VersionRow,
  Type.Object({ ...Type.Omit(NoteText, ['title']).properties, files: Type.Array(NoteFile) }),
]);
export type NoteVersion = Static<typeof NoteVersion>;
