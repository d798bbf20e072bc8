// What the API answers about the check of a signed version, for anyone who has its hash, and about previews of
// attachments, for people who see the document.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { DOCUMENT_STATES } from './documents.ts';
import { SIGNATORY_KINDS } from './words.ts';

/** GET /docflow/check/{id}/{hash}: of a version of a document, for anyone who holds it. */
export const DocumentCheckPath = Type.Object({ id: Type.String(), hash: Type.String() });

/** GET /docflow/{id}/package */
export const PackageQuery = Type.Object({
  comments: Type.Optional(Type.String({ description: '1: with the comments on the document' })),
});

const Accepted = Type.Object({ done: Type.Integer(), all: Type.Integer() });

const NamedThen = Type.Object({ name: Type.String(), position: Type.String() });

/** A decision about the checked version, with names and positions of its moment. */
const CheckedDecision = Type.Object({
  kind: OneOf(SIGNATORY_KINDS),
  ...NamedThen.properties,
  accepted: Type.Boolean({ description: 'Signed or acknowledged; declined otherwise' }),
  at: Type.String({ description: 'ISO 8601, UTC' }),
  by: Nullable(NamedThen),
  step: Nullable(
    Type.Object({ number: Type.Integer(), count: Type.Integer(), title: Type.String() }, { description: 'From 1' }),
  ),
});
export type CheckedDecision = Static<typeof CheckedDecision>;

/** The answer; all but `matches` says something only where the hash is that of a version. */
export const DocumentCheck = Type.Object({
  matches: Type.Boolean(),
  number: Nullable(Type.Integer()),
  version: Nullable(Type.Integer()),
  isCurrent: Type.Boolean({ description: 'Whether it is the version that counts now' }),
  /** As that of its document, or `cancelled` with it; null of an earlier version of a document that is still there. */
  state: Nullable(OneOf(DOCUMENT_STATES)),
  /** Signatures that it has, of those it takes; null of any but the version that counts. */
  signed: Nullable(Accepted),
  acknowledged: Nullable(Accepted),
  title: Nullable(Type.String({ description: 'Of the checked version' })),
  direction: Nullable(Type.String()),
  type: Nullable(Type.String()),
  label: Nullable(Type.String({ description: 'State of the document today, in words' })),
  presentVersion: Nullable(Type.Integer({ description: 'The version that counts now' })),
  decisions: Type.Array(CheckedDecision),
  seals: Type.Array(
    Type.Object({
      fingerprint: Type.String({
        description: 'SHA-256 of a certificate that seals packages here, or has sealed them',
      }),
      since: Type.String({ description: 'ISO 8601, UTC' }),
    }),
    { description: 'The present one first' },
  ),
});
export type DocumentCheck = Static<typeof DocumentCheck>;

/** GET /docflow/check/{id}/{hash}/file/{sha256}: of a file, for anyone who holds it and the version. */
export const FileCheckPath = Type.Object({ id: Type.String(), hash: Type.String(), sha256: Type.String() });

export const FileCheck = Type.Object({
  kind: OneOf(['package', 'attachment', 'unknown']),
  name: Nullable(Type.String({ description: 'Of an attachment' })),
  at: Nullable(Type.String({ description: 'When the package was sealed; ISO 8601, UTC' })),
  version: Nullable(Type.Integer({ description: 'The version that it belongs to' })),
});
export type FileCheck = Static<typeof FileCheck>;

const ShownBlock = Type.Union([
  Type.Object({
    kind: Type.Literal('paragraph'),
    heading: Type.Integer({ description: '1 to 9; 0: no heading' }),
    marker: Type.String({ description: 'Number or bullet of an item of a list, or of a note; empty: no item' }),
    depth: Type.Integer({ description: 'Of an item, from 0' }),
    text: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('table'),
    rows: Type.Array(Type.Array(Type.Object({ text: Type.String(), span: Type.Integer({ description: 'Columns' }) }))),
  }),
]);
export type ShownBlock = Static<typeof ShownBlock>;

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
  Type.Object({
    kind: Type.Literal('picture'),
    webp: Type.String({ description: 'Base64, of a photo that browsers do not show themselves (HEIC)' }),
  }),
  Type.Object({
    kind: Type.Literal('document'),
    blocks: Type.Array(ShownBlock, { description: 'Of a .docx: its text without pictures, headers and comments' }),
    isCut: Type.Boolean(),
  }),
]);
export type ShownFile = Static<typeof ShownFile>;

export const ShownFileQuery = Type.Object({
  sheet: Type.Optional(Type.String({ description: 'The place of a sheet, from 0; the first one otherwise' })),
});
