// What the API answers administrators about people, and what the service informator (people) asks mauth (accounts) for
// them.
import Type, { type Static } from 'typebox';
import { KnownAccount, MailedAnswer, MailTrouble } from '../accounts/accounts.ts';
import { Nullable, OneOf } from '../answers.ts';
import type { Doer } from '../journal/events.ts';
import { EMAIL_MAX, PEOPLE_OF_ROLE_MAX, PEOPLE_PAGE_MAX } from '../limits.ts';
import { PERSON_STATES, type PersonState } from './words.ts';

/** States by their name in addresses. */
export const PEOPLE_STATE_WORDS: ReadonlyMap<string, PersonState> = new Map(PERSON_STATES.map((name) => [name, name]));

/** Moments are ISO texts. */
export const PersonAccount = Type.Object({
  uid: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
  rank: OneOf(['user', 'admin']),
  state: Type.Enum([...PERSON_STATES]),
  secondFactor: Type.Boolean(),
  /** Whether the owner, or an administrator, confirmed the e-mail. */
  confirmed: Type.Optional(Type.Boolean()),
  mustChangePassword: Type.Boolean(),
  sessions: Type.Integer(),
  createdAt: Type.String(),
  lastVisitAt: Nullable(Type.String()),
  /** Until when the invitation can be followed; null: there is none. */
  invitationUntil: Nullable(Type.String()),
});
export type PersonAccount = Static<typeof PersonAccount>;

const Uids = Type.Array(Type.String({ maxLength: 200 }), { maxItems: PEOPLE_OF_ROLE_MAX });

/** POST /people of the auth service, by services only: which accounts, by e-mail, and how many in all. */
export const AccountsFilterBody = Type.Object({
  /** A part of e-mail or name, taken literally. */
  search: Type.Optional(Type.String({ maxLength: 5_000 })),
  state: Type.Optional(Type.Enum([...PERSON_STATES])),
  rank: Type.Optional(OneOf(['user', 'admin'])),
  only: Type.Optional(Uids),
  except: Type.Optional(Uids),
  /** The e-mail that the page before ended with. */
  last: Type.Optional(Type.String({ maxLength: EMAIL_MAX })),
  limit: Type.Integer({ minimum: 1, maximum: PEOPLE_PAGE_MAX }),
});
export type AccountsFilter = Static<typeof AccountsFilterBody>;

export const AccountsPageAnswer = Type.Object({ accounts: Type.Array(PersonAccount), total: Type.Integer() });
type AccountsPage = Static<typeof AccountsPageAnswer>;

const NullableText = Nullable(Type.String({ maxLength: 1_000 }));
const DoerBody = Type.Object({
  actor: Nullable(Type.Object({ uid: NullableText, email: Type.String({ maxLength: 1_000 }) })),
  address: Type.String({ maxLength: 500 }),
  agent: Type.String({ maxLength: 5_000 }),
});

/** POST /people/add of the auth service, by services only. */
export const AddPeopleBody = Type.Object({
  people: Type.Array(Type.Object({ email: Type.String({ maxLength: EMAIL_MAX }), name: NullableText }), {
    maxItems: PEOPLE_PAGE_MAX,
  }),
  invites: Type.Boolean(),
  by: DoerBody,
});
export const AddedPeopleAnswer = Type.Object({
  people: Type.Array(
    Type.Object({
      uid: Type.String(),
      email: Type.String(),
      name: Nullable(Type.String()),
      added: Type.Boolean(),
      /** The account was unconfirmed: it has been voided for its owner, who was invited. */
      claimed: Type.Boolean(),
      /** The person was invited, and the mail does not leave now. */
      mailTrouble: Type.Optional(MailTrouble),
    }),
  ),
});
export type AddedPerson = Static<typeof AddedPeopleAnswer>['people'][number];

/** POST /people/known of the auth service, by services only: accounts by their e-mails. */
export const KnownPeopleBody = Type.Object({
  emails: Type.Array(Type.String({ maxLength: EMAIL_MAX }), { maxItems: PEOPLE_PAGE_MAX }),
});
export const KnownPeopleAnswer = Type.Object({ accounts: Type.Array(PersonAccount) });

