import Type, { type Static } from 'typebox';

/** The one shape of every failure: a text, sometimes with facts beside it. */
export const ErrorAnswer = Type.Object({ error: Type.String() }, { additionalProperties: true });
export type ErrorAnswer = Static<typeof ErrorAnswer>;

/** Success without an entity. */
export const MessageAnswer = Type.Object({ message: Type.String() });
export type MessageAnswer = Static<typeof MessageAnswer>;
