import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccessConflict, AccessSheet } from '../../../contract/access/access.ts';
import { MessageAnswer } from '../../../contract/answers.ts';
import { ACCESS_CHANGE_SHOWN, RIGHTS_FILE_MAX, RIGHTS_ROWS_MAX, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import { auditActor, badRequest, requiredVersion, requireEditor, versionTag } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import { type TableSheet, UnreadableTable } from '../../platform/sheet-reader/read-table.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { accessVersion, readAccessTitles, storedRights } from '../roles/rights-store.ts';
import { cellNames, cellsOnlyIn, countCells, type RightsTree } from '../roles/rights-tree.ts';
import type { WantedRights } from './form.ts';
import { findMatrixHead, rightsOfSheet } from './read-matrix.ts';
import { reportSaved, saveRights } from './save.ts';

/** The access matrix out of a file: what it would change, and the change itself, for administrators. */
export function sheetRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, trail, clock, tables, incomingFolder } = context;
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
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX) },
        schema: {
          summary: 'What a sheet of rights, in the field `file`, would change; writes nothing',
          description:
            'A sheet as `GET …/matrix` gives it. What it does not name stays: roles, actions, rows. The ETag is the version of the settings that the difference was made from',
          response: { 200: AccessSheet },
        },
      },
      async (request, reply) => {
        const { version, difference } = await differenceIn(request);
        return reply.header('etag', versionTag(version)).send(difference);
      },
    );

    app.post(
      '/matrix',
      {
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX) },
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
        const change = { by: requireEditor(request), now: clock() };
        const saved = await saveRights(database, wanted, requiredVersion(request) ?? version, change);
        return reply
          .header('etag', versionTag(reportSaved(saved, trail, auditActor(request))))
          .send({ message: 'saved access setting' });
      },
    );
  };
}

/** What a sheet of rights would change, and how. */
interface SheetDifference {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  /** The roles that change, with all their rights. */
  readonly wanted: WantedRights;
  readonly difference: AccessSheet;
}

/** Problems that are told by themselves. */
const PROBLEMS_SHOWN = 200;
const NO_RIGHTS: RightsTree = new Map();

/** Holds a sheet of rights against those that are stored; null when no sheet begins as the matrix does. */
async function sheetDifference(read: PortalSource, sheets: readonly TableSheet[]): Promise<SheetDifference | null> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a save built on it.
  const version = await accessVersion(read);
  const names = await readAccessTitles(read);
  const found = findMatrixHead(sheets, names);
  if (!found) return null;
  const { head, sheet } = found;
  const roles = [...new Set([...head.roles.values()].map(({ role }) => role))];
  const before = await storedRights(read, roles);
  const rows = sheet.rows.filter(({ row }) => row > head.row);
  const { after, problems } = rightsOfSheet(rows, head, names, before);
  const titles = {
    directings: Object.fromEntries(names.directings),
    tasks: Object.fromEntries(names.tasks),
    actions: Object.fromEntries(names.actions),
  };
  const changed = roles
    .map((role) => {
      const [now, then] = [before.get(role) ?? NO_RIGHTS, after.get(role) ?? NO_RIGHTS];
      const [added, removed] = [cellsOnlyIn(then, now), cellsOnlyIn(now, then)];
      return {
        role: { id: role, title: names.roles.get(role) ?? '' },
        added: cellNames(added, titles, ACCESS_CHANGE_SHOWN),
        removed: cellNames(removed, titles, ACCESS_CHANGE_SHOWN),
        addedCount: countCells(added),
        removedCount: countCells(removed),
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
