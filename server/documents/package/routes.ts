// Route of the signed package (a PDF of a document with its signatures and files): starts the drawing, and records
// what was given out. check.ts answers what it was.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { PackageQuery } from '../../../contract/documents/public.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { DRAFT, type LocalFile, type OpenFile, openHandle } from '../../platform/files/file-store.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { busy, IdPath, pathId, sendFile } from '../../platform/http/request.ts';
import { contentDisposition } from '../attachments/attachment-store.ts';
import { recordChange } from '../changes/record-change.ts';
import { findVisibleDocument, saveOf, viewerOf } from '../document/access.ts';
import type { DocumentsContext, StoredFile } from '../document/document.ts';
import { fingerprintOf } from './certificates.ts';
import { packageContent } from './content.ts';
import type { PackageOrder } from './draw-package.ts';
import { PACKAGED_FILES_MAX, type PackageFile } from './package.ts';
import type { SealKeys } from './seal-keys.ts';

const CACHE_CONTROL = 'private, no-cache';

/** One is drawn at a time, and one per client: attachments lie on this machine twice until it is sent. */
const inTurn = limitHeavyAnswers({ atATime: 1, waitingMax: 7, ofCaller: 1, retrySeconds: 5 });

export function packageRoutes(
  context: DocumentsContext,
  seals: SealKeys,
  site: () => string,
): FastifyPluginAsyncTypebox {
  const { database, attachments, incomingFolder, timeZone, clock } = context;

  /** A document as the caller sees it, what its package says, and the packages of this state given out before. */
  async function presentState(request: FastifyRequest, id: number, withComments: boolean) {
    const document = await findVisibleDocument(context, id, viewerOf(request));
    const seal = await seals.current();
    const place = { site: site(), timeZone, fingerprint: fingerprintOf(seal.certificate), withComments };
    const content = await packageContent(database.read, document, place);
    const state = createHash('sha256')
      .update(JSON.stringify([content, document.files]))
      .digest('hex');
    const given = await database.read
      .selectFrom('document_packages')
      .select(['sha256', 'made_at'])
      .where('document_id', '=', id)
      .where('state', '=', state)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return { document, seal, content, state, given };
  }

  return async (app) => {
    app.get(
      '/:id/package',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary:
            'A sealed PDF of the text, the decisions and the attachments; the same bytes for the same state, sealed at the moment of its first call',
          params: IdPath,
          querystring: PackageQuery,
          response: { 200: Type.Any(), 304: Type.Any() },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const withComments = request.query.comments === '1';
        const tags = request.headers['if-none-match'];
        // Whether there is a queue for it, only those learn who see the document.
        if (tags === undefined) await findVisibleDocument(context, id, viewerOf(request));
        const known = tags === undefined ? undefined : (await presentState(request, id, withComments)).given;
        if (known && containsTag(tags, tagOf(known.sha256)))
          return reply
            .headers({ ETag: tagOf(known.sha256), 'Cache-Control': CACHE_CONTROL })
            .code(304)
            .send(null);
        const { document, file, sha256 } = await inTurn(request, reply, async (gone) => {
          // Read again: the request may have waited long.
          const { document, seal, content, state, given } = await presentState(request, id, withComments);
          const sealedAt = given?.made_at ?? clock();
          const { file, sha256 } = await withPackagedFiles(attachments, document.files, gone, (files) =>
            makePackage({ content, files, seal, sealedAt }, incomingFolder, gone),
          );
          const change = saveOf(request, context);
          await database.write(async (transaction) => {
            await transaction
              .insertInto('document_packages')
              .values({
                ...{ document_id: id, version: document.version, state, sha256 },
                ...{ made_at: sealedAt, made_by: change.by.uid },
              })
              .onConflict((conflict) => conflict.columns(['document_id', 'sha256']).doNothing())
              .execute();
            const { by, at } = change;
            const taken = { event: 'package taken', by, insteadOf: null, at } as const;
            await recordChange(transaction, { ...taken, before: document, after: document });
          });
          return { document, file, sha256 };
        });
        const name = `№ ${document.num} ${document.title}`.slice(0, 120);
        reply.header('Content-Disposition', contentDisposition(`${name}.pdf`, 'package.pdf', 'application/pdf'));
        return sendFile(request, reply, {
          file,
          type: 'application/pdf',
          etag: tagOf(sha256),
          cacheControl: CACHE_CONTROL,
        });
      },
    );
  };
}

const tagOf = (sha256: string): string => `"${sha256}"`;

const THREAD = new URL('./package-thread.ts', import.meta.url);
const HEAP_MB = 256;
/** A text of the greatest length takes some seconds. */
const TIME_MS = 60_000;

interface MadePackage {
  readonly file: OpenFile;
  readonly sha256: string;
}

/** Draws a package in a thread into a file that goes when closed. Throws 503 after TIME_MS, or the signal's reason. */
async function makePackage(order: PackageOrder, folder: string, gone: AbortSignal): Promise<MadePackage> {
  await mkdir(folder, { recursive: true });
  // Named like received files, so that the next start removes what a crash left.
  const path = join(folder, `${process.pid}-${randomUUID()}${DRAFT}`);
  try {
    const sha256 = await drawInThread({ order, to: path }, gone);
    const handle = await open(path, 'r');
    return { file: openHandle(handle, (await handle.stat()).size), sha256 };
  } finally {
    await rm(path, { force: true });
  }
}

async function drawInThread(workerData: { readonly order: PackageOrder; readonly to: string }, gone: AbortSignal) {
  gone.throwIfAborted();
  const worker = new Worker(THREAD, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const stop = () => void worker.terminate();
  const timer = setTimeout(stop, TIME_MS);
  gone.addEventListener('abort', stop, { once: true });
  try {
    let sha256 = '';
    worker.once('message', (hash: string) => {
      sha256 = hash;
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(busy(60))));
    });
    return sha256;
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
