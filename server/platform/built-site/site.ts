import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answers } from './answers.ts';
import type { SiteGeneration } from './generation.ts';
import { codingOf, writeAnswer, writeWhole } from './write-answer.ts';

/** The built site in memory. */
export interface Site {
  /** Answers a GET or HEAD of a file or page of the site; false when the address is not one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with the site's page for unknown addresses; false when there is none. */
  serveNotFound(request: IncomingMessage, response: ServerResponse): boolean;
  /** Switches to another build at once; throws and keeps the present one when it cannot be served. Hashed files of those before stay served for a day to pages that are still open. */
  replace(next: SiteGeneration): void;
  /** Answers given since the start. */
  readonly served: number;
}

/** How long a page may stay open and still get the files of its build, milliseconds. */
const OPEN_PAGE_MS = 24 * 60 * 60 * 1000;

/** A file of an earlier build and when the next build came without it. */
interface LeftFile {
  readonly answers: Answers;
  readonly leftAt: number;
}

/** A site over a build; without one every address is unknown until `replace`. The clock tells milliseconds since the epoch. */
export function createSite(first: SiteGeneration | undefined, clock: () => number): Site {
  let current = first;
  /** Hashed files that only earlier builds have. */
  let left: ReadonlyMap<string, LeftFile> = new Map();
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
    return current.byPath.get(path) ?? current.hashed.get(path) ?? left.get(path)?.answers ?? current.shellFor(raw);
  };

  return {
    serve(request, response) {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const answers = find(request.url ?? '/');
      if (!answers) return false;
      served += 1;
      writeAnswer(request, response, answers[codingOf(request)], clock());
      return true;
    },
    serveNotFound(request, response) {
      if (!current?.notFound) return false;
      served += 1;
      writeWhole(request, response, current.notFound[codingOf(request)], 404);
      return true;
    },
    replace(next) {
      const now = clock();
      const kept = [...left].filter(([, { leftAt }]) => now - leftAt < OPEN_PAGE_MS);
      const leaving = [...(current?.hashed ?? [])].map(([path, answers]) => [path, { answers, leftAt: now }] as const);
      left = new Map([...kept, ...leaving].filter(([path]) => !next.hashed.has(path)));
      current = next;
    },
    get served() {
      return served;
    },
  };
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
