import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UploadAnswer, UploadProgress } from '../../contract/catalogue/positions.ts';
import type { DryRunAnswer } from '../../contract/catalogue/runs.ts';
import { isUuid } from '../../contract/fields/values.ts';
import { type CatalogueContext, editorOf } from '../catalogue/context/context.ts';
import { uploadCancelledError } from '../catalogue/sheets/refused-files.ts';
import { badRequest } from '../platform/http/request.ts';
import { type ReceivedForm, receiveForm } from '../platform/http/upload.ts';
import { type FormFields, textFields } from './rules/form-fields.ts';
import { shownError, uploadError } from './runs/failures.ts';
import { type OrderedFile, orderedFile } from './runs/kept-files.ts';
import type { Confirmation, ImportOrder } from './runs/order.ts';
import { type ImportQueue, repeatedUploadError } from './runs/queue.ts';
import { SERVER_STOPS } from './runs/turns.ts';

/**
 * Receives a price list and applies it, or only says what it would do where the form wishes so; resolves when it is
 * committed. Throws what the API answers.
 */
export async function takeUpload(
  { incomingFolder }: Pick<CatalogueContext, 'incomingFolder'>,
  queue: ImportQueue,
  uploads: Uploads,
  request: FastifyRequest,
): Promise<UploadAnswer | DryRunAnswer> {
  const by = editorOf(request.caller);
  const incoming = new Incoming(uploads, by.uid, Number(request.headers['content-length'] ?? 0));
  let form: ReceivedForm | null = null;
  let file: OrderedFile | null = null;
  try {
    form = await receiveForm(request, {
      folder: incomingFolder,
      onField: (name, value) => {
        if (name === 'uploadId') incoming.identify(value);
      },
      onBytes: (bytes) => incoming.received(bytes),
    });
    if (!form.isMultipart) incoming.identify(form.fields.uploadId);
    const fields = textFields(form.fields);
    const { upload, uploadId } = incoming;
    file = await orderedFile(queue.kept, form, fields);
    const order: ImportOrder = {
      file,
      fields,
      ...by,
      source: fields.source === 'page' ? 'page' : 'call',
      confirm: confirmationOf(fields),
      uploadId,
      notifies: isYes(fields.notify),
      mailTo: isYes(fields.mail) ? (request.caller?.email ?? null) : null,
    };
    if (upload.abort.signal.aborted) throw uploadCancelledError();
    const report = upload.report.bind(upload);
    if (isYes(fields.dryRun)) {
      const plan = await queue.plan(order, report, upload.abort.signal);
      upload.report({ phase: 'done', percent: 100 });
      return plan;
    }
    const answer = await queue.submit(order, report, upload.abort.signal);
    upload.report({ phase: 'done', percent: 100, result: answer });
    return answer;
  } catch (error) {
    const failure = uploadError(error);
    incoming.upload.report({ phase: 'failed', error: shownError(failure) });
    throw failure;
  } finally {
    await file?.release();
    await form?.remove();
  }
}

const isYes = (text: string | undefined): boolean => ['1', 'true', 'on'].includes(text ?? '');

/** A form without the field is one of the first API, which knows of no question. */
function confirmationOf({ confirm }: FormFields): Confirmation {
  if (confirm === undefined) return 'plain';
  return isYes(confirm) ? 'confirmed' : 'asked';
}

/** An upload whose id comes to light while it arrives. */
class Incoming {
  readonly #uploads: Uploads;
  readonly #uid: string;
  readonly #expected: number;
  #bytes = 0;
  uploadId: string | null = null;
  upload: Upload;

  constructor(uploads: Uploads, uid: string, expected: number) {
    this.#uploads = uploads;
    this.#uid = uid;
    this.#expected = expected;
    this.upload = new Upload(uid);
  }

