// Routes by which administrators edit sources of price lists, see received files, and apply or reject staged ones
// (those that wait for a decision).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MessageAnswer } from '../../../contract/answers.ts';
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../contract/price-lists/source-forms.ts';
import * as sourcesContract from '../../../contract/price-lists/sources.ts';
import { secretPlace } from '../../../rules/price-lists/source-place.ts';
import { type Editor, editorOf } from '../../catalogue/context/context.ts';
import { findReference } from '../../catalogue/positions/references.ts';
import {
  badRequest,
  conflict,
  disposition,
  HttpError,
  IdPath,
  notFound,
  readForm,
  sendFile,
} from '../../platform/http/request.ts';
import { isoTime } from '../../platform/text/day.ts';
import { failureText, uploadError } from '../runs/failures.ts';
import { findPreset } from '../settings/presets.ts';
import { exclusiveDecision } from './exclusive-decision.ts';
import * as receivedFiles from './received-files.ts';
import { readPlace, type Scheduler } from './scheduler.ts';
import * as sourceStore from './source.ts';
import { DEFAULT_LIMITS } from './staging-reasons.ts';

const HOUR = 60;
const config = { permission: 'admin' } as const;
const done = (summary: string) => ({ config, schema: { summary, params: IdPath, response: { 200: MessageAnswer } } });

/** The sources of price lists, for administrators. */
export function sourceRoutes(context: sourceStore.SourceContext, scheduler: Scheduler): FastifyPluginAsyncTypebox {
  const { database, clock, settings } = context;
  const missing = () => notFound('source not found');
  const found = async (id: string): Promise<sourceStore.Source> => {
    const source = /^\d{1,15}$/u.test(id) ? await sourceStore.findSource(database.read, Number(id)) : null;
    if (!source) throw missing();
    return source;
  };
  const answer = async (id: number) => sourceAnswer(await found(String(id)), clock());
  const sealed = (id: number, secret: string): string | null =>
    secret === '' ? null : settings.sealOf(id).seal(secret);

  async function requireOwners({ providerId, brandId, presetId }: sourceStore.SourceFields): Promise<void> {
    if (!(await findReference(database.read, 'providers', providerId))) throw badRequest('provider not found');
    if (!(await findReference(database.read, 'brands', brandId))) throw badRequest('brand not found');
    const preset = presetId === null ? null : await findPreset(database.read, presetId);
    if (presetId !== null && preset?.providerId !== providerId) throw badRequest('preset not found');
  }

  return async (app) => {
    app.get(
      '/import/sources',
      {
        config,
        schema: {
          summary: 'Where price lists come from by themselves',
          response: { 200: sourcesContract.ImportSources },
        },
      },
      async () => ({
        sources: (await sourceStore.listSources(database.read)).map((source) => sourceAnswer(source, clock())),
      }),
    );

    app.post(
      '/import/sources',
      {
        config: { permission: 'admin', form: NEW_SOURCE_FORM },
        schema: { summary: 'Adds a source', response: { 201: sourcesContract.ImportSource } },
      },
      async (request, reply) => {
        const form = readForm(request, NEW_SOURCE_FORM);
        const { title, providerId, brandId, presetId = null, isEnabled = true } = form;
        const { limits = DEFAULT_LIMITS, everyMinutes = HOUR, quietDays = 0 } = form;
        const place = readPlace(form.kind, form.settings);
        if (!place) throw badRequest('invalid settings');
        const wish = { ...place, title, providerId, brandId, presetId, limits, everyMinutes, quietDays, isEnabled };
        await requireOwners(wish);
        if (form.secret) await request.requireRecentPassword();
        const id = await sourceStore.createSource(database, wish, clock());
        if (form.secret) await sourceStore.keepSecret(database, id, sealed(id, form.secret));
        return reply.code(201).send(await answer(id));
      },
    );

    app.patch(
      '/import/sources/:id',
      {
        config: { permission: 'admin', form: SOURCE_FORM },
        schema: {
          summary: 'Changes a source; another host, port, protocol or user forgets its secret, unless it is sent anew',
          params: IdPath,
          response: { 200: sourcesContract.ImportSource },
        },
      },
      async (request) => {
        const source = await found(request.params.id);
        const { settings: given, secret, ...form } = readForm(request, SOURCE_FORM);
        const place = given === undefined ? source : readPlace(source.kind, { ...source.settings, ...given });
        if (!place) throw badRequest('invalid settings');
        const { title = source.title, presetId = source.presetId, limits = source.limits } = form;
        const { everyMinutes = source.everyMinutes, quietDays = source.quietDays, isEnabled = source.isEnabled } = form;
        const { providerId, brandId } = source;
        const wish = {
          ...({ kind: place.kind, settings: place.settings } as typeof place),
          ...{ title, providerId, brandId, presetId, limits, everyMinutes, quietDays, isEnabled },
        } as sourceStore.SourceFields;
        await requireOwners(wish);
        // A session must not be enough to have the old secret sent to another machine.
        const isElsewhere = secretPlace(place.kind, place.settings) !== secretPlace(source.kind, source.settings);
        const next = secret !== undefined ? sealed(source.id, secret) : isElsewhere ? null : source.secret;
        if (next !== source.secret) await request.requireRecentPassword();
        const isChanged = await sourceStore.changeSource(database, source, { wish, secret: next, now: clock() });
        if (!isChanged) throw conflict('changed meanwhile');
        return answer(source.id);
      },
    );

    app.delete('/import/sources/:id', done('Deletes a source with what came from it'), async ({ params }) => {
      const { id } = await found(params.id);
      if (!(await sourceStore.removeSource(database, id))) throw missing();
      return { message: 'source deleted' };
    });

    app.post(
      '/import/sources/:id/check',
      done('Looks at a source now; answers before that is over'),
      async ({ params }) => {
        const { id } = await found(params.id);
        void scheduler.check(id);
        return { message: 'source is being checked' };
      },
    );
  };
}