/** POST /people/claim of the auth service, by services only. */
export const ClaimBody = Type.Object({ email: Type.String({ maxLength: EMAIL_MAX }), by: DoerBody });
const ClaimedAccount = Type.Object({ ...KnownAccount.properties, claimed: Type.Boolean() });
/** An account that may be given power; `claimed`: by this call. */
type ClaimedAccount = Static<typeof ClaimedAccount>;
export const ClaimedAccountAnswer = Type.Object({ account: Nullable(ClaimedAccount) });

/** POST /people/name of the auth service, by services only. */
export const RenameBody = Type.Object({ uid: Type.String({ maxLength: 200 }), name: NullableText, by: DoerBody });

export interface NewPerson {
  readonly email: string;
  readonly name: string | null;
}

/**
 * What the info service asks of accounts: mauth's own implementation, apart calls of its /people. Each throws only when
 * the auth service could not be asked.
 */
export interface AccountDirectory {
  page(filter: AccountsFilter): Promise<AccountsPage>;
  /** The accounts that have these e-mails, in whatever spelling. */
  known(emails: readonly string[]): Promise<PersonAccount[]>;
  /** Makes accounts without a password and invites them. An existing one stays; an unconfirmed one is claimed. */
  add(people: readonly NewPerson[], invites: boolean, by: Doer): Promise<AddedPerson[]>;
  /**
   * By e-mail in whatever spelling. To be called before an account gets a permission: an unconfirmed one that no
   * administrator made may belong to another person; this voids password, links and sessions, and invites the owner.
   */
  claim(email: string, by: Doer): Promise<ClaimedAccount | null>;
  /** Gives an account the name that its owner's profile has; one that is not known is left alone. */
  rename(uid: string, name: string | null, by: Doer): Promise<void>;
}

const PersonSubstitute = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  from: Type.String(),
  to: Type.String(),
});

export const Person = Type.Object({
  ...PersonAccount.properties,
  photo: Type.String(),
  role: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
  substitute: Nullable(PersonSubstitute),
  documentMails: Type.Boolean(),
});
export type Person = Static<typeof Person>;

/** `claimed`: the account was unconfirmed and has been voided for its owner. */
export const ChangedPerson = Type.Object({
  ...Person.properties,
  claimed: Type.Optional(Type.Boolean()),
  mailTrouble: Type.Optional(MailTrouble),
});
export type ChangedPerson = Static<typeof ChangedPerson>;

export const PeopleQuery = Type.Object({
  search: Type.Optional(Type.String()),
  state: Type.Optional(Type.String({ description: `One of ${PERSON_STATES.join(', ')}; empty: all` })),
  role: Type.Optional(Type.String({ description: 'Id of a role, or `none`; empty: all' })),
  rank: Type.Optional(Type.String({ description: '`admin` or `user`; empty: both' })),
  last: Type.Optional(Type.String({ description: 'The e-mail that the page before ended with' })),
  limit: Type.Optional(Type.String()),
});
export const PeopleAnswer = Type.Object({
  people: Type.Array(Person),
  total: Type.Integer(),
  /** What to send as `last`; null: this is the last page. */
  next: Nullable(Type.String()),
});
export type PeopleAnswer = Static<typeof PeopleAnswer>;

/** An invitation was sent; `claimed`: the account was unconfirmed and has been voided for its owner. */
export const InvitationSentAnswer = Type.Object({ ...MailedAnswer.properties, claimed: Type.Optional(Type.Boolean()) });
export type InvitationSentAnswer = Static<typeof InvitationSentAnswer>;

/** `isReset`: the account has been in use, and gets a new password in place of a mailed one. */
export const InvitationAnswer = Type.Object({
  email: Type.String(),
  name: Nullable(Type.String()),
  isReset: Type.Optional(Type.Boolean()),
});
export type InvitationAnswer = Static<typeof InvitationAnswer>;
