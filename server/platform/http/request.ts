// What routes read of requests, and the answers and failures that they send.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller } from '../../../contract/accounts/accounts.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { AccessEntity, ApiError, DiskError } from '../../../contract/errors.ts';
import { type FieldSchema, type Form, type FormValues, Refusal, readFields } from '../../../contract/fields/field.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { ADMIN_LIST_DEFAULT, ADMIN_LIST_MAX, CREATION_KEY_MAX } from '../../../contract/limits.ts';
import { XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { type ContentStream, type OpenFile, rangeOf } from '../files/file-store.ts';

/** A failure that has a status and a text of the API; anything else thrown is a 500 without details. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;

  /** `facts` go into the body beside `error`. */
  constructor(
    status: number,
    message: ApiError,
    options: { headers?: Record<string, string>; facts?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = options.headers ?? {};
    this.facts = options.facts ?? {};
  }
}

const failure = (status: number) => (message: ApiError, facts?: Record<string, unknown>) =>
  new HttpError(status, message, facts ? { facts } : {});
export const badRequest = failure(400);
export const forbidden = (message: ApiError = 'forbidden') => new HttpError(403, message);
export const notFound = failure(404);
export const conflict = failure(409);
export const tooLarge = () => new HttpError(413, 'request entity too large');
/** Refused for now: the client may come again after `seconds`. */
export const tooMany = (seconds: number, message: ApiError = 'too many requests') =>
  new HttpError(429, message, { headers: { 'Retry-After': String(seconds) } });
export const busy = (seconds = 2) =>
  new HttpError(503, 'service is busy', { headers: { 'Retry-After': String(seconds) } });
/** The disk takes nothing: worth a retry after an administrator has fixed it. */
export const diskTrouble = (status: 503 | 507, reason: DiskError) =>
  new HttpError(status, reason, { headers: { 'Retry-After': '60' } });
/** An absent, expired, revoked or forged access token. */
export const unauthorized = (message: ApiError = 'invalid access token') =>
  new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** The guard guarantees that there is one. */
export function requireCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

export function requireEditor(request: FastifyRequest): Editor {
  const { uid, name, email } = requireCaller(request);
  return { uid, name: name ?? '', email };
}

/** The author of a request, for the audit trail: the caller where known, the address and the browser. */
export const auditActor = ({ caller, ip, headers }: FastifyRequest): Doer => ({
  actor: caller && { uid: caller.uid, email: caller.email },
  address: clientKey(ip),
  agent: headers['user-agent'] ?? '',
});

/** One client for all addresses that cannot be parsed. */
const UNKNOWN_ADDRESS = 'unknown';

/** The network of a client by its key: the /48 of a site of IPv6 (65,536 clients), or the IPv4 address itself. */
export const siteOf = (client: string): string =>
  client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;

/** Key of one client: an IPv4 address, or the /64 network of one IPv6 client. */
export function clientKey(named: string): string {
  // Some proxies name the port as well.
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(named)?.[1] ?? /^\[(.*)\](?::\d+)?$/.exec(named)?.[1] ?? named;
  if (isIP(address) === 0) return UNKNOWN_ADDRESS;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Headers that proxies and networks in front of servers add, besides all that begin with x-forwarded. */
const PROXY_HEADERS: ReadonlySet<string> = new Set(
  (
    'forwarded via x-real-ip x-client-ip client-ip x-cluster-client-ip x-original-forwarded-for x-original-host ' +
    'x-envoy-external-address x-proxyuser-ip x-remote-ip x-remote-addr x-originating-ip x-varnish x-sucuri-clientip ' +
    'incap-client-ip ali-cdn-real-ip proxy-client-ip wl-proxy-client-ip true-client-ip cf-connecting-ip ' +
    'cf-connecting-ipv6 cf-pseudo-ipv4 cf-ray cdn-loop fastly-client-ip fly-client-ip x-azure-clientip ' +
    'x-azure-socketip x-appengine-remote-addr x-appengine-user-ip'
  ).split(' '),
);
/** Names by which a program on this machine reaches the server; others may have been pointed here by their owners. */
const LOCAL_HOST = /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

export const hasProxyMark = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name));