  /** Takes the id of the form; throws 400 for one that is no UUID or a second one, 409 for one that was used before. */
  identify(value: unknown): void {
    if (value === undefined || value === '') return;
    const again = this.uploadId !== null;
    if (again || typeof value !== 'string' || !isUuid(value)) throw badRequest('invalid upload id');
    const upload = this.#uploads.claim(value.toLowerCase(), this.#uid);
    if (!upload) throw repeatedUploadError();
    this.uploadId = value.toLowerCase();
    this.upload = upload;
    this.received(this.#bytes);
  }

  received(bytes: number): void {
    if (this.upload.abort.signal.aborted) throw uploadCancelledError();
    this.#bytes = bytes;
    const percent = this.#expected > 0 ? Math.min(100, Math.floor((bytes / this.#expected) * 100)) : null;
    if (percent === this.upload.progress.percent && this.upload.progress.phase === 'receiving') return;
    this.upload.report({ phase: 'receiving', bytes, percent });
  }
}

/** How long a page may wait for the file to arrive, ms. */
export const WAITING_MS = 30_000;
/** How long the end of an upload can still be read, ms. */
export const KEPT_MS = 60 * 60 * 1000;

const START: UploadProgress = { phase: 'waiting', bytes: 0, rows: 0, rowsPerSecond: 0, percent: null };

/** One upload of one user: where it stands, who watches, how to stop it. */
class Upload {
  readonly uid: string;
  readonly abort = new AbortController();
  /** Settles, never rejects, when the upload has ended one way or another. */
  readonly ended: Promise<void>;
  claimed = false;
  #progress = START;
  readonly #watchers = new Set<(progress: UploadProgress) => void>();
  #settle: () => void = () => {};

  constructor(uid: string) {
    this.uid = uid;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get progress(): UploadProgress {
    return this.#progress;
  }

  get isOver(): boolean {
    return this.#progress.phase === 'done' || this.#progress.phase === 'failed';
  }

  /** Tells the watchers; nothing follows a `done` or `failed`. */
  report(change: Partial<UploadProgress>): void {
    if (this.isOver) return;
    this.#progress = { ...this.#progress, ...change };
    for (const watcher of this.#watchers) watcher(this.#progress);
    if (this.isOver) this.#settle();
  }

  /** Calls `watcher` with the present state and every later one; answers how to stop that. */
  watch(watcher: (progress: UploadProgress) => void): () => void {
    watcher(this.#progress);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The uploads of this process by the ids that the pages chose. */
export class Uploads {
  readonly #byId = new Map<string, Upload>();
  readonly #waitingMs: number;

  constructor(waitingMs = WAITING_MS) {
    this.#waitingMs = waitingMs;
  }

  /** The upload a file arrives for; null when the id is used up or another user's. */
  claim(id: string, uid: string): Upload | null {
    const known = this.#byId.get(id);
    if (known && (known.claimed || known.uid !== uid)) return null;
    const upload = known ?? this.#add(id, uid);
    upload.claimed = true;
    return upload;
  }

  /** The upload a page watches, before or after its file came; null for another user's. */
  watched(id: string, uid: string): Upload | null {
    const known = this.#byId.get(id);
    if (known) return known.uid === uid ? known : null;
    const upload = this.#add(id, uid);
    const timer = setTimeout(() => {
      if (upload.claimed) return;
      upload.report({ phase: 'failed', error: 'Файл не поступил' });
      this.#byId.delete(id);
    }, this.#waitingMs);
    timer.unref();
    return upload;
  }

  /** An upload under way or over, of this user. */
  find(id: string, uid: string): Upload | null {
    const upload = this.#byId.get(id);
    return upload?.uid === uid && upload.claimed ? upload : null;
  }

  /** Stops everything that is under way and ends every stream; for the stop of the server. */
  stop(): void {
    for (const upload of this.#byId.values()) {
      upload.abort.abort(SERVER_STOPS);
      if (!upload.claimed) upload.report({ phase: 'failed', error: 'Сервер остановлен' });
    }
  }

  #add(id: string, uid: string): Upload {
    const upload = new Upload(uid);
    this.#byId.set(id, upload);
    void upload.ended.then(() => {
      setTimeout(() => {
        if (this.#byId.get(id) === upload) this.#byId.delete(id);
      }, KEPT_MS).unref();
    });
    return upload;
  }
}

const HEARTBEAT_MS = 15_000;

/** Answers with the states of an upload as server-sent events until it is over. */
export function sendEvents(reply: FastifyReply, upload: Upload, heartbeatMs = HEARTBEAT_MS): FastifyReply {
  const stream = new Readable({ read() {} });
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), heartbeatMs);
  let unwatch: () => void = () => {};
  stream.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
  });
  unwatch = upload.watch((progress) => {
    stream.push(`data: ${JSON.stringify(progress)}\n\n`);
    if (progress.phase === 'done' || progress.phase === 'failed') stream.push(null);
  });
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise nginx keeps the events back until there is a buffer full of them.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}
