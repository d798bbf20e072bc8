import { Type } from 'typebox';

/** What a schema describes, or null. */
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