export const isOnLoopback = ({ raw }: FastifyRequest): boolean => LOOPBACK.test(raw.socket.remoteAddress ?? '');

/**
 * Whether the caller is a program on this machine, not a proxy that forwards: nginx without any settings adds no header
 * and is recognised by HTTP/1.0, which no browser speaks.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isOnLoopback(request) &&
  LOCAL_HOST.test(request.headers.host ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  !hasProxyMark(request);

export const IdPath = Type.Object({ id: Type.String() });
export const EmailPath = Type.Object({ email: Type.String() });

/** A positive whole number in an address; 0 for anything else. */
export const idIn = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

/** An id from an address; throws 400 `invalid <entity> id` for anything but a positive whole number. */
export function pathId(text: string, entity: AccessEntity | 'doc'): number {
  const id = idIn(text);
  if (id === 0) throw badRequest(`invalid ${entity} id`);
  return id;
}

/** An id of a query: undefined when it is not given, null when it is none. */
export const readId = (text: string | undefined): number | null | undefined =>
  text === undefined || text === '' ? undefined : idIn(text) || null;

/** The number of a version in an address; 0 when it is invalid. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the body, which the reference shows and `readForm` reads. */
    form?: Form;
    /** A body that is no form, for the reference; the route reads it itself. */
    bodySchema?: FieldSchema;
  }
}

/**
 * Reads the fields of a request, all declared by its route. Called after checks of permission and rate, which take
 * precedence. Throws 400 with the error of the first field that is refused, 413 for a text that is too long.
 */
export function readForm<Of extends Form>(
  request: FastifyRequest,
  form: Of,
  body: unknown = request.body,
): FormValues<Of> {
  const declared = request.routeOptions.config.form ?? {};
  const stray = Object.keys(form).find((name) => declared[name] !== form[name]);
  if (stray) throw new Error(`the route of ${request.url} does not declare the field ${stray}`);
  const values = readFields(form, body, { asMultipart: request.isMultipart() });
  if (!(values instanceof Refusal)) return values;
  throw values.error === 'request entity too large' ? tooLarge() : badRequest(values.error);
}

export interface SavedState {
  /** Grows by one with each save. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** null: came with the product. */
  readonly savedBy: Editor | null;
  /** Identifies what signatures under this state stand for; empty where there are none. */
  readonly content?: string;
}

/** The strong tag of a state. Contains the moment, because versions of another data folder have the same numbers. */
export const stateTag = ({ version, savedAt, content }: SavedState): string =>
  `"${version}-${savedAt.toString(36)}${content === undefined ? '' : `-${content}`}"`;

/** Sets the tag of what is answered; true when the client has this state already and gets a 304 instead. */
export function answersNotModified(request: FastifyRequest, reply: FastifyReply, state: SavedState): boolean {
  const tag = stateTag(state);
  // Clients may keep the answer, but must revalidate it.
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache');
  return containsTag(request.headers['if-none-match'], tag);
}

/** Whether a save may replace this state: `If-Match` names it, or is not sent (the last save wins then). */
export function matchesVersion(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return (state) => header === undefined || containsTag(header, stateTag(state));
}

/** Whether a signature may be put under this state: `If-Match` names one with the same content, or is not sent. */
export function matchesContent(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return ({ content = '' }) =>
    header === undefined || header.split(',').some((tag) => tag.trim() === '*' || tag.trim().endsWith(`-${content}"`));
}

/** 409: another user saved after the caller had read; with the editor and the moment. */
export const editConflict = ({ savedAt, savedBy }: SavedState) =>
  conflict('changed meanwhile', { who: savedBy, when: new Date(savedAt).toISOString() });

/** The version that a save builds on, from `If-Match`: null without one (last write wins), -1 when it is invalid. */
export function requiredVersion({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']?.trim();
  if (!tag || tag === '*') return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1];
  return version === undefined ? -1 : Number(version);
}

