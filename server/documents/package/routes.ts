// Routes of the signed package (a PDF of a document with its signatures and files) and of checking its hash; starts
// the drawing.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { DocumentCheck, DocumentCheckPath } from '../../../contract/documents/public.ts';
import { DECISION_EVENTS, isDecisionEvent } from '../../../contract/documents/words.ts';
import { documentCheckPath, isVersionHash } from '../../../rules/documents/check.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { formatDay, formatMoment } from '../../../rules/format/texts.ts';
import { DRAFT, type LocalFile, type OpenFile, openHandle } from '../../platform/files/file-store.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { busy, IdPath, idIn, pathId, sendFile } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { contentDisposition } from '../attachments/attachment-store.ts';
import { findVisibleDocument, selectDocument, viewerOf } from '../document/access.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import type { DocumentsContext, StoredDocument, StoredFile } from '../document/document.ts';
import { acceptedIn, type Signatory, stateOf } from '../document/signatory-rules.ts';
import { PACKAGED_FILES_MAX, type PackageContent, type PackageDecision, type PackageFile } from './package.ts';

const CACHE_CONTROL = 'private, no-cache';

/** One is drawn at a time, and one per client: attachments lie on this machine twice until it is sent. */
const inTurn = limitHeavyAnswers({ atATime: 1, waitingMax: 7, ofCaller: 1, retrySeconds: 5 });

export function packageRoutes(context: DocumentsContext, site: () => string): FastifyPluginAsyncTypebox {
  const { database, attachments, incomingFolder, timeZone } = context;
  return async (app) => {
    app.get(
      '/:id/package',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'A PDF of the text, the decisions and the attachments; the same bytes for the same state',
          params: IdPath,
          response: { 200: Type.Any(), 304: Type.Any() },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const present = () => findVisibleDocument(context, id, viewerOf(request));
        const tagOf = ({ revision }: StoredDocument) => `"package-${id}-${revision}"`;
        const known = tagOf(await present());
        if (containsTag(request.headers['if-none-match'], known))
          return reply.headers({ ETag: known, 'Cache-Control': CACHE_CONTROL }).code(304).send(null);
        const { document, file } = await inTurn(request, reply, async (gone) => {
          // Read again: the request may have waited long.
          const document = await present();
          const file = await withPackagedFiles(attachments, document.files, gone, async (files) => {
            const place = { site: site(), timeZone };
            const content = await packageContent(database.read, document, files, place);
            return makePackage(content, incomingFolder, gone);
          });
          return { document, file };
        });
        const name = `№ ${document.num} ${document.title}`.slice(0, 120);
        reply.header('Content-Disposition', contentDisposition(`${name}.pdf`, 'package.pdf', 'application/pdf'));
        return sendFile(request, reply, {
          file,
          type: 'application/pdf',
          etag: tagOf(document),
          cacheControl: CACHE_CONTROL,
        });
      },
    );

    app.get(
      '/check/:id/:hash',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'Whether a document has or had a version with this hash, and where it stands; tells nothing to who does not know one',
          params: DocumentCheckPath,
          response: { 200: DocumentCheck },
        },
      },
      async ({ params }, reply) => {
        reply.header('Cache-Control', 'no-store');
        return checkVersion(database.read, idIn(params.id), isVersionHash(params.hash) ? params.hash : '-');
      },
    );
  };
}

const NO_MATCH: DocumentCheck = {
  matches: false,
  number: null,
  version: null,
  isCurrent: false,
  state: null,
  signed: null,
  acknowledged: null,
};

/** Whether a document has or had a version with this hash; callers who do not know a hash learn nothing. */
async function checkVersion(read: PortalSource, id: number, hash: string): Promise<DocumentCheck> {
  const row = await read.selectFrom('documents').select('hash').where('id', '=', id).executeTakeFirst();
  const present = row?.hash === hash ? await selectDocument(read, id) : null;
  if (present?.hash === hash) {
    const { num: number, version, entries, route } = present;
    return {
      ...{ matches: true, number, version, isCurrent: true },
      state: stateOf(entries, route?.steps),
      signed: acceptedIn(entries, 'acceptor', route?.steps),
      acknowledged: acceptedIn(entries, 'recipient'),
    };
  }
  const version = await keptVersion(read, id, hash);
  if (version === null) return NO_MATCH;
  const document = await read.selectFrom('documents').select('num as number').where('id', '=', id).executeTakeFirst();
  if (!document) return { ...NO_MATCH, matches: true, version, state: 'cancelled' };
  return { ...NO_MATCH, matches: true, version, number: document.number };
}

/** The last version with this hash in the history, which outlives the document. */
async function keptVersion(read: PortalSource, id: number, hash: string): Promise<number | null> {
  const [row] = await read
    .selectFrom('document_history')
    .select('after')
    .where('document_id', '=', id)
    .where('after', 'like', `%"hash":"${hash}"%`)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return row?.after ? (JSON.parse(row.after) as KeptSnapshot).version : null;
}

