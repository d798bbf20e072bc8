import type { IncomingMessage, ServerResponse } from 'node:http';
import { codingFor } from './accept-encoding.ts';
import type { Answer, Coding } from './answers.ts';

/** The coding that the client reads best. */
export const codingOf = (request: IncomingMessage): Coding => codingFor(header(request, 'accept-encoding'));

/** Answers with a representation, or with 304 when the client has it already; HEAD gets the headers alone. */
export function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const known = header(request, 'if-none-match');
  if (known !== undefined && matches(known, answer.etag)) {
    response.writeHead(304, answer.unchangedHeaders);
    response.end();
    return;
  }
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

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((item) => {
    const tag = item.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}

function header(request: IncomingMessage, name: 'accept-encoding' | 'if-none-match'): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
