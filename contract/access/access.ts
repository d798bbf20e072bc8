// What the API answers about roles, their permissions and the matrix of who may do what with which documents.
import Type, { type Static } from 'typebox';
import { Editor, Nullable } from '../answers.ts';
import { RIGHTS_SHEET_ERRORS } from './actions.ts';

const Named = { id: Type.Integer(), title: Type.String() };

const Action = Type.Object(Named);
const AllowedAction = Type.Object({ ...Named, allowed: Type.Boolean() });

/** At most ACCESS_CHANGE_SHOWN names each; the counts are of all. */
const differences = {
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  addedCount: Type.Integer(),
  removedCount: Type.Integer(),
};

const Task = Type.Object({
  ...Named,
  ordered: Type.Optional(
    Type.Boolean({ description: 'Recipients of its documents are asked when every acceptor has signed' }),
  ),
  actions: Type.Array(Action),
});

const Directing = Type.Object({ ...Named, tasks: Type.Array(Task) });

export const Role = Type.Object({
  ...Named,
  actions: Type.Optional(
    Type.Array(Action, { description: 'What it allows as such, without a direction and a task; absent: nothing' }),
  ),
  directings: Type.Array(Directing),
});

export type Role = Static<typeof Role>;

export const SettingRow = Type.Object(Named);
export type SettingRow = Static<typeof SettingRow>;

/** The fixed actions can be neither changed nor removed. */
export const ActionRow = Type.Object({ ...Named, isProtected: Type.Boolean() });
export type ActionRow = Static<typeof ActionRow>;

export const TaskRow = Type.Object({
  ...Named,
  ordered: Type.Boolean({ description: 'Recipients are asked when all acceptors have signed' }),
});
export type TaskRow = Static<typeof TaskRow>;

/** Answer 409 to the removal of a row that is in use: by how many of what. */
export const InUse = Type.Object({
  error: Type.Literal('in use'),
  users: Type.Integer(),
  roles: Type.Integer(),
  documents: Type.Integer(),
});
export type InUse = Static<typeof InUse>;

/** GET /setting/access: every role with everything it allows, in the order the roles were made. */
export const AccessSettings = Type.Array(Role);
export type AccessSettings = Static<typeof AccessSettings>;

/** Answer 409 to a save of the rights of a role that has changed since the version the save builds on. */
export const AccessConflict = Type.Object({
  error: Type.Literal('changed meanwhile'),
  who: Nullable(Editor),
  when: Type.String({ description: 'ISO 8601, UTC' }),
  role: SettingRow,
});
export type AccessConflict = Static<typeof AccessConflict>;

/** One entry of GET /setting/access/history: what of whom was changed. */
export const AccessChange = Type.Object({
  id: Type.Integer(),
  at: Type.String({ description: 'ISO 8601, UTC' }),
  by: Editor,
  kind: Type.Union([Type.Literal('rights'), Type.Literal('binding')]),
  /** Role of a change of rights, e-mail of the user of a binding. */
  subject: Type.String(),
  /** At most ACCESS_CHANGE_SHOWN each; the counts are of all. */
  added: Type.Array(Type.String(), {
    description: 'Boxes ticked, as «direction», «direction / task» or «direction / task / action»; or the role given',
  }),
  removed: Type.Array(Type.String(), { description: 'The same for boxes cleared; or the role taken' }),
  addedCount: Type.Integer(),
  removedCount: Type.Integer(),
});
export type AccessChange = Static<typeof AccessChange>;

export const TiedDocument = Type.Object({ id: Type.Integer(), num: Type.Integer(), title: Type.String() });
export const TiedTemplate = Type.Object({ directing: SettingRow, task: SettingRow });

/**
 * What of the routes in force a change of rights or roles would break. The calls `…/examine` answer it, and with it the
 * calls that show the changes of a file or of a return to earlier rights.
 */
export const BrokenRoutes = Type.Object({
  /** Templates of which no document could be made any more; the first TIES_SHOWN. */
  templates: Type.Array(
    Type.Object({
      ...TiedTemplate.properties,
      step: Type.Integer({ description: 'From 1; 0: the recipients' }),
      role: Type.String({ description: 'The role of which no person could decide; empty: a person is named' }),
      name: Type.String(),
    }),
  ),
  templateCount: Type.Integer(),
  /** Signatories of running documents who could not decide any more; the first TIES_SHOWN. */
  signatories: Type.Array(Type.Object({ ...TiedDocument.properties, name: Type.String() })),
  signatoryCount: Type.Integer(),
});
export type BrokenRoutes = Static<typeof BrokenRoutes>;

/** GET /setting/access/history/{id}: what would change if the role of a change were again as it stood before it. */
export const AccessRestore = Type.Object({
  id: Type.Integer(),
  role: SettingRow,
  ...differences,
  broken: BrokenRoutes,
  missing: Type.Integer({
    description: 'Boxes of that time whose direction, task or action is gone: they cannot come back',
  }),
});
export type AccessRestore = Static<typeof AccessRestore>;

const SheetProblem = Type.Object({
  row: Type.Integer({ description: 'As the sheet counts it' }),
  error: Type.Enum([...RIGHTS_SHEET_ERRORS]),
  text: Type.String({ description: 'What the sheet has there' }),
});

/** POST /setting/access/matrix/check: what a sheet of rights would change. */
export const AccessSheet = Type.Object({
  roles: Type.Array(Type.Object({ role: SettingRow, ...differences }), { description: 'Roles that would change' }),
  same: Type.Integer({ description: 'Roles of the sheet that would not' }),
  absent: Type.Integer({ description: 'Roles that the sheet does not have: they stay as they are' }),
  /** The first of them; the count is of all. */
  problems: Type.Array(SheetProblem),
  problemCount: Type.Integer(),
  broken: BrokenRoutes,
});
export type AccessSheet = Static<typeof AccessSheet>;

/** GET /setting/access/user/{uid}: what one user may do with documents, and why. */
export const EffectiveRights = Type.Object({
  uid: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Nullable(SettingRow),
  isDisabled: Type.Optional(
    Type.Boolean({ description: 'The account is disabled: nothing is allowed until it is enabled' }),
  ),
  pairs: Type.Array(
    Type.Object({
      directing: SettingRow,
      task: SettingRow,
      /** Every action there is, in their order. */
      actions: Type.Array(AllowedAction),
    }),
    { description: 'Pairs that the role sees at all' },
  ),
  actions: Type.Array(AllowedAction, { description: 'Standing actions, which need no direction and no task' }),
});
export type EffectiveRights = Static<typeof EffectiveRights>;
