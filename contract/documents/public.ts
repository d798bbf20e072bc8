// What the API answers about the check of a signed version, for anyone who has its hash, and about previews of
// attachments, for people who see the document.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { DOCUMENT_STATES } from './documents.ts';

/** GET /docflow/check/{id}/{hash}: of a version of a document, for anyone who holds it. */
export const DocumentCheckPath = Type.Object({ id: Type.String(), hash: Type.String() });

const Accepted = Type.Object({ done: Type.Integer(), all: Type.Integer() });

/** The answer; all but `matches` says something only where the hash is that of a version. */
export const DocumentCheck = Type.Object({
  matches: Type.Boolean(),
  number: Nullable(Type.Integer()),
  version: Nullable(Type.Integer()),
  isCurrent: Type.Boolean({ description: 'Whether it is the version that counts now' }),
  /** As that of its document, or `cancelled` with it; null of an earlier version of a document that is still there. */
  state: Nullable(OneOf([...DOCUMENT_STATES, 'cancelled'])),
  /** Signatures that it has, of those it takes; null of any but the version that counts. */
  signed: Nullable(Accepted),
  acknowledged: Nullable(Accepted),
});
export type DocumentCheck = Static<typeof DocumentCheck>;

/** GET /docflow/scan/{fileName}/shown: what an attached sheet or text looks like, or the beginning of it. */
export const ShownFile = Type.Union([
  Type.Object({
    kind: Type.Literal('table'),
    sheets: Type.Array(Type.String(), { description: 'Titles of the visible sheets; one without a title for a .csv' }),
    sheet: Type.Integer({ description: 'The place of the shown one among them, from 0' }),
    rows: Type.Array(Type.Array(Type.String()), { description: 'Texts of cells; empty rows and cells are there' }),
    isCut: Type.Boolean({ description: 'There are more rows, columns or letters than are shown' }),
  }),
  Type.Object({ kind: Type.Literal('text'), text: Type.String(), isCut: Type.Boolean() }),
]);
export type ShownFile = Static<typeof ShownFile>;

export const ShownFileQuery = Type.Object({
  sheet: Type.Optional(Type.String({ description: 'The place of a sheet, from 0; the first one otherwise' })),
});
