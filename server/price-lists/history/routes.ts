// Routes of the import history for administrators: runs, their changes, errors and files as downloads, and cancelling
// a run.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MessageAnswer } from '../../../contract/answers.ts';
import { columnsReadAs } from '../../../contract/catalogue/columns.ts';
import { RunChangesPage } from '../../../contract/catalogue/run-changes.ts';
import { RunAnswer, RunPage, type RunRow, TitleReading } from '../../../contract/catalogue/runs.ts';
import { XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { TitleReadingArguments } from '../../catalogue/search-index/title-reading-job.ts';
import { disposition, IdPath, idIn, notFound, sendFile, sendWorkbook } from '../../platform/http/request.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { uploadError } from '../runs/failures.ts';
import type { ImportQueue } from '../runs/queue.ts';
import { isMailRequested } from '../runs/run-store.ts';
import { cancelRunElsewhere } from '../runs/worker-watch.ts';
import type { ImportSettings, SheetMapping } from '../settings/import-settings.ts';
import * as listedRuns from './listed-runs.ts';
import { changesBook, errorsBook } from './workbooks.ts';

const NO_STORE = 'private, no-store';
const config = { permission: 'admin' } as const;
const READING = new URL('../../catalogue/search-index/title-reading-job.ts', import.meta.url);

/** The history of runs, for administrators: list, one run, its changes, errors and file, and cancelling. */
export function runRoutes(
  { database, shown }: Pick<CatalogueContext, 'database' | 'shown'>,
  queue: ImportQueue,
): FastifyPluginAsyncTypebox {
  async function runOf(text: string): Promise<listedRuns.StoredRun> {
    const run = await listedRuns.findRun(database.read, pathId(text, 'run'));
    if (!run) throw notFound('run not found');
    return run;
  }

  function progressOf({ id }: Pick<listedRuns.StoredRun, 'id'>): RunRow['progress'] {
    const active = queue.active.get(id);
    if (!active) return null;
    const { phase = 'queued', percent = null, rows = 0, rowsPerSecond = 0, secondsLeft = null } = active.progress;
    return { phase, percent, rows, rowsPerSecond, secondsLeft, ahead: queue.turns.ahead(id) };
  }

  /** The file of a run, opened or lent. */
  async function keptFileOf<File>(run: listedRuns.StoredRun, get: (name: string) => Promise<File | null>) {
    const kept = run.kept_file === null ? null : await get(run.kept_file);
    if (!kept) throw notFound('file is not kept');
    return kept;
  }

  return async (app) => {
    app.get(
      '/import/runs',
      {
        config,
        schema: {
          summary: 'Everything that changed the catalogue, the newest first, with what is under way',
          querystring: Type.Object({ cursor: Type.Optional(Type.String()) }),
          response: { 200: RunPage },
        },
      },
      async ({ query }) => {
        const { runs, hasMore } = await listedRuns.listRuns(database.read, idIn(query.cursor));
        return {
          runs: runs.map((run) => listedRuns.runRow(run, progressOf(run))),
          next: hasMore ? String(runs.at(-1)?.id ?? 0) : null,
        };
      },
    );

    app.get(
      '/import/runs/:id',
      { config, schema: { summary: 'One run', params: IdPath, response: { 200: RunAnswer } } },
      async ({ params, caller }) => {
        const run = await runOf(params.id);
        const { errorGroups = [], warningGroups = [], sheets } = listedRuns.reportOf(run);
        return {
          ...listedRuns.runRow(run, progressOf(run)),
          ...settingsOfRun(run),
          errorGroups,
          warningGroups,
          ...(sheets && { sheets }),
          errorCount: await listedRuns.countRowErrors(database.read, run.id),
          isMailed: await isMailRequested(database.read, run.id, caller?.uid ?? ''),
        };
      },
    );

    app.get(
      '/import/runs/:id/reading',
      {
        config,
        schema: {
          summary: 'How well the titles of a price list are read: its positions as visitors see them now',
          params: IdPath,
          response: { 200: TitleReading },
        },
      },
      async ({ params }) => {
        const { kind, provider_id: providerId, brand_id: brandId } = await runOf(params.id);
        if (kind !== 'file') throw notFound('run not found');
        const wish = { file: shown.indexFile, providerId, brandId };
        return database.readJob<TitleReadingArguments, TitleReading>(READING, wish);
      },
    );

    app.get(
      '/import/runs/:id/changes',
      {
        config,
        schema: {
          summary: 'What a run changed, position by position; `query` is how an article begins',
          params: IdPath,
          querystring: Type.Object({ cursor: Type.Optional(Type.String()), query: Type.Optional(Type.String()) }),
          response: { 200: RunChangesPage },
        },
      },
      async ({ params, query }) => {
        const run = await runOf(params.id);
        const wish = { runId: run.id, after: idIn(query.cursor), key: articleKey(query.query ?? '') };
        const found = await listedRuns.listChanges(database, { ...wish, limit: listedRuns.CHANGES_PAGE + 1 });
        const changes = found.slice(0, listedRuns.CHANGES_PAGE);
        return {
          changes,
          next: found.length > listedRuns.CHANGES_PAGE ? String(changes.at(-1)?.positionId ?? 0) : null,
          total: await listedRuns.countChanges(database, wish),
        };
      },
    );

    app.get(
      '/import/runs/:id/changes.xlsx',
      { config, schema: { summary: 'The same as a workbook', params: IdPath, produces: [XLSX_TYPE] } },
      async ({ params }, reply) => {
        const run = await runOf(params.id);
        const book = await changesBook(database, run.id);
        return sendWorkbook(reply, `changes-${run.id}.xlsx`, book);
      },
    );

    app.get(
      '/import/runs/:id/errors.xlsx',
      {
        config,
        schema: {
          summary: 'The rows that could not be applied, as they stood in the file, with what is wrong in a last column',
          params: IdPath,
          produces: [XLSX_TYPE],
        },
      },
      async ({ params }, reply) => {
        const run = await runOf(params.id);
        const file = await keptFileOf(run, queue.kept.borrow);
        const settings = JSON.parse(run.settings) as Partial<ImportSettings>;
        const { sheet = null, sheets = [] } = settings;
        const numbers = (sheets.length > 0 ? sheets : [settings]).map(numberColumns);
        const wish = { runId: run.id, file: file.path, sheet, sheets: sheets.map((one) => one.sheet), numbers };
        const book = await errorsBook(database.read, wish)
          .catch((error) => {
            throw uploadError(error);
          })
          .finally(file.release);
        return sendWorkbook(reply, `errors-${run.id}.xlsx`, book);
      },
    );

    app.get(
      '/import/runs/:id/file',
      { config, schema: { summary: 'The file of a run as it came', params: IdPath } },
      async (request, reply) => {
        const run = await runOf(request.params.id);
        const file = await keptFileOf(run, queue.kept.open);
        reply.header('Content-Disposition', disposition('attachment', run.file_name));
        return sendFile(request, reply, {
          file,
          type: 'application/octet-stream',
          etag: `"${run.kept_file}"`,
          cacheControl: NO_STORE,
        });
      },
    );

    app.delete(
      '/import/runs/:id',
      {
        config,
        schema: {
          summary: 'Cancels a run that waits or is under way; nothing of it stays',
          params: IdPath,
          response: { 200: MessageAnswer },
        },
      },
      async ({ params }) => {
        const run = await runOf(params.id);
        const active = queue.active.get(run.id);
        if (!active) return cancelRunElsewhere(database, run.id);
        const isWaiting = queue.turns.ahead(run.id) > 0;
        active.cancel(new Error('cancelled'));
        // One that waits has changed nothing; that it is over is noted behind the run before it.
        if (!isWaiting) await active.ended;
        return { message: 'upload cancelled' };
      },
    );
  };
}

/** The columns of a sheet that say prices, stock and sizes. */
function numberColumns({ columns = {}, moreAmounts = [] }: Partial<ImportSettings> | SheetMapping): Set<number> {
  const named = [columns.price, columns.amount, ...columnsReadAs('size').map((name) => columns[name])];
  return new Set([...named.filter((column) => column !== undefined), ...moreAmounts]);
}

/** How the file of a run was read, and the fields of the form that said so. */
function settingsOfRun({ settings }: Pick<listedRuns.StoredRun, 'settings'>): Pick<RunAnswer, 'settings' | 'form'> {
  const { form, ...rest } = JSON.parse(settings) as { readonly form?: RunAnswer['form'] };
  return { settings: rest, ...(form && { form }) };
}
