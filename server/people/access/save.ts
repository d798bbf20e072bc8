// Saves what roles may do, all or nothing, and refuses a form that is older than the last change of a role.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { type Database, editorOfRow } from '../../platform/database/types.ts';
import * as http from '../../platform/http/request.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { PeopleContext } from '../profiles/accounts.ts';
import { examineChange } from '../profiles/broken-routes.ts';
import * as rights from '../roles/rights.ts';
import { type Change, type RightsChange, recordAccessChange } from '../roles/rights-history.ts';
import type { Entity } from './lists.ts';
import type { WantedRights } from './read-rights.ts';

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
  return database.write((transaction) => writeRights(database, transaction, { wanted, builtOn }, change));
}

interface Wish {
  readonly wanted: WantedRights;
  readonly builtOn: number | null;
}

async function writeRights(
  database: Database<PortalSchema>,
  transaction: PortalChange,
  { wanted, builtOn }: Wish,
  change: Change,
): Promise<Saved> {
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
}

/** What of the routes in force a save of these rights would break. Throws 400 for unknown ids, 503 without the auth service. */
export const examineSave = (context: PeopleContext, wanted: WantedRights, by: Editor): Promise<BrokenRoutes> =>
  examineChange(context, { roles: [...wanted.keys()], uids: [] }, async (transaction) => {
    const change = { by, now: context.clock() };
    const saved = await writeRights(context.database, transaction, { wanted, builtOn: null }, change);
    if (saved.outcome === 'unknown') throw http.badRequest(`invalid ${saved.entity} id`);
  });

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