const moment = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** A source as administrators see it: never with its secret. */
const sourceAnswer = (source: sourceStore.Source, now: number): sourcesContract.ImportSource => ({
  id: source.id,
  kind: source.kind,
  title: source.title,
  providerId: source.providerId,
  brandId: source.brandId,
  presetId: source.presetId,
  settings: source.settings,
  hasSecret: source.secret !== null,
  limits: source.limits,
  everyMinutes: source.everyMinutes,
  quietDays: source.quietDays,
  isEnabled: source.isEnabled,
  isChecking: sourceStore.isClaimed(source, now),
  isQuiet: sourceStore.isQuiet(source, now),
  checkedAt: moment(source.checkedAt),
  problem: source.problem,
  arrivedAt: moment(source.arrivedAt),
  ignored: source.ignored,
});

const Filter = Type.Object({
  sourceId: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String({ description: 'next of the page before' })),
});

const Seen = Type.Object({
  seen: Type.Optional(
    Type.String({ description: 'The digest of the check that was looked at; the stored one otherwise' }),
  ),
  confirm: Type.Optional(Type.String({ description: '1 applies it whatever it does by now' })),
});

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
const shown = ({ heldFile: _, list: __, ...received }: receivedFiles.StoredReceivedFile): sourcesContract.Arrival =>
  received;

