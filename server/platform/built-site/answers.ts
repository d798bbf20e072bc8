/** The HTTP answers for files of the built site: headers, compressed forms, security policy, writing. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { containsTag } from '../../../rules/format/etag.ts';
import { API_POLICY, SECURITY_HEADERS } from '../security-headers.ts';
import { pagePolicy } from './page-policy.ts';

/** A file of the built site with its compressed forms, where they are smaller. */
export interface SiteFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Headers are flat lists of names and values, as `writeHead` takes them. */
export interface Answer {
  readonly etag: string;
  readonly headers: string[];
  readonly unchangedHeaders: string[];
  readonly body: Buffer;
}

export type Coding = 'br' | 'gzip' | 'identity';
export type Answers = Readonly<Record<Coding, Answer>>;

/** Where the build puts files whose names change with their content. */
export const HASHED_FOLDER = '_astro/';
const FOREVER = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';
const ETAG_LENGTH = 20;

/** All representations of a file, computed once; a coding that saves nothing is replaced by the plain one. */
export function prepareAnswers(file: SiteFile, hosts: readonly string[]): Answers {
  const type = mediaTypeOf(file.path);
  const isPage = type.startsWith('text/html');
  const policy = isPage ? pagePolicy(file.content.toString(), hosts) : API_POLICY;
  const cacheControl = isPage ? 'no-cache' : file.path.startsWith(HASHED_FOLDER) ? FOREVER : SHORT;
  const answer = answerMaker({ content: file.content, type, policy, cacheControl });
  const identity = answer('identity', file.content);
  const gzip = file.gzip ? answer('gzip', file.gzip) : identity;
  return { identity, gzip, br: file.br ? answer('br', file.br) : gzip };
}

/** Makes the answers of a page whose text is known only at the request. */
export const pageAnswerMaker = (content: Buffer, policy: string, cacheControl: 'no-cache' | 'no-store' = 'no-cache') =>
  answerMaker({ content, type: mediaTypeOf('page.html'), policy, cacheControl });

export const fileAnswerMaker = (path: string, content: Buffer) =>
  answerMaker({ content, type: mediaTypeOf(path), policy: API_POLICY, cacheControl: SHORT });

function answerMaker(file: Pick<SiteFile, 'content'> & { type: string; policy: string; cacheControl: string }) {
  const { content, type, policy, cacheControl } = file;
  const hash = createHash('sha256').update(content).update(policy).digest('base64url');
  const common = { 'Content-Type': type, ...SECURITY_HEADERS, 'Content-Security-Policy': policy };
  return (coding: Coding, body: Buffer): Answer => {
    const etag = `"${hash.slice(0, ETAG_LENGTH)}${coding === 'identity' ? '' : `-${coding}`}"`;
    const validators = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
    const encoding: Record<string, string> = coding === 'identity' ? {} : { 'Content-Encoding': coding };
    return {
      etag,
      body,
      headers: flat({ ...common, ...validators, ...encoding, 'Content-Length': String(body.length) }),
      unchangedHeaders: flat(validators),
    };
  };
}

const flat = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat();

export const codingOf = (request: IncomingMessage): Coding => codingFor(header(request, 'accept-encoding'));

/** A representation, or 304 for a client that has it. With `now` (ms) the bytes of the answer are cached for a second. */
export function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer, now?: number): void {
  if (containsTag(header(request, 'if-none-match'), answer.etag)) {
    response.writeHead(304, answer.unchangedHeaders);
    response.end();
    return;
  }
  if (now === undefined || !sendReady(request, response, answer, now)) writeWhole(request, response, answer, 200);
}

/** Answers with a representation under a status that has no 304. */
export function writeWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body }: Answer,
  status: number,
): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function header(request: IncomingMessage, name: 'accept-encoding' | 'if-none-match'): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** Larger answers are not cached: beside their bytes the head costs nothing. */
const READY_MAX = 128 * 1024;
const STRICT = 'Strict-Transport-Security';

/** Fields of Node's response that mark the head as written; without them Node writes one of its own. */
interface Headed {
  _header: string;
  _headerSent: boolean;
}

/** Heads and bodies of answers in one piece, as sent within a second. */
const kept = new WeakMap<Answer, { readonly date: string; readonly strict: string; readonly bytes: Buffer }>();

/**
 * Sends an answer of 200 as cached bytes, equal to those of Node, which spends most of a small answer's time on its
 * head. Returns false, having sent nothing, for any unusual one: HEAD, `Connection: close`, pipelined, too large, with
 * further headers. `now` is the time of the answer, ms.
 */
function sendReady(request: IncomingMessage, response: ServerResponse, answer: Answer, now: number): boolean {
  const { socket } = response;
  const isUsual =
    socket?.writable &&
    request.method === 'GET' &&
    request.httpVersionMinor === 1 &&
    response.shouldKeepAlive &&
    !response.headersSent &&
    answer.body.length <= READY_MAX;
  if (!isUsual) return false;
  const set = response.getHeaderNames();
  const strict = set.length === 1 ? String(response.getHeader(STRICT) ?? '') : '';
  if (set.length > (strict === '' ? 0 : 1)) return false;
  socket.write(readyBytes(answer, strict, { date: dateAt(now), timeout: socketTimeout(request) }));
  const headed = response as unknown as Headed;
  headed._header = 'sent';
  headed._headerSent = true;
  response.end();
  return true;
}

interface Moment {
  readonly date: string;
  /** How long the connection stays open for the next request, seconds; 0: not stated. */
  readonly timeout: number;
}

function readyBytes(answer: Answer, strict: string, { date, timeout }: Moment): Buffer {
  const before = kept.get(answer);
  if (before && before.date === date && before.strict === strict) return before.bytes;
  const { headers, body } = answer;
  let head = 'HTTP/1.1 200 OK\r\n';
  if (strict) head += `${STRICT}: ${strict}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  head += `Date: ${date}\r\nConnection: keep-alive\r\n`;
  if (timeout > 0) head += `Keep-Alive: timeout=${timeout}\r\n`;
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
  kept.set(answer, { date, strict, bytes });
  return bytes;
}

let second = 0;
let text = '';

function dateAt(now: number): string {
  const whole = Math.floor(now / 1000);
  if (whole !== second || text === '') {
    second = whole;
    text = new Date(whole * 1000).toUTCString();
  }
  return text;
}

/** How long the server keeps the connection open for the next request, whole seconds. */
function socketTimeout({ socket }: IncomingMessage): number {
  const { server } = socket as { server?: { keepAliveTimeout?: number } };
  return Math.floor((server?.keepAliveTimeout ?? 0) / 1000);
}

const REMEMBERED_MAX = 200;
const remembered = new Map<string, Coding>();

/** The smallest coding that the header allows (RFC 9110, 12.5.3). Cached: browsers send few different headers. */
function codingFor(header: string | undefined): Coding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  const coding = choose(header);
  remembered.set(header, coding);
  return coding;
}

export const allowsGzip = (header: string | undefined): boolean => weighed(header ?? '')('gzip');

function choose(header: string): Coding {
  const allows = weighed(header);
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}

function weighed(header: string): (coding: string) => boolean {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)];
      }),
  );
  return (name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
}

const TEXT = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
} as const;

const BINARY = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
} as const;

const TYPES: Readonly<Record<string, string>> = { ...TEXT, ...BINARY };

const mediaTypeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

export const isCompressible = (path: string): boolean => extname(path).toLowerCase() in TEXT;
