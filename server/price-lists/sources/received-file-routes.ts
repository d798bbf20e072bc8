import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ARRIVAL_STATES, Arrival, ArrivalPage } from '../../../contract/price-lists/sources.ts';
import { type Editor, editorOf } from '../../catalogue/context/context.ts';
import { conflict, HttpError, IdPath, notFound } from '../../platform/http/request.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { failureText, uploadError } from '../runs/failures.ts';
import type { SourceContext } from './checker.ts';
import { orderOfSource } from './receive-file.ts';
import {
  claimReceivedFile,
  extendClaim,
  findReceivedFile,
  listReceivedFiles,
  RECEIVED_FILES_PAGE,
  type StoredReceivedFile,
  settleReceivedFile,
} from './received-files.ts';
import { findSource } from './source.ts';

const Filter = Type.Object({
  sourceId: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String({ description: 'next of the page before' })),
});

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
const shown = ({ heldFile: _, ...received }: StoredReceivedFile): Arrival => received;

/** What came by itself, and the decision about what is held, for administrators. */
export function receivedFileRoutes(context: SourceContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  const found = async (text: string): Promise<StoredReceivedFile> => {
    const received = await findReceivedFile(database.read, idOf(text) ?? 0);
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
    schema: { summary, params: IdPath, response: { 200: Arrival } },
  });

  return async (app) => {
    app.get(
      '/import/arrivals',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Price lists that came by themselves, newest first',
          querystring: Filter,
          response: { 200: ArrivalPage },
        },
      },
      async ({ query }) => {
        const state = ARRIVAL_STATES.find((each) => each === query.state);
        const filter = { sourceId: idOf(query.sourceId), state, before: idOf(query.cursor) };
        const rows = await listReceivedFiles(database.read, filter);
        const arrivals = rows.slice(0, RECEIVED_FILES_PAGE).map(shown);
        const next = rows.length > RECEIVED_FILES_PAGE ? String(arrivals.at(-1)?.id) : null;
        return { arrivals, next };
      },
    );

    app.get(
      '/import/arrivals/:id/file',
      {
        config: { permission: 'admin' },
        schema: { summary: 'The file of a held price list as it came', params: IdPath },
      },
      async (request, reply) => {
        const { heldFile, fileName } = await held((request.params as { id: string }).id);
        const file = await context.stagedFiles.open(heldFile);
        if (!file) throw notFound('file is not kept');
        reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
        return sendFile(request, reply, {
          file,
          type: 'application/octet-stream',
          etag: `"${heldFile}"`,
          cacheControl: 'private, no-store',
        });
      },
    );

    app.post('/import/arrivals/:id/apply', decision('Imports a held price list'), async (request) => {
      const { id } = request.params as { id: string };
      const received = await held(id);
      await alone(received.id, () => importStagedFile(context, received, editorOf(request.caller)));
      return shown(await found(id));
    });

    app.post('/import/arrivals/:id/reject', decision('Puts a held price list aside'), async (request) => {
      const { id } = request.params as { id: string };
      const received = await held(id);
      await alone(received.id, () => rejectStagedFile(context, received));
      return shown(await found(id));
    });
  };
}

type StagedFile = StoredReceivedFile & { readonly heldFile: string };

/** Imports a held price list as its source says now, for the person who has looked at it. Throws what the API answers. */
async function importStagedFile(context: SourceContext, received: StagedFile, by: Editor): Promise<void> {
  const { database, queue, stagedFiles: held } = context;
  const source = await findSource(database.read, received.sourceId);
  if (!source) throw notFound('source not found');
  const kept = await held.borrow(received.heldFile);
  if (!kept) throw notFound('file is not kept');
  const file = { path: kept.path, name: received.fileName, bytes: received.bytes };
  try {
    const { order } = await orderOfSource(database.read, source, file, 'confirmed');
    const { runId } = await queue.submit({ ...order, ...by }, () => {}, new AbortController().signal);
    await settle(context, received, { state: 'applied', runId, reason: null });
  } catch (thrown) {
    const error = uploadError(thrown);
    if (error instanceof HttpError && error.status === 400)
      await settle(context, received, { state: 'failed', runId: null, reason: failureText(error) });
    throw error;
  } finally {
    await kept.release();
  }
}

/** Puts a held price list aside for good. */
const rejectStagedFile = (context: SourceContext, received: StagedFile): Promise<void> =>
  settle(context, received, { state: 'ignored', runId: null, reason: received.reason });

async function settle(
  { database, stagedFiles: held }: SourceContext,
  { id, heldFile }: StagedFile,
  settled: Parameters<typeof settleReceivedFile>[2],
): Promise<void> {
  if (!(await settleReceivedFile(database, id, settled))) throw conflict('arrival is settled');
  await held.remove(heldFile);
}

/** A process that died at a decision is waited for so long, ms. */
const LEASE_MS = 120_000;
/** How often whoever decides says that they still do, ms. */
const RENEW_MS = 30_000;

/** Decides about one arrival, which nobody else decides about meanwhile. */
type DecideAlone = (id: number, act: () => Promise<void>) => Promise<void>;

/**
 * Importing takes a while: a second yes meanwhile must not import the same once more, neither here nor at another server
 * of the same database. Throws 409 where somebody is at it or has decided.
 */
export function exclusiveDecision({
  database,
  clock,
  log,
}: Pick<SourceContext, 'database' | 'clock' | 'log'>): DecideAlone {
  const here = new Set<number>();

  const hold = (id: number, until: number) =>
    extendClaim(database, id, until).catch((error: unknown) =>
      log.warn({ err: error, arrival: id }, 'a decision about a price list could not be claimed'),
    );

  async function claimed(id: number, act: () => Promise<void>): Promise<void> {
    if (!(await claimReceivedFile(database, id, { now: clock(), lasts: LEASE_MS })))
      throw conflict('arrival is settled');
    // An embedded database is held by the import, which is in the way of any note, and of anybody else's claim.
    const isShared = database.dialect === 'postgres';
    const timer = isShared ? setInterval(() => void hold(id, clock() + LEASE_MS), RENEW_MS) : undefined;
    try {
      await act();
    } finally {
      clearInterval(timer);
      await hold(id, 0);
    }
  }

  return async (id, act) => {
    if (here.has(id)) throw conflict('arrival is settled');
    here.add(id);
    try {
      await claimed(id, act);
    } finally {
      here.delete(id);
    }
  };
}
