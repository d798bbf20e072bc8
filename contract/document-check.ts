import Type, { type Static } from 'typebox';
import { Nullable } from './nullable.ts';

/** GET /docflow/check/{id}/{hash}: of a version of a document, for anyone who holds it. */
export const DocumentCheckPath = Type.Object({ id: Type.String(), hash: Type.String() });

/** The answer; all but `matches` says something only where the hash is that of a version. */
export const DocumentCheck = Type.Object({
  matches: Type.Boolean(),
  number: Nullable(Type.Integer()),
  version: Nullable(Type.Integer()),
  isCurrent: Type.Boolean({ description: 'Whether it is the version that counts now' }),
});
export type DocumentCheck = Static<typeof DocumentCheck>;
