import type { FastifyReply, FastifyRequest } from 'fastify';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { MatrixError } from '../../../contract/errors.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { type Database, editorOfRow } from '../../platform/database/types.ts';
import * as http from '../../platform/http/request.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { PeopleContext } from '../profiles/accounts.ts';
import * as rights from '../roles/rights.ts';
import { type Change, type RightsChange, recordAccessChange } from '../roles/rights-history.ts';
import type { Entity } from './lists.ts';

// Reads the form of access settings and saves the rights of roles.

const STANDING: ReadonlySet<number> = new Set(STANDING_ROWS.map(({ id }) => id));

/** What came of a save; `version` is that of the settings afterwards, `changes` what it made of which role. */
type Saved =
  | { readonly outcome: 'saved'; readonly version: number; readonly changes: readonly RightsChange[] }
  | { readonly outcome: 'unknown'; readonly entity: Entity }
  | {
      readonly outcome: 'changed meanwhile';
      readonly who: Editor | null;
      readonly when: number;
      readonly role: { readonly id: number; readonly title: string };
    };

/**
 * Replaces the rights of the roles that `wanted` names, all or nothing; standing actions only where it names them or
 * clears the role. A role changed since `builtOn`, the version of the form, stops the save; null: nothing does.
 */
function saveRights(
  database: Database<PortalSchema>,
  wanted: WantedRights,
  builtOn: number | null,
  change: Change,
): Promise<Saved> {
  return database.write(async (transaction): Promise<Saved> => {
    const version = await rights.lockAccess(database, transaction);
    const names = await rights.readAccessTitles(transaction);
    const unknown = unknownIn(wanted, names);
    if (unknown) return { outcome: 'unknown', entity: unknown };
    const roles = [...wanted.keys()];
    // A version that is still to come was that of other data, say before a backup was brought back.
    const since = builtOn !== null && builtOn > version ? -1 : builtOn;
    const conflict = since === null ? null : await changedSince(transaction, roles, since, names);
    if (conflict) return conflict;

    const before = await rights.storedRights(transaction, roles);
    const after = new Map([...wanted].map(([role, tree]) => [role, withStanding(tree, before.get(role) ?? new Map())]));
    const changes = changesOf(before, after, names);
    if (changes.length === 0) return { outcome: 'saved', version, changes };
    const changed = new Map(changes.map(({ role }) => [role.id, after.get(role.id) ?? new Map()]));
    await rights.replaceRights(database, transaction, changed);
    await recordAccessChange(transaction, changes, names, change);
    const next = await rights.bumpAccess(transaction);
    await transaction
      .updateTable('roles')
      .set({ changed_version: next })
      .where('id', 'in', [...changed.keys()])
      .execute();
    return { outcome: 'saved', version: next, changes };
  });
}

/** The level of the first id that nothing has; null when all exist. */
function unknownIn(wanted: WantedRights, { roles, directings, tasks, actions }: rights.AccessTitles): Entity | null {
  for (const [role, tree] of wanted) {
    if (!roles.has(role)) return 'role';
    for (const action of rights.standingIn(tree) ?? []) if (!STANDING.has(action)) return 'action';
    for (const [directing, pairs] of tree) {
      if (directing === rights.NOWHERE) continue;
      if (!directings.has(directing)) return 'directing';
      for (const [task, ids] of pairs) {
        if (!tasks.has(task)) return 'task';
        for (const action of ids) if (!actions.has(action)) return 'action';
      }
    }
  }
  return null;
}

/** Clients without standing actions leave them out, and they stay; a cleared role loses them too. */
function withStanding(tree: rights.RightsTree, before: rights.RightsTree): rights.RightsTree {
  const kept = rights.standingIn(before);
  if (tree.size === 0 || tree.has(rights.NOWHERE) || !kept) return tree;
  return new Map([...tree, rights.standingEntry(kept)]);
}

function changesOf(before: WantedRights, after: WantedRights, names: rights.AccessTitles): RightsChange[] {
  return [...after]
    .map(([id, tree]) => {
      const old = before.get(id) ?? new Map();
      return { role: { id, title: names.roles.get(id) ?? '' }, ...rights.differenceOf(old, tree) };
    })
    .filter(({ added, removed }) => added.length + removed.length > 0);
}

/** The last change after `version` of one of these roles; null when there is none. */
async function changedSince(
  transaction: PortalSource,
  roles: readonly number[],
  version: number,
  names: rights.AccessTitles,
): Promise<Saved | null> {
  const change = await transaction
    .selectFrom('access_changes')
    .innerJoin('roles', 'roles.id', 'access_changes.role_id')
    .selectAll('access_changes')
    .where('roles.id', 'in', roles)
    .where('roles.changed_version', '>', version)
    .orderBy('access_changes.id', 'desc')
    .executeTakeFirst();
  if (!change?.role_id) return null;
  return {
    outcome: 'changed meanwhile',
    who: editorOfRow(change),
    when: change.saved_at,
    role: { id: change.role_id, title: names.roles.get(change.role_id) ?? change.subject },
  };
}

type Doer = Parameters<AuditTrail['record']>[0]['by'];

/** Saves rights for a request; `builtOn`: the version where `If-Match` names none. Throws what stopped the save. */
export async function answerSave(
  { database, trail, clock }: PeopleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: WantedRights,
  builtOn: number | null,
): Promise<{ message: string }> {
  const change = { by: http.requireEditor(request), now: clock() };
  const saved = await saveRights(database, wanted, http.requiredVersion(request) ?? builtOn, change);
  reply.header('etag', http.versionTag(reportSaved(saved, trail, http.auditActor(request))));
  return { message: 'saved access setting' };
}

