import type { IncomingMessage, ServerResponse } from 'node:http';
import { containsTag } from '../../../rules/format/etag.ts';
import type { Answer, Coding } from './answers.ts';

/** The coding that the client reads best. */
export const codingOf = (request: IncomingMessage): Coding => codingFor(header(request, 'accept-encoding'));

/**
 * Answers with a representation, or with 304 when the client has it already; HEAD gets the headers alone. One that is sent
 * often is told the time (ms) and goes out as bytes that are kept.
 */
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

/** Larger answers are not kept a second time: beside their bytes the head costs nothing. */
const READY_MAX = 128 * 1024;
const STRICT = 'Strict-Transport-Security';

/** What Node notes of a head that it has written: without it, it would write one of its own. */
interface Headed {
  _header: string;
  _headerSent: boolean;
}

/** Head and body of an answer in one piece, as they were sent in a second. */
interface Ready {
  readonly date: string;
  readonly strict: string;
  readonly bytes: Buffer;
}

const kept = new WeakMap<Answer, Ready>();

/**
 * Sends an answer of 200 as bytes that were put together before, the same that Node would send: it spends most of a
 * small answer's time on checking and joining the head anew. False, and nothing is sent, where the answer is another one
 * than the usual: to HEAD, to a client that wants no further answer, behind another on its connection, too large, or
 * with headers that this does not know. `now` is the time of the answer, ms.
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
  /** How long the connection stays open for the next request, seconds; 0: not told. */
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

/** The time of an answer (ms), as headers write it; worked out once a second. */
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

/** The smallest coding that the header allows (RFC 9110, 12.5.3). Browsers send few headers, so answers are remembered. */
export function codingFor(header: string | undefined): Coding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  const coding = choose(header);
  remembered.set(header, coding);
  return coding;
}

/** Whether the header allows gzip. */
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
