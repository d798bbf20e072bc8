// Shapes of answers that every service uses: a failure, a message, who changed something, a saved version.
import Type, { type Static, Type as TypeOf } from 'typebox';

/** The one shape of every failure: a text, sometimes with further facts. */
export const ErrorAnswer = Type.Object({ error: Type.String() }, { additionalProperties: true });
export type ErrorAnswer = Static<typeof ErrorAnswer>;

export const MessageAnswer = Type.Object({ message: Type.String() });
export type MessageAnswer = Static<typeof MessageAnswer>;

export const Nullable = <T extends TypeOf.TSchema>(schema: T) => TypeOf.Union([schema, TypeOf.Null()]);

/** One of some texts, each of them a schema of its own: an enum would be another schema in the reference of the API. */
export const OneOf = <const Text extends string>(texts: readonly Text[], options?: TypeOf.TSchemaOptions) => {
  const schema: TypeOf.TSchema = TypeOf.Union(
    texts.map((text) => TypeOf.Literal(text)),
    options,
  );
  return schema as TypeOf.TUnsafe<Text>;
};

/** Author of a change, copied into it so that it stays true when the account is removed. */
export const Editor = Type.Object({
  uid: Type.String(),
  name: Type.String({ description: 'Empty when the account has none' }),
  email: Type.String(),
});
export type Editor = Static<typeof Editor>;

/** One saved state in a list of them, newest first. The number grows by one with each save. */
export const VersionRow = Type.Object({
  version: Type.Integer(),
  savedAt: Type.String({ description: 'ISO 8601, UTC' }),
  savedBy: Type.Union([Editor, Type.Null()], { description: 'null: came with the product' }),
  title: Type.String({ description: 'Empty where the thing has no title' }),
  length: Type.Integer({ description: 'Characters of the text' }),
});
export type VersionRow = Static<typeof VersionRow>;

/** Answer 409 of a save whose `If-Match` names an older state. */
export const ChangedMeanwhile = Type.Object({
  error: Type.Literal('changed meanwhile'),
  who: Nullable(Editor),
  when: Type.String({ description: 'ISO 8601, UTC' }),
});
export type ChangedMeanwhile = Static<typeof ChangedMeanwhile>;
