// What the API answers about the profile of a user: name, photo, roles. The account (e-mail, password, rank) is in
// accounts/.
import Type, { type Static } from 'typebox';
import { Role } from '../access/access.ts';
import { WHYS_UNABLE } from '../documents/words.ts';

/** What the info service knows of a user; the rest is in the account of the auth service. */
export const Profile = Type.Object({
  uid: Type.String({ description: 'The same as in the access token' }),
  email: Type.String(),
  photo: Type.String({ description: 'File name under /user/photo/, empty without a photo' }),
  name: Type.String({ description: 'Empty when none is given' }),
  position: Type.String({ description: 'Title of the first role, empty without one' }),
  roles: Type.Array(Role, { description: 'The first one decides; in lists of users by name only' }),
});
export type Profile = Static<typeof Profile>;

/** A found profile; the last two for administrators who ask for everybody with a pair and a kind of signatory. */
export const FoundProfile = Type.Object({
  ...Profile.properties,
  unable: Type.Optional(Type.Enum([...WHYS_UNABLE], { description: 'Why the person cannot decide so in the pair' })),
  isUnseen: Type.Optional(Type.Boolean({ description: 'Whether the person has never signed in' })),
});
export type FoundProfile = Static<typeof FoundProfile>;

/** PATCH /setting/access/bundle/role; `claimed`: the account was unconfirmed and has been voided for its owner. */
export const BoundProfile = Type.Object({ ...Profile.properties, claimed: Type.Optional(Type.Boolean()) });
export type BoundProfile = Static<typeof BoundProfile>;

export const UserSearchQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Literal text inside name, e-mail and position' })),
  limit: Type.Optional(Type.String()),
  last: Type.Optional(Type.String({ description: 'uid of the last user of the page before' })),
  directing: Type.Optional(Type.String()),
  task: Type.Optional(Type.String()),
  acceptor: Type.Optional(Type.String({ description: '`1`, with a pair: who may sign its documents' })),
  recipient: Type.Optional(Type.String({ description: '`1`, with a pair: who may acknowledge them' })),
  unable: Type.Optional(
    Type.String({ description: '`1`, for administrators, with a pair: after these the others, with the reason' }),
  ),
});
export type UserSearchQuery = Static<typeof UserSearchQuery>;
