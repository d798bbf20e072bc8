import Type, { type Static } from 'typebox';

/** Fields are optional here because a missing one has its own error text, not a schema failure. */
export const SigninBody = Type.Object({
  email: Type.Optional(Type.Unknown()),
  password: Type.Optional(Type.Unknown()),
});
export type SigninBody = Static<typeof SigninBody>;

export const TokenAnswer = Type.Object({
  access: Type.String(),
  type: Type.Literal('Bearer'),
  expires: Type.Integer({ description: 'Life of the access token, seconds' }),
  refresh: Type.String(),
  mustChangePassword: Type.Optional(Type.Boolean()),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

export const AccountAnswer = Type.Object({
  email: Type.String(),
  rank: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
  name: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});
export type AccountAnswer = Static<typeof AccountAnswer>;
