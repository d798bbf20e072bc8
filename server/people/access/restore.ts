// Routes by which administrators import the access matrix (what each role may do) from a sheet, or return a role to
// earlier rights.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AccessConflict, AccessRestore, AccessSheet } from '../../../contract/access/access.ts';
import { MessageAnswer } from '../../../contract/answers.ts';
import { bodyWithFile } from '../../../contract/fields/field.ts';
import { RIGHTS_FILE_MAX, RIGHTS_ROWS_MAX, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import { badRequest, notFound, readId, requireEditor, versionTag } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import { type TableSheet, UnreadableTable } from '../../platform/sheet-reader/read-table.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { PeopleContext } from '../profiles/accounts.ts';
import * as rights from '../roles/rights.ts';
import { findMatrixHead, rightsOfSheet } from './matrix-sheet.ts';
import type { WantedRights } from './read-rights.ts';
import { answerSave, examineSave } from './save.ts';

/** Routes of earlier rights of a role, for administrators: the difference, and the return to them. */
export function restoreRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const params = Type.Object({ id: Type.String() });

  async function earlier(text: string): Promise<Earlier> {
    const id = readId(text);
    if (!id) throw badRequest('invalid access change id');
    const found = await earlierRights(context.database.read, id);
    if (found === 'no change') throw notFound('access change not found');
    if (found === 'no role') throw notFound('role not found');
    return found;
  }

  return async (app) => {
    app.get(
      '/history/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What would change if a role were again as it stood before one change of its rights',
          description: 'The ETag is the version of the settings that the difference was made from',
          params,
          response: { 200: AccessRestore },
        },
      },
      async (request, reply) => {
        const { version, wanted, difference } = await earlier(request.params.id);
        const broken = await examineSave(context, new Map([[difference.role.id, wanted]]), requireEditor(request));
        return reply.header('etag', versionTag(version)).send({ ...difference, broken });
      },
    );

    app.post(
      '/history/:id/restore',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Brings a role back to how it stood before one change, as a new change',
          description: 'With `If-Match` a role that was changed since stops it',
          params,
          response: { 200: MessageAnswer, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const { version, wanted, difference } = await earlier(request.params.id);
        return answerSave(context, request, reply, new Map([[difference.role.id, wanted]]), version);
      },
    );
  };
}

/** The rights of a role as they stood before one change, as far as their rows still exist. */
interface Earlier {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  readonly wanted: rights.RightsTree;
  readonly difference: Omit<AccessRestore, 'broken'>;
}

/** An earlier state of a role from its history; the reason where there is no such change, or no role any more. */
async function earlierRights(read: PortalSource, id: number): Promise<Earlier | 'no change' | 'no role'> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a restore built on it.
  const version = await rights.accessVersion(read);
  const change = await read
    .selectFrom('access_changes')
    .select('role_id')
    .where('id', '=', id)
    .where('kind', '=', 'rights')
    .executeTakeFirst();
  if (!change) return 'no change';
  const names = await rights.readAccessTitles(read);
  const role = change.role_id ?? 0;
  const title = names.roles.get(role);
  if (title === undefined) return 'no role';
  const steps = await read
    .selectFrom('access_changes')
    .select(['added', 'removed'])
    .where('role_id', '=', role)
    .where('kind', '=', 'rights')
    .where('id', '>=', id)
    .orderBy('id', 'desc')
    .execute();
  const now = (await rights.storedRights(read, [role])).get(role) ?? new Map();
  const before = undoSteps(now, steps);
  const { tree, missing } = stillThere(before, names);
  return {
    version,
    wanted: tree,
    difference: {
      id,
      role: { id: role, title },
      ...rights.shownDifference(rights.differenceOf(now, tree), names),
      missing,
    },
  };
}

const cellsIn = (text: string): rights.Cells => JSON.parse(text) as rights.Cells;

type Step = Readonly<Record<'added' | 'removed', string>>;

/** The rights as they stood before `steps`, which come newest first. */
function undoSteps(tree: rights.RightsTree, steps: Iterable<Step>): rights.RightsTree {
  const open = rights.openTree(tree);
  for (const { added, removed } of steps) {
    for (const cell of cellsIn(added)) take(open, cell);
    for (const cell of cellsIn(removed)) give(open, cell);
  }
  return open;
}

function take(open: rights.OpenTree, [directing, task, ...marks]: rights.Cells[number]): void {
  if (directing !== rights.NOWHERE && task === rights.NOWHERE) return void open.delete(directing);
  const actions = open.get(directing)?.get(task);
  for (const mark of marks) {
    if (mark === rights.NOWHERE) open.get(directing)?.delete(task);
    else actions?.delete(mark);
  }
}

function give(open: rights.OpenTree, [directing, task, ...marks]: rights.Cells[number]): void {
  const tasks = open.get(directing) ?? new Map<number, Set<number>>();
  open.set(directing, tasks);
  if (directing !== rights.NOWHERE && task === rights.NOWHERE) return;
  const actions = tasks.get(task) ?? new Set<number>();
  tasks.set(task, actions);
  for (const mark of marks) if (mark !== rights.NOWHERE) actions.add(mark);
}

