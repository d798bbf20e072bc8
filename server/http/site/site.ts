import type { IncomingMessage, ServerResponse } from 'node:http';
import { codingFor } from './accept-encoding.ts';
import type { Answers } from './answers.ts';
import type { SiteGeneration } from './generation.ts';

/** The built site in memory. */
export interface Site {
  /** Answers a GET or HEAD of a file or page of the site; false when the address is not one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with the site's page for unknown addresses; false when there is none. */
  serveNotFound(request: IncomingMessage, response: ServerResponse): boolean;
  /** Switches to another build at once; hashed files of the one before stay served to pages that are still open. */
  replace(next: SiteGeneration): void;
  /** Answers given since the start. */
  readonly served: number;
}

/** A site over a build; without one every address is unknown until `replace`. */
export function createSite(first?: SiteGeneration): Site {
  let current = first;
  let previousHashed: ReadonlyMap<string, Answers> = new Map();
  let served = 0;

  const find = (url: string): Answers | null => {
    if (!current || url.startsWith('/api/')) return null;
    const query = url.indexOf('?');
    const raw = query === -1 ? url : url.slice(0, query);
    const plain = current.byPath.get(raw);
    if (plain) return plain;
    const path = raw.includes('%') ? decoded(raw) : raw;
    if (path === null || isSuspicious(path)) return null;
    // The table sees the path undecoded: an encoded slash is part of an alias.
    return (
      current.byPath.get(path) ??
      current.hashed.get(path) ??
      previousHashed.get(path) ??
      current.shellFor(raw)
    );
  };

  return {
    serve(request, response) {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const answers = find(request.url ?? '/');
      if (!answers) return false;
      served += 1;
      write(request, response, answers);
      return true;
    },
    serveNotFound(request, response) {
      if (!current?.notFound) return false;
      served += 1;
      const { headers, body } = current.notFound[codingFor(header(request, 'accept-encoding'))];
      response.writeHead(404, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
    replace(next) {
      if (current) previousHashed = current.hashed;
      current = next;
    },
    get served() {
      return served;
    },
  };
}

function write(request: IncomingMessage, response: ServerResponse, answers: Answers): void {
  const answer = answers[codingFor(header(request, 'accept-encoding'))];
  const known = header(request, 'if-none-match');
  if (known !== undefined && matches(known, answer.etag)) {
    response.writeHead(304, answer.unchangedHeaders);
    response.end();
    return;
  }
  response.writeHead(200, answer.headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
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

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** No page or file of ours has such a name: whoever asks for it is trying doors. */
function isSuspicious(path: string): boolean {
  return path[0] !== '/' || /[\0\\]|(?:^|\/)\.\.?(?:\/|$)/.test(path);
}
