import { createHash } from 'node:crypto';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** A file of the built site with its compressed forms, where they are smaller. */
export interface SiteFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Compressed forms by hash of the content they stand for. */
export type Compressed = ReadonlyMap<string, Pick<SiteFile, 'br' | 'gzip'>>;

/** Below this size a compressed form saves no packet, bytes. */
const COMPRESS_MIN = 512;
const GZIP_LEVEL = 9;
/** Files read and compressed at once; zlib works in the thread pool. */
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Reads the whole built site. Compressed forms are kept beside the files as `.br` and `.gz`, so that only the first
 * start after a build works for them, and only for contents that `known` has not. Symbolic links and hidden files are
 * not part of the site.
 */
export async function readSiteFiles(
  folder: string,
  known: Compressed = new Map(),
): Promise<{ files: SiteFile[]; compressed: Compressed }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
  const files: SiteFile[] = [];
  const compressed = new Map<string, Pick<SiteFile, 'br' | 'gzip'>>();
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

async function formsOf(
  file: string,
  content: Buffer,
  known: Pick<SiteFile, 'br' | 'gzip'> | undefined,
): Promise<Pick<SiteFile, 'br' | 'gzip'>> {
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
  // A folder that cannot be written to costs the work again at each start, nothing else.
  await writeFile(unfinished, made)
    .then(() => rename(unfinished, file))
    .catch(() => {});
  return made;
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

/** Media type of a built file by its ending. */
export function mediaTypeOf(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/** Whether a file of this kind gets smaller. */
function isCompressible(path: string): boolean {
  return extname(path).toLowerCase() in TEXT;
}
