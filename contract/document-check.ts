import Type, { type Static } from 'typebox';
import { DOCUMENT_STATES } from './docflow.ts';
import { Nullable } from './nullable.ts';

/** GET /docflow/check/{id}/{hash}: of a version of a document, for anyone who holds it. */
export const DocumentCheckPath = Type.Object({ id: Type.String(), hash: Type.String() });

/** Where a version stands: as its document does, or `cancelled` with it. */
const CHECKED_STATES = [...DOCUMENT_STATES, 'cancelled'] as const;
const CheckedState = Type.Union(
  CHECKED_STATES.map((state) => Type.Literal(state)),
) as Type.TSchema as Type.TUnsafe<(typeof CHECKED_STATES)[number]>;

const Accepted = Type.Object({ done: Type.Integer(), all: Type.Integer() });

/** The answer; all but `matches` says something only where the hash is that of a version. */
export const DocumentCheck = Type.Object({
  matches: Type.Boolean(),
  number: Nullable(Type.Integer()),
  version: Nullable(Type.Integer()),
  isCurrent: Type.Boolean({ description: 'Whether it is the version that counts now' }),
  /** Null of an earlier version of a document that there is still: nothing that was decided of it counts. */
  state: Nullable(CheckedState),
  /** Signatures that it has, of those it takes; null of any but the version that counts. */
  signed: Nullable(Accepted),
  acknowledged: Nullable(Accepted),
});
export type DocumentCheck = Static<typeof DocumentCheck>;