const growing = (one: number, other: number): number => one - other;

/** In the order the rows were made: names read the same however often rights went and came. */
const byId = <V>(rows: ReadonlyMap<number, V>): [number, V][] =>
  [...rows].sort(([one], [other]) => growing(one, other));

/** The part of a tree whose rows still exist, standing actions always named; `missing` counts the boxes left out. */
function stillThere(tree: rights.RightsTree, { directings, tasks, actions }: rights.AccessTitles) {
  const kept: rights.OpenTree = new Map();
  let missing = 0;
  for (const [directing, below] of byId(tree)) {
    if (directing === rights.NOWHERE) continue;
    const keptTasks = new Map<number, Set<number>>();
    for (const [task, ids] of byId(below)) {
      const isThere = directings.has(directing) && tasks.has(task);
      const left = [...ids].filter((id) => isThere && actions.has(id)).sort(growing);
      missing += ids.size - left.length + (isThere ? 0 : 1);
      if (isThere) keptTasks.set(task, new Set(left));
    }
    if (directings.has(directing)) kept.set(directing, keptTasks);
    else missing += 1;
  }
  const standing = tree.get(rights.NOWHERE)?.get(rights.NOWHERE) ?? new Set<number>();
  return { tree: new Map([...kept, rights.standingEntry(standing)]), missing };
}

/** Routes of the access matrix in a file, for administrators: the difference, and its import. */
export function sheetRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, tables, incomingFolder } = context;
  const bounds = { rows: RIGHTS_ROWS_MAX, columns: UPLOAD_COLUMN_MAX };

  /** What the file of a request would change. Throws 400 for a file without rights. */
  async function differenceIn(request: FastifyRequest): Promise<SheetDifference> {
    const sheets = await withForm(request, { folder: incomingFolder }, (form) =>
      tables(oneFile(form, 'file').path, bounds),
    ).catch((error: unknown) => {
      throw error instanceof UnreadableTable ? badRequest(error.message) : error;
    });
    const found = await sheetDifference(database.read, sheets);
    if (!found) throw badRequest('no rights in file');
    return found;
  }

  return async (app) => {
    app.post(
      '/matrix/check',
      {
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX), bodySchema: bodyWithFile('file') },
        schema: {
          summary: 'What a sheet of rights, in the field `file`, would change; writes nothing',
          description:
            'A sheet as `GET …/matrix` gives it. What it does not name stays: roles, actions, rows. The ETag is the version of the settings that the difference was made from',
          response: { 200: AccessSheet },
        },
      },
      async (request, reply) => {
        const { version, wanted, difference } = await differenceIn(request);
        const broken = await examineSave(context, wanted, requireEditor(request));
        return reply.header('etag', versionTag(version)).send({ ...difference, broken });
      },
    );

    app.post(
      '/matrix',
      {
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX), bodySchema: bodyWithFile('file') },
        schema: {
          summary: 'Gives the roles of a sheet the rights that it says, all or none',
          description:
            'Each role becomes one change of the history. With `If-Match` a role that was changed since stops it',
          response: { 200: MessageAnswer, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const { version, wanted } = await differenceIn(request);
        // A file without a difference is as good as saved.
        if (wanted.size === 0)
          return reply.header('etag', versionTag(version)).send({ message: 'saved access setting' });
        return answerSave(context, request, reply, wanted, version);
      },
    );
  };
}

interface SheetDifference {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  readonly wanted: WantedRights;
  readonly difference: Omit<AccessSheet, 'broken'>;
}

const PROBLEMS_SHOWN = 200;
const NO_RIGHTS: rights.RightsTree = new Map();

/** Compares a sheet of rights with the stored ones; null when no sheet begins as the matrix does. */
async function sheetDifference(read: PortalSource, sheets: readonly TableSheet[]): Promise<SheetDifference | null> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a save built on it.
  const version = await rights.accessVersion(read);
  const names = await rights.readAccessTitles(read);
  const found = findMatrixHead(sheets, names);
  if (!found) return null;
  const { head, sheet } = found;
  const roles = [...new Set([...head.roles.values()].map(({ role }) => role))];
  const before = await rights.storedRights(read, roles);
  const rows = sheet.rows.filter(({ row }) => row > head.row);
  const { after, problems } = rightsOfSheet(rows, head, names, before);
  const changed = roles
    .map((role) => {
      const [now, then] = [before.get(role) ?? NO_RIGHTS, after.get(role) ?? NO_RIGHTS];
      return {
        role: { id: role, title: names.roles.get(role) ?? '' },
        ...rights.shownDifference(rights.differenceOf(now, then), names),
      };
    })
    .filter(({ addedCount, removedCount }) => addedCount + removedCount > 0);
  return {
    version,
    wanted: new Map(changed.map(({ role }) => [role.id, after.get(role.id) ?? NO_RIGHTS])),
    difference: {
      roles: changed,
      same: roles.length - changed.length,
      absent: names.roles.size - roles.length,
      problems: problems.slice(0, PROBLEMS_SHOWN),
      problemCount: problems.length,
    },
  };
}
