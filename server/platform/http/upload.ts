/** Receives forms with files, and keeps files and rows consistent. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadField } from '../../../contract/errors.ts';
import { BODY_MAX, FORM_FIELDS_MAX } from '../../../contract/limits.ts';
import type { RefusedFile } from '../../../rules/format/file-contents.ts';
import { isOfDisk } from '../database/trouble.ts';
import type { Database } from '../database/types.ts';
import { contentsOfRefused } from '../files/document-type.ts';
import { FieldCollector } from './form-fields.ts';
import { COMMON_RULES, type FieldRules, wellFormed } from './nested-fields.ts';
import { badRequest, HttpError, tooLarge } from './request.ts';

const FILE_NAME_MAX = 255;

export interface ReceivedFile {
  readonly field: string;
  /** The client's name for the file, without folders and control characters; only for display. */
  readonly originalName: string;
  /** The type declared by the client; the real one is determined from the content. */
  readonly declaredType: string;
  /** Where the file is until `remove` is called. */
  readonly path: string;
  readonly bytes: number;
}

export interface ReceivedForm {
  /** False for any other body: `fields` are its fields then, and there are no files. */
  readonly isMultipart: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReceivedFile[];
  /** Removes the received files; never throws. */
  remove(): Promise<void>;
}

interface ReceiveOptions {
  /** Where the files are written under random names; made when missing. */
  readonly folder: string;
  /** Called for each field of a multipart body as it arrives; a throw refuses the body. */
  readonly onField?: (name: string, value: unknown) => void;
  /** Called with the bytes of files received so far, chunk by chunk; a throw refuses the body. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Receives the form of a route with `config.files`, files streamed into `folder` within the limits. The caller must
 * `remove` them. Throws 400 `invalid form`, 413; written files are removed then.
 */
export async function receiveForm(request: FastifyRequest, options: ReceiveOptions): Promise<ReceivedForm> {
  if (!request.isMultipart()) {
    const fields = isObject(request.body) ? request.body : {};
    return { isMultipart: false, fields, files: [], remove: async () => {} };
  }
  const { folder, onBytes, onField } = options;
  const taken = request.routeOptions.config.files;
  if (!taken) throw new Error(`${request.routeOptions.url} declares no files`);
  const { maxBytes, maxFiles, maxTotalBytes } = taken;
  const files: ReceivedFile[] = [];
  const written: string[] = [];
  const remove = async () => {
    await Promise.all(written.map((path) => rm(path, { force: true }).catch(() => {})));
  };
  try {
    refuseLargerThan(request, largestBody(taken));
    await mkdir(folder, { recursive: true });
    const characters = request.routeOptions.bodyLimit ?? BODY_MAX;
    const fields = new FieldCollector({ fields: fieldsMax(request), characters }, fieldRules(request));
    let total = 0;
    const count = (bytes: number) => {
      total += bytes;
      if (total > maxTotalBytes) throw tooLarge();
      onBytes?.(total);
    };
    const limits = { fieldSize: characters, fields: fieldsMax(request), fileSize: maxBytes };
    await eachPart(request, limits, async (part) => {
      if (part.type === 'field') {
        fields.add(part.fieldname, part.value, part.valueTruncated);
        onField?.(part.fieldname, part.value);
        return;
      }
      if (files.length === maxFiles) throw tooLarge();
      const path = join(folder, `${process.pid}-${randomUUID()}.part`);
      written.push(path);
      files.push(await receivePart(part, path, count));
    });
    return { isMultipart: true, fields: fields.nested(), files, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export async function withForm<Answer>(
  request: FastifyRequest,
  options: ReceiveOptions,
  work: (form: ReceivedForm) => Promise<Answer>,
): Promise<Answer> {
  const form = await receiveForm(request, options);
  try {
    return await work(form);
  } finally {
    await form.remove();
  }
}

/** At the start: removes files that ended processes left in the folder of received files, and an empty folder. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1] ?? 0);
    if (owner === process.pid || !isRunning(owner)) await rm(join(folder, name), { force: true });
  }
  await rmdir(folder).catch(() => {});
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user may not be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The one file of a form, or the first error in the order of the API: empty, not multipart, several fields, none, two. */
export function oneFile(form: ReceivedForm, field: UploadField): ReceivedFile {
  if (form.files.some((file) => file.bytes === 0)) throw badRequest('файл Excel не получен');
  if (!form.isMultipart) throw badRequest('file not uploaded');
  if (new Set(form.files.map((file) => file.field)).size > 1) throw badRequest('more than one file received');
  const [file, second] = form.files.filter((each) => each.field === field);
  if (!file) throw badRequest(`field name "${field}" is empty`);
  if (second) throw badRequest(`more than 1 file received by field "${field}"`);
  return file;
}

/** The files of a field. A form of a browser sends a nameless empty one where none was chosen. */
export const sentFiles = (form: ReceivedForm, field: string): ReceivedFile[] =>
  form.files.filter((file) => file.field === field && (file.bytes > 0 || file.originalName !== ''));

/** 400 `bad mime type` with the name of the file, its place among those sent, from 0, and what it is. */
export async function fileRefusal({ originalName, path }: ReceivedFile, place: number, pixelsMax: number) {
  const facts: RefusedFile = { file: originalName, place, contents: await contentsOfRefused(path, pixelsMax) };
  return badRequest('bad mime type', facts);
}

/** Letters beyond ASCII as the codes of a link. */
const LETTER_CODES = /(?:%[89A-F][0-9A-F]){2,}/iu;

/**
 * A file name without what forms of browsers write in the place of its signs (HTML standard, multipart form data), and
 * without the codes that other programs write in the place of its letters.
 */
function withoutEscapes(name: string): string {
  const plain = name.replaceAll('%22', '"').replaceAll('%0D', '').replaceAll('%0A', '');
  if (!LETTER_CODES.test(plain)) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Invisible signs, which may make a name look like another one. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const JOINER = '\u{200d}';
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f})/u;

/** Whether the joiner at this place of a name makes one emoji of two, and not a hidden sign in a word. */
const joinsEmoji = (name: string, at: number): boolean =>
  EMOJI.test(Array.from(name.slice(Math.max(0, at - 2), at)).at(-1) ?? '') && EMOJI.test(name.slice(at + 1, at + 3));

/** A file name for display: its last part, normalised, without invisible signs, at most FILE_NAME_MAX long. */
export function shownFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, (sign, at: number, name: string) => (sign === JOINER && joinsEmoji(name, at) ? sign : ''))
    .trim();
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : '';
  if (clean.length <= FILE_NAME_MAX) return clean;
  // Half a character is none, and cannot be sent.
  return clean.slice(0, FILE_NAME_MAX - ending.length).replace(/[\u{d800}-\u{dbff}]$/u, '') + ending;
}

async function receivePart(part: MultipartFile, path: string, count: (bytes: number) => void): Promise<ReceivedFile> {
  let bytes = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        count(chunk.length);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  if (part.file.truncated) throw tooLarge();
  return {
    field: part.fieldname,
    originalName: shownFileName(withoutEscapes(part.filename ?? '')),
    declaredType: part.mimetype.toLowerCase(),
    path,
    bytes,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIELD_NAME_MAX = 200;

/** How much of a refused body is read and dropped, bytes. */
const DISCARD_MAX = 64 * 1024 * 1024;

export const fieldsMax = (request: FastifyRequest): number => request.routeOptions.config.fieldsMax ?? FORM_FIELDS_MAX;

export function fieldRules(request: FastifyRequest): FieldRules {
  const { keepsNul, refusesUnsafeNames } = request.routeOptions.config;
  return {
    clean: keepsNul ? wellFormed : COMMON_RULES.clean,
    unsafeNames: refusesUnsafeNames ? 'refused' : COMMON_RULES.unsafeNames,
  };
}

export function refuseLargerThan(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  discardRest(request);
  throw tooLarge();
}

/** Reads the parts of a multipart body one after another; failures of the library become HttpErrors. */
async function eachPart(
  request: FastifyRequest,
  limits: { fieldSize: number; fields: number; fileSize?: number },
  take: (part: Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value']) => Promise<void>,
): Promise<void> {
  try {
    const options = { limits: { ...limits, fieldNameSize: FIELD_NAME_MAX, parts: limits.fields + 10 } };
    for await (const part of request.parts(options)) await take(part);
  } catch (error) {
    discardRest(request);
    if (error instanceof HttpError) throw error;
    const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
    // A body that was read to its end is closed like an aborted one.
    if (syscall && (isOfDisk(error) || !request.raw.destroyed)) throw error;
    throw statusCode === 413 ? tooLarge() : badRequest('invalid form');
  }
}

/** Reads the rest of a refused body, so that the client gets to read the answer; cuts it when it is too long. */
export function discardRest(request: FastifyRequest): void {
  let rest = 0;
  request.raw.unpipe();
  request.raw.on('data', (chunk: Buffer) => {
    rest += chunk.length;
    if (rest > DISCARD_MAX) request.raw.destroy();
  });
  request.raw.resume();
}

/** Files that a route takes in one request, 413 above; proxies in front have to let as much pass. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** All files together. */
  readonly maxTotalBytes: number;
}

/** One file of so many bytes: two are received, so that "more than one" can be detected. */
export const oneFileUpTo = (maxBytes: number): FileLimits => ({ maxBytes, maxFiles: 2, maxTotalBytes: 2 * maxBytes });

/** The whole body of a request with files, bytes, with the parts around them. */
export const largestBody = ({ maxTotalBytes }: FileLimits): number => maxTotalBytes + BODY_MAX;

/**
 * Runs the change whose rows name files just put in place, and removes them when it failed; where the connection to
 * PostgreSQL broke it may have succeeded, and the sweep decides later.
 */
export async function withPlacedFiles<T>(
  { dialect }: Pick<Database<unknown>, 'dialect'>,
  change: () => Promise<T>,
  takeAway: () => Promise<void>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    // A refusal of our own is thrown before the commit; SQLite is in this very process.
    if (error instanceof HttpError || dialect === 'sqlite') await takeAway().catch(() => {});
    throw error;
  }
}
