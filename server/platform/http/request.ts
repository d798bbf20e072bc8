import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller } from '../../../contract/accounts/identity.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { AccessEntity, ApiError, DiskError } from '../../../contract/errors.ts';
import { type FieldSchema, type Form, type FormValues, Refusal, readFields } from '../../../contract/fields/field.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { CREATION_KEY_MAX } from '../../../contract/limits.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { clientKey } from './limits.ts';

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

export const badRequest = (message: ApiError, facts?: Record<string, unknown>) =>
  new HttpError(400, message, facts ? { facts } : {});
export const forbidden = (message: ApiError = 'forbidden') => new HttpError(403, message);
export const notFound = (message: ApiError) => new HttpError(404, message);
export const conflict = (message: ApiError, facts?: Record<string, unknown>) =>
  new HttpError(409, message, facts ? { facts } : {});
export const tooLarge = () => new HttpError(413, 'request entity too large');
/** Refused for now: the client may come again after `seconds`. */
export const tooMany = (seconds: number, message: ApiError = 'too many requests') =>
  new HttpError(429, message, { headers: { 'Retry-After': String(seconds) } });
export const busy = (seconds = 2) =>
  new HttpError(503, 'service is busy', { headers: { 'Retry-After': String(seconds) } });
/** The disk takes nothing: worth trying again after somebody has looked after it. */
export const diskTrouble = (status: 503 | 507, reason: DiskError) =>
  new HttpError(status, reason, { headers: { 'Retry-After': '60' } });
/** An absent, expired, revoked or forged access token. */
export const unauthorized = (message: ApiError = 'invalid access token') =>
  new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** The signed-in caller; the guard has seen to it that there is one. */
export function requireCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

/** The caller as the author of a change. */
export function requireEditor(request: FastifyRequest): Editor {
  const { uid, name, email } = requireCaller(request);
  return { uid, name: name ?? '', email };
}

/** Who makes a request, for the audit trail: the caller where the guard knows one, the address and the browser. */
export const auditActor = ({ caller, ip, headers }: FastifyRequest): Doer => ({
  actor: caller && { uid: caller.uid, email: caller.email },
  address: clientKey(ip),
  agent: headers['user-agent'] ?? '',
});

/** Headers that proxies and networks in front of servers add, beside everything that begins with x-forwarded. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-varnish',
  'x-sucuri-clientip',
  'incap-client-ip',
  'ali-cdn-real-ip',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-appengine-remote-addr',
  'x-appengine-user-ip',
]);
/** Addresses by which a program on this machine reaches us; another name may have been pointed here by its owner. */
const LOCAL_HOST = /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** Whether a request bears a mark of a proxy. */
export const hasProxyMark = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name));

/** Whether the other end of the connection is on this machine: a program, or a proxy. */
export const isOnLoopback = ({ raw }: FastifyRequest): boolean => LOOPBACK.test(raw.socket.remoteAddress ?? '');

/**
 * Whether the caller is a program on this machine, not a proxy that speaks for somebody else. A proxy without any settings
 * adds no header and names our own address as the host: nginx is known by HTTP/1.0 then, which no browser speaks.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isOnLoopback(request) &&
  LOCAL_HOST.test(request.headers.host ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  !hasProxyMark(request);

/** What stands in an address `…/:id`. */
export const IdPath = Type.Object({ id: Type.String() });
/** What stands in an address `…/:email`. */
export const EmailPath = Type.Object({ email: Type.String() });

/** An id from an address; throws 400 `invalid <entity> id` for anything but a positive whole number. */
export function pathId(text: string, entity: AccessEntity | 'doc'): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw badRequest(`invalid ${entity} id`);
  return id;
}

/** An id of a query: undefined when it is not given, null when it is none. */
export function readId(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return undefined;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : null;
}

/** The number of a version in an address; 0 when it is none. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the body, which the reference shows and `readForm` reads. */
    form?: Form;
    /** A body that is no table of fields, for the reference; the route reads it in its own way. */
    bodySchema?: FieldSchema;
  }
}

/**
 * Fields of a request, all of them declared by its route. They are read where the route is ready for them: who may not
 * call, or calls too often, is told that first. Throws 400 with the error of the first field that is not taken, 413 for
 * a text that is too long.
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

/** One saved state of a thing that several people edit. */
export interface SavedState {
  /** Grows by one with each save. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** null: came with the product. */
  readonly savedBy: Editor | null;
  /** What signatures under this state stand for, as a word; where there are none, nothing. */
  readonly content?: string;
}

/** The strong tag of a state. The moment stands in it because versions of another data folder count alike. */
export const stateTag = ({ version, savedAt, content }: SavedState): string =>
  `"${version}-${savedAt.toString(36)}${content === undefined ? '' : `-${content}`}"`;

/** Sets the tag of what is answered; true when the client has this state already and gets a 304 instead. */
export function answersNotModified(request: FastifyRequest, reply: FastifyReply, state: SavedState): boolean {
  const tag = stateTag(state);
  // Kept by whoever asked, but asked after each time.
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

/** 409: somebody saved after the caller had read, who and when. */
export const editConflict = ({ savedAt, savedBy }: SavedState) =>
  conflict('changed meanwhile', { who: savedBy, when: new Date(savedAt).toISOString() });

/** The version that a save builds on, from `If-Match`: null without one (the last write wins), -1 when it is none of ours. */
export function requiredVersion({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']?.trim();
  if (!tag || tag === '*') return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1];
  return version === undefined ? -1 : Number(version);
}

/** The entity tag of a version. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The key of a call that makes something: a header `Idempotency-Key` of visible ASCII characters but quotes, bare or as a
 * quoted string (draft-ietf-httpapi-idempotency-key-header). null: none; throws 400 `invalid idempotency key`.
 */
export function readCreationKey(header: unknown): string | null {
  if (header === undefined || header === '') return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > CREATION_KEY_MAX || !/^[\x21\x23-\x7e]+$/.test(key)) throw badRequest('invalid idempotency key');
  return key;
}
