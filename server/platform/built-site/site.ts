/** Serves the built pages from memory and switches to a new build without a gap. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import {
  type Answers,
  codingOf,
  HASHED_FOLDER,
  isCompressible,
  prepareAnswers,
  type SiteFile,
  writeAnswer,
  writeWhole,
} from './answers.ts';

export interface Site {
  /** Answers a GET or HEAD of a file or page of the site; false when the address is not one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** False when the site has no page for unknown addresses. */
  serveNotFound(request: IncomingMessage, response: ServerResponse): boolean;
  /** Throws and keeps the present build on a bad one. Open pages get hashed files of earlier ones for a day. */
  replace(next: SiteGeneration): void;
  readonly served: number;
}

/** How long a page may stay open and still get the files of its build, milliseconds. */
const OPEN_PAGE_MS = 24 * 60 * 60 * 1000;

/** A site over a build; before `replace` every address is unknown. `clock`: milliseconds since the epoch. */
export function createSite(first: SiteGeneration | undefined, clock: () => number): Site {
  let current = first;
  /** Hashed files that only earlier builds have, and when the next build came without each. */
  let left: ReadonlyMap<string, { readonly answers: Answers; readonly leftAt: number }> = new Map();
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
      const url = request.url ?? '/';
      const answers = find(url);
      // A broken address of a page is answered by a page: what is behind knows the API only.
      if (!answers) return isBroken(url) && this.serveNotFound(request, response);
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

/** An address of a page that is no text: `/catalog/%ff`, `/catalog/%00`. */
function isBroken(url: string): boolean {
  if (url.startsWith('/api/')) return false;
  const path = decoded(url.split('?', 1)[0] ?? '');
  return path === null || path.includes('\0');
}

/** No page or file of the site has such a name: the client is probing. */
const isSuspicious = (path: string): boolean => path[0] !== '/' || /[\0\\]|(?:^|\/)\.\.?(?:\/|$)/.test(path);

export interface SiteGeneration {
  /** By decoded path; pages under both slash forms. */
  readonly byPath: ReadonlyMap<string, Answers>;
  /** Files whose names change with their content, by path: kept when the next build comes. */
  readonly hashed: ReadonlyMap<string, Answers>;
  readonly notFound: Answers | null;
  /** Compressed forms by content: the next build has most files in common with this one. */
  readonly compressed: Compressed;
  /** The page that stands for a dynamic address. */
  shellFor(path: string): Answers | null;
  /** The text of each such page and of each of `filledFiles`, by its file: for routes that fill it before sending. */
  readonly shells: ReadonlyMap<string, string>;
  readonly origins: readonly string[];
}

export interface SiteOptions {
  /** File of the built site that answers a dynamic address, or null. */
  readonly shellFor?: (path: string) => string | null;
  /** Files that answer only through `shellFor`. */
  readonly shellFiles?: readonly string[];
  /** Pages of their own address that a route fills before sending. */
  readonly filledFiles?: readonly string[];
  /** Folders of earlier builds: their hashed files are served too, to pages that were open before a restart. */
  readonly earlier?: readonly string[];
  /** The build before in memory: what it has in common with this one is not compressed again. */
  readonly previous?: SiteGeneration | undefined;
  readonly hosts?: readonly string[];
}

const NOT_FOUND_FILE = '404.html';

/** Loads a build whole; compresses what is not compressed yet. Throws when the folder cannot be read. */
export async function loadSite(folder: string, options: SiteOptions = {}): Promise<SiteGeneration> {
  const { shellFor = () => null, shellFiles = [], filledFiles = [], hosts = [], earlier = [], previous } = options;
  const origins = [...new Set(hosts.filter(Boolean).map((host) => new URL(host).origin))];
  const byFile = new Map<string, Answers>();
  const { files, compressed } = await readSiteFiles(folder, previous?.compressed);
  for (const file of files) byFile.set(file.path, prepareAnswers(file, origins));
  const shells = new Map(
    files
      .filter(({ path }) => shellFiles.includes(path) || filledFiles.includes(path))
      .map(({ path, content }) => [path, content.toString()]),
  );

  const unlisted = new Set([...shellFiles, NOT_FOUND_FILE]);
  const byPath = new Map<string, Answers>();
  const hashed = await hashedFiles(earlier);
  for (const [file, answers] of byFile) {
    if (unlisted.has(file)) continue;
    for (const path of pathsOf(file)) byPath.set(path, answers);
    if (file.startsWith(HASHED_FOLDER)) hashed.set(`/${file}`, answers);
  }
  return {
    byPath,
    hashed,
    notFound: byFile.get(NOT_FOUND_FILE) ?? null,
    compressed,
    shellFor: (path) => byFile.get(shellFor(path) ?? '') ?? null,
    shells,
    origins,
  };
}

async function hashedFiles(folders: readonly string[]): Promise<Map<string, Answers>> {
  const hashed = new Map<string, Answers>();
  for (const folder of folders) {
    const { files } = await readSiteFiles(join(folder, HASHED_FOLDER)).catch(() => ({ files: [] }));
    for (const file of files) {
      const path = HASHED_FOLDER + file.path;
      hashed.set(`/${path}`, prepareAnswers({ ...file, path }, []));
    }
  }
  return hashed;
}

/** `about/company.html` and `about/company/index.html` are both /about/company and /about/company/. */
function pathsOf(file: string): string[] {
  if (!file.endsWith('.html')) return [`/${file}`];
  const page = `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`;
  return page === '/' ? ['/'] : [page, `${page}/`];
}

type Forms = Pick<SiteFile, 'br' | 'gzip'>;
type Compressed = ReadonlyMap<string, Forms>;

/** Below this size a compressed form saves no packet, bytes. */
const COMPRESS_MIN = 512;
const GZIP_LEVEL = 9;
/** Files read and compressed at once; zlib works in the thread pool. */
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Reads the whole built site without links and hidden files. Compressed forms are kept beside the files as `.br` and
 * `.gz`: only the first start after a build computes those that are not in `known`.
 */
async function readSiteFiles(folder: string, known: Compressed = new Map()) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
  const files: SiteFile[] = [];
  const compressed = new Map<string, Forms>();
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const content = await readFile(join(folder, path));
      const hash = createHash('sha256').update(content).digest('base64');
      const forms = await formsOf(join(folder, path), content, known.get(hash));
      compressed.set(hash, forms);
      files.push({ path, content, ...forms });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { files, compressed };
}

async function formsOf(file: string, content: Buffer, known: Forms | undefined): Promise<Forms> {
  if (!isCompressible(file) || content.length < COMPRESS_MIN) return { br: null, gzip: null };
  const { mtimeMs } = await stat(file);
  const br = await kept(`${file}.br`, mtimeMs, async () => known?.br ?? squeezed(content));
  const gz = await kept(`${file}.gz`, mtimeMs, async () => known?.gzip ?? gzipped(content, { level: GZIP_LEVEL }));
  const smaller = (buffer: Buffer) => (buffer.length < content.length ? buffer : null);
  return { br: smaller(br), gzip: smaller(gz) };
}

const squeezed = (content: Buffer): Promise<Buffer> =>
  brotli(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** The compressed form that lies beside its file and is not older, or a new one. */
async function kept(file: string, since: number, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = await stat(file).catch(() => null);
  if (found && found.mtimeMs >= since) return readFile(file);
  const made = await make();
  const unfinished = `${file}.${process.pid}.gz`;
  // A folder that cannot be written to only costs the same work at each start.
  await writeFile(unfinished, made)
    .then(() => rename(unfinished, file))
    .catch(() => {});
  return made;
}