/** Received files, and the decisions about staged ones, for administrators. */
export function receivedFileRoutes(context: sourceStore.SourceContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  const found = async (text: string): Promise<receivedFiles.StoredReceivedFile> => {
    const received = await receivedFiles.findReceivedFile(database.read, idOf(text) ?? 0);
    if (!received) throw notFound('arrival not found');
    return received;
  };
  const held = async (text: string) => {
    const { heldFile, ...received } = await found(text);
    if (received.state !== 'held' || heldFile === null) throw conflict('arrival is settled');
    return { ...received, heldFile };
  };
  const alone = exclusiveDecision(context);
  const decision = (summary: string) => ({
    config: { permission: 'admin' } as const,
    schema: { summary, params: IdPath, response: { 200: sourcesContract.Arrival } },
  });

  return async (app) => {
    app.get(
      '/import/arrivals',
      {
        config,
        schema: {
          summary: 'Price lists that came by themselves, newest first',
          querystring: Filter,
          response: { 200: sourcesContract.ArrivalPage },
        },
      },
      async ({ query }) => {
        const state = sourcesContract.ARRIVAL_STATES.find((each) => each === query.state);
        const filter = { sourceId: idOf(query.sourceId), state, before: idOf(query.cursor) };
        const rows = await receivedFiles.listReceivedFiles(database.read, filter);
        const arrivals = rows.slice(0, receivedFiles.RECEIVED_FILES_PAGE).map(shown);
        const next = rows.length > receivedFiles.RECEIVED_FILES_PAGE ? String(arrivals.at(-1)?.id) : null;
        return { arrivals, next };
      },
    );

    app.get(
      '/import/arrivals/:id/file',
      { config, schema: { summary: 'The file of a held price list as it came', params: IdPath } },
      async (request, reply) => {
        const { heldFile, fileName } = await held((request.params as { id: string }).id);
        const file = await context.stagedFiles.open(heldFile);
        if (!file) throw notFound('file is not kept');
        reply.header('Content-Disposition', disposition('attachment', fileName));
        return sendFile(request, reply, {
          file,
          type: 'application/octet-stream',
          etag: `"${heldFile}"`,
          cacheControl: 'private, no-store',
        });
      },
    );

    const applying = decision(
      'Imports a held price list as its check has shown it; where it would do something else by now, 409 brings the new check, and it is asked again with `seen`, the digest of that, or with `confirm=1`',
    );
    app.post(
      '/import/arrivals/:id/apply',
      { ...applying, schema: { ...applying.schema, querystring: Seen } },
      async (request) => {
        const { id } = request.params as { id: string };
        const received = await held(id);
        const { confirm, seen = received.plan?.digest ?? '' } = request.query;
        const by = editorOf(request.caller);
        await alone(received.id, () => importStagedFile(context, received, by, confirm === '1' ? null : seen));
        return shown(await found(id));
      },
    );

    app.post('/import/arrivals/:id/reject', decision('Puts a held price list aside'), async (request) => {
      const { id } = request.params as { id: string };
      const received = await held(id);
      await alone(received.id, () => rejectStagedFile(context, received, editorOf(request.caller)));
      return shown(await found(id));
    });
  };
}

type StagedFile = receivedFiles.StoredReceivedFile & { readonly heldFile: string };

/**
 * Imports a staged price list with the current settings of its source, for the user who decided and has `seen` the check
 * of that digest; null: whatever it does. Throws what the API answers.
 */
async function importStagedFile(
  context: sourceStore.SourceContext,
  received: StagedFile,
  by: Editor,
  seen: string | null,
): Promise<void> {
  const { database, queue, stagedFiles: held } = context;
  const source = await sourceStore.findSource(database.read, received.sourceId);
  if (!source) throw notFound('source not found');
  const kept = await held.borrow(received.heldFile);
  if (!kept) throw notFound('file is not kept');
  const file = { path: kept.path, name: received.fileName, bytes: received.bytes, list: received.list };
  let doubts: readonly string[] = [];
  try {
    const ordered = await receivedFiles.orderOfSource(context, source, file, seen === null ? 'confirmed' : 'asked');
    doubts = ordered.doubts;
    const order = { ...ordered.order, ...by, seen };
    const { runId, doubtful } = await queue.submit(order, () => {}, new AbortController().signal);
    // Of a check that was looked at all reasons were, also those of the limits, unless it is read otherwise since.
    const isReadAsChecked = seen !== null && source.presetId === received.list.presetId;
    const known = isReadAsChecked ? receivedFiles.knownReasons(received) : doubts;
    const confirmed = new Set([...known, ...doubtful.map(({ text }) => text)]);
    const reason = confirmed.size === 0 ? null : [...confirmed].join('\n');
    await settle(context, received, { state: 'applied', runId, reason });
  } catch (thrown) {
    const error = uploadError(thrown);
    if (error instanceof HttpError && error.status === 400)
      await settle(context, received, { state: 'failed', runId: null, reason: failureText(error) });
    if (error instanceof HttpError && error.message === 'import differs')
      await receivedFiles.keepRecheck(database, received.id, error.facts as DryRunAnswer, { ...source, doubts });
    throw error;
  } finally {
    await kept.release();
  }
}

/** Rejects a staged price list for good. */
const rejectStagedFile = (context: sourceStore.SourceContext, received: StagedFile, { who }: Editor): Promise<void> =>
  settle(context, received, { state: 'ignored', runId: null, reason: receivedFiles.rejectionReason(who, received) });

async function settle(
  { database, stagedFiles: held }: sourceStore.SourceContext,
  { id, heldFile }: StagedFile,
  settled: Parameters<typeof receivedFiles.settleReceivedFile>[2],
): Promise<void> {
  if (!(await receivedFiles.settleReceivedFile(database, id, settled))) throw conflict('arrival is settled');
  await held.remove(heldFile);
}