export const versionTag = (version: number): string => `"${version}"`;

/** `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), bare or quoted ASCII; null: none. Throws 400. */
export function readCreationKey(header: unknown): string | null {
  if (header === undefined || header === '') return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > CREATION_KEY_MAX || !/^[\x21\x23-\x7e]+$/.test(key)) throw badRequest('invalid idempotency key');
  return key;
}

/** Rows of a page of an administrator's list; a number out of range is clamped. */
export function listLimit(wish: string | undefined): number {
  const number = /^\d{1,6}$/.test(wish ?? '') ? Number(wish) : ADMIN_LIST_DEFAULT;
  return Math.min(Math.max(number, 1), ADMIN_LIST_MAX);
}

const OPAQUE_TEXT_MAX = 8_000;

export const packValue = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The value of such a text, unchecked; null for a text that is too long or invalid. */
export function unpackValue(text: string): unknown {
  if (text.length > OPAQUE_TEXT_MAX) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

interface SentFile {
  /** Closed when the answer has ended, however it ended. */
  readonly file: OpenFile;
  readonly type: string;
  /** Strong, quoted. */
  readonly etag: string;
  readonly cacheControl: string;
  /** For files to be saved, not shown. */
  readonly downloadName?: string;
  /** How long a stalled reader is tolerated, ms. */
  readonly slowWindowMs?: number;
  /** The file is stored compressed by gzip and sent uncompressed. */
  readonly unpack?: boolean;
  readonly ranges?: boolean;
}

/** Answers with a file, or with 304 when the client has it already; HEAD reads nothing. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, sent: SentFile): Promise<FastifyReply> {
  const { file } = sent;
  reply.header('ETag', sent.etag).header('Cache-Control', sent.cacheControl);
  if (containsTag(request.headers['if-none-match'], sent.etag)) {
    await file.close();
    return reply.code(304).send();
  }
  const range = sent.ranges ? rangeOf(request.headers.range, file.size) : null;
  if (sent.ranges) reply.header('Accept-Ranges', 'bytes');
  if (range === 'none') {
    await file.close();
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
  }
  reply.type(sent.type);
  if (range) {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    reply.header('Content-Length', range.end - range.start + 1);
  } else if (!sent.unpack) reply.header('Content-Length', file.size);
  if (sent.downloadName) reply.header('Content-Disposition', `attachment; filename="${sent.downloadName}"`);
  if (request.method === 'HEAD') {
    await file.close();
    return reply.send(Readable.from([]));
  }
  const stored = cutWhenSlow(await file.read(range ?? undefined), sent.slowWindowMs);
  // A failure of either end destroys the other; the answer ends with it.
  return reply.send(sent.unpack ? pipeline(stored, createGunzip(), () => {}) : stored);
}

/** A reader that takes less than this in a window is cut off. */
const SLOWEST_BYTES = 64 * 1024;
/** Long enough for the system's own send buffer to hide a slow but honest connection, ms. */
const SLOW_WINDOW_MS = 60_000;

/** Destroys the stream, and with it the answer, when its reader stalls or all but stalls. */
function cutWhenSlow<T extends ContentStream>(source: T, windowMs = SLOW_WINDOW_MS): T {
  let taken = 0;
  const watch = setInterval(() => {
    if (source.bytesRead - taken < SLOWEST_BYTES) source.destroy(new Error('the reader is too slow'));
    taken = source.bytesRead;
  }, windowMs);
  watch.unref();
  source.once('close', () => clearInterval(watch));
  return source;
}

/** A Content-Disposition (RFC 6266) with any name: whole by RFC 8187, and for old programs in ASCII. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Answers with a workbook that a browser saves under a name of Latin letters, and that no cache keeps. */
export const sendWorkbook = (reply: FastifyReply, name: string, book: Readable): FastifyReply =>
  reply
    .type(XLSX_TYPE)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(book);