const THREAD = new URL('./package-thread.ts', import.meta.url);
const HEAP_MB = 256;
/** A text of the greatest length takes some seconds. */
const TIME_MS = 60_000;

/** Draws a package in a thread into a file that goes when closed. Throws 503 after TIME_MS, or the signal's reason. */
async function makePackage(content: PackageContent, folder: string, gone: AbortSignal): Promise<OpenFile> {
  await mkdir(folder, { recursive: true });
  // Named like received files, so that the next start removes what a crash left.
  const path = join(folder, `${process.pid}-${randomUUID()}${DRAFT}`);
  try {
    await drawInThread({ content, to: path }, gone);
    const handle = await open(path, 'r');
    return openHandle(handle, (await handle.stat()).size);
  } finally {
    await rm(path, { force: true });
  }
}

async function drawInThread(workerData: { readonly content: PackageContent; readonly to: string }, gone: AbortSignal) {
  gone.throwIfAborted();
  const worker = new Worker(THREAD, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const stop = () => void worker.terminate();
  const timer = setTimeout(stop, TIME_MS);
  gone.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(busy(60))));
    });
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', stop);
  }
}

/** Runs `work` with local copies of the attachments, up to PACKAGED_FILES_MAX together; lost files are left out. */
async function withPackagedFiles<T>(
  store: StoredFiles,
  files: readonly StoredFile[],
  gone: AbortSignal,
  work: (files: readonly PackageFile[]) => Promise<T>,
): Promise<T> {
  let left = PACKAGED_FILES_MAX;
  const packaged: PackageFile[] = [];
  const borrowed: LocalFile[] = [];
  try {
    for (const { fileName, originalName: name, type, size, sha256 } of files) {
      gone.throwIfAborted();
      const file = size <= left ? await store.borrow(fileName) : null;
      if (file) {
        left -= size;
        borrowed.push(file);
      }
      packaged.push({ name, type, size, sha256, path: file?.path ?? null });
    }
    return await work(packaged);
  } finally {
    await Promise.all(borrowed.map((file) => file.release()));
  }
}

/** Decisions about earlier versions that a package names: the last ones. */
const EARLIER_MAX = 500;

async function packageContent(
  read: PortalSource,
  document: StoredDocument,
  files: readonly PackageFile[],
  { site, timeZone }: { readonly site: string; readonly timeZone: string },
): Promise<PackageContent> {
  return {
    host: new URL(site).host,
    number: document.num,
    title: document.title,
    directing: document.directing.title,
    task: document.task.title,
    author: document.author.name,
    createdOn: formatDay(new Date(document.createdAt), timeZone),
    version: document.version,
    hash: document.hash,
    text: document.description,
    decisions: document.entries.map((entry) => decisionOf(document, entry, timeZone)),
    earlier: await earlierDecisions(read, document, timeZone),
    files,
    checkAddress: site + documentCheckPath(document.id, document.hash),
    savedAt: document.savedAt,
  };
}

function decisionOf({ people }: StoredDocument, entry: Signatory, timeZone: string): PackageDecision {
  const person = people.get(entry.uid);
  const decidedBy = entry.acceptedBy ?? entry.declinedBy;
  const at = entry.acceptedAt ?? entry.declinedAt;
  const outcome = entry.acceptedAt !== null ? 'accepted' : entry.declinedAt !== null ? 'declined' : 'pending';
  return {
    kind: entry.kind,
    name: person?.name || person?.email || '—',
    position: person?.position ?? '',
    by: decidedBy === null || decidedBy === entry.uid ? '' : (people.get(decidedBy)?.name ?? ''),
    outcome,
    at: at === null ? '' : formatMoment(new Date(at), timeZone),
    reason: entry.reason,
  };
}

async function earlierDecisions(read: PortalSource, document: StoredDocument, timeZone: string) {
  const rows = await read
    .selectFrom('document_history')
    .select(['event', 'saved_at', 'editor_name', 'editor_email', 'instead_uid', 'instead_name', 'after'])
    .where('document_id', '=', document.id)
    .where('event', 'in', DECISION_EVENTS)
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute();
  return rows.reverse().flatMap((row) => {
    const { version, hash } = JSON.parse(row.after ?? '{}') as Partial<KeptSnapshot>;
    if (!isDecisionEvent(row.event) || version === undefined || version === document.version) return [];
    return {
      event: row.event,
      by: row.editor_name || row.editor_email,
      insteadOf: row.instead_uid === null ? '' : row.instead_name,
      at: formatMoment(new Date(row.saved_at), timeZone),
      version,
      hash: hash ?? '',
    };
  });
}
