import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DECISION_EVENTS, isDecisionEvent } from '../../../contract/documents/words.ts';
import { documentCheckPath } from '../../../rules/documents/check.ts';
import { formatDay, formatMoment } from '../../../rules/format/texts.ts';
import { type LocalFile, type OpenFile, openHandle } from '../../platform/files/file-store.ts';
import { DRAFT } from '../../platform/files/folder-store.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { busy } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import type { Signatory } from '../document/signatory-rules.ts';
import {
  type EarlierDecision,
  PACKAGED_FILES_MAX,
  type PackageContent,
  type PackageDecision,
  type PackageFile,
} from './package.ts';

const THREAD = new URL('./package-thread.ts', import.meta.url);
const HEAP_MB = 256;
/** A text of the greatest length takes some seconds. */
const TIME_MS = 60_000;

/**
 * Draws a package in a thread, out of the way of every request, into a file of the folder that is gone when it is closed.
 * Throws 503 where that takes too long, and the signal's reason when the client has gone.
 */
export async function makePackage(content: PackageContent, folder: string, gone: AbortSignal): Promise<OpenFile> {
  await mkdir(folder, { recursive: true });
  // Named as what is received, so that the next start removes what a crash left.
  const path = join(folder, `${process.pid}-${randomUUID()}${DRAFT}`);
  try {
    await drawInThread({ content, to: path }, gone);
    const handle = await open(path, 'r');
    return openHandle(handle, (await handle.stat()).size);
  } finally {
    await rm(path, { force: true });
  }
}

async function drawInThread(
  workerData: { readonly content: PackageContent; readonly to: string },
  gone: AbortSignal,
): Promise<void> {
  gone.throwIfAborted();
  const worker = new Worker(THREAD, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
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

/**
 * Runs `work` with the attachments of a document lying on this machine, as long as they stay within PACKAGED_FILES_MAX
 * together; a lost one is without.
 */
export async function withPackagedFiles<T>(
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

interface PackagePlace {
  /** Where the site is reached. */
  readonly site: string;
  readonly timeZone: string;
}

/** What the package of a document shows; `files` are its attachments, as far as they are put in. */
export async function packageContent(
  read: PortalSource,
  document: StoredDocument,
  files: readonly PackageFile[],
  { site, timeZone }: PackagePlace,
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

async function earlierDecisions(
  read: PortalSource,
  document: StoredDocument,
  timeZone: string,
): Promise<EarlierDecision[]> {
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
