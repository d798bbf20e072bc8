import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdsTag } from '../../../rules/etag.ts';
import { codingFor } from './accept-encoding.ts';
import type { Answer, Coding } from './answers.ts';
import { sendReady } from './ready.ts';

/** The coding that the client reads best. */
export const codingOf = (request: IncomingMessage): Coding => codingFor(header(request, 'accept-encoding'));

/**
 * Answers with a representation, or with 304 when the client has it already; HEAD gets the headers alone. One that is sent
 * often is told the time (ms) and goes out as bytes that are kept.
 */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  now?: number,
): void {
  if (holdsTag(header(request, 'if-none-match'), answer.etag)) {
    response.writeHead(304, answer.unchangedHeaders);
    response.end();
    return;
  }
  if (now === undefined || !sendReady(request, response, answer, now))
    writeWhole(request, response, answer, 200);
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