/** Records what a save changed and resolves to the new version; throws the answer to a save that was stopped. */
function reportSaved(saved: Saved, trail: AuditTrail, by: Doer): number {
  if (saved.outcome === 'unknown') throw http.badRequest(`invalid ${saved.entity} id`);
  if (saved.outcome === 'changed meanwhile') {
    const { outcome, who, when, role } = saved;
    throw http.conflict(outcome, { who, when: new Date(when).toISOString(), role });
  }
  for (const { role, added, removed } of saved.changes)
    trail.record({
      event: 'access.saved',
      by,
      target: role.title,
      details: { added: rights.countCells(added), removed: rights.countCells(removed) },
    });
  return saved.version;
}

export class InvalidForm extends Error {
  readonly error: MatrixError;

  constructor(entity: Entity, part: 'id' | 'box') {
    const error: MatrixError = `invalid ${entity} ${part}`;
    super(error);
    this.error = error;
  }
}

export type WantedRights = ReadonlyMap<number, rights.RightsTree>;

const TICKED: ReadonlySet<unknown> = new Set(['on', 'true', '1', true, 1]);
const NOT_TICKED: ReadonlySet<unknown> = new Set(['', 'off', 'false', '0', false, 0, null]);
/** Under this name a level with something below it carries its own box. */
const OWN_BOX = '0';
/** Under this name a role carries the boxes of its standing actions. */
const STANDING_FIELD = 'action';
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads boxes that are ticked; a ticked box ticks those above it, a role sent empty has no rights. What cannot be read
 * throws InvalidForm, because leaving out takes away; only plain fields without a number, as of a button, pass.
 */
export function readRights(body: unknown): WantedRights {
  const wanted = new Map<number, rights.RightsTree>();
  if (!isFields(body)) return wanted;
  for (const name of Object.keys(body)) {
    const below = body[name];
    const id = idIn(name);
    if (id !== null) wanted.set(id, directingsOf(below));
    else if (!isPlain(below) || /\d|^id_/.test(name)) throw new InvalidForm('role', 'id');
  }
  return wanted;
}

function directingsOf(role: unknown): rights.RightsTree {
  const tree = new Map<number, ReadonlyMap<number, ReadonlySet<number>>>();
  if (isEmpty(role)) return tree;
  // A role has no box of its own: taken for a tick, it would clear the role.
  if (!isFields(role)) throw new InvalidForm('directing', 'id');
  for (const name of Object.keys(role)) {
    if (name === OWN_BOX && isEmpty(role[name])) continue;
    if (name === STANDING_FIELD) {
      tree.set(rights.NOWHERE, standingOf(role[name]));
      continue;
    }
    const id = known(idIn(name), 'directing');
    const tasks = new Map<number, ReadonlySet<number>>();
    if (readLevel(role[name], 'directing', 'task', (task, box) => readTask(tasks, task, box)) || tasks.size > 0)
      tree.set(id, tasks);
  }
  return tree;
}

function standingOf(boxes: unknown): ReadonlyMap<number, ReadonlySet<number>> {
  const actions = new Map<number, ReadonlySet<number>>();
  if (isEmpty(boxes)) return actions;
  if (!isFields(boxes)) throw new InvalidForm('action', 'id');
  readTask(actions, rights.NOWHERE, boxes);
  return actions;
}

function readTask(tasks: Map<number, ReadonlySet<number>>, id: number, task: unknown): void {
  const actions = new Set<number>();
  const take = (action: number, box: unknown) => {
    if (isFields(box)) throw new InvalidForm('action', 'id');
    if (isTicked(box, 'action')) actions.add(action);
  };
  if (readLevel(task, 'task', 'action', take) || actions.size > 0) tasks.set(id, actions);
}

/** Calls `take` with each entry below a level, by id; returns whether the level's own box is ticked. */
function readLevel(level: unknown, entity: Entity, below: Entity, take: (id: number, value: unknown) => void): boolean {
  if (!isFields(level)) return isTicked(level, entity);
  let own = false;
  for (const name of Object.keys(level)) {
    const value = level[name];
    if (name !== OWN_BOX) take(known(idIn(name), below), value);
    // A list with an index of 0 that has more than boxes in it.
    else if (isFields(value)) throw new InvalidForm(below, 'id');
    else own = isTicked(value, entity);
  }
  return own;
}

/** The id of `id_<n>`, null for any other name; one id has one spelling, so that no entry replaces another. */
const idIn = (name: string): number | null => (/^id_[1-9]\d{0,14}$/.test(name) ? Number(name.slice(3)) : null);

function known(id: number | null, entity: Entity): number {
  if (id === null) throw new InvalidForm(entity, 'id');
  return id;
}

/** Whether a box is ticked, of several with one name any. */
function isTicked(box: unknown, entity: Entity): boolean {
  if (Array.isArray(box)) return box.map((one) => isTickedOne(one, entity)).includes(true);
  return isTickedOne(box, entity);
}

function isTickedOne(box: unknown, entity: Entity): boolean {
  const value = typeof box === 'string' ? box.trim().toLowerCase() : box;
  if (TICKED.has(value)) return true;
  if (NOT_TICKED.has(value)) return false;
  throw new InvalidForm(entity, 'box');
}

/** Nothing at all, as a role is sent that loses its rights. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((one) => one === null || one === ''));

/** What a form sends for a field without brackets, once or more often. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : typeof value !== 'object' || value === null;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
