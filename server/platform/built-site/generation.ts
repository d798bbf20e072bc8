import { join } from 'node:path';
import { type Answers, HASHED_FOLDER, prepareAnswers } from './answers.ts';
import { type Compressed, readSiteFiles } from './site-files.ts';

/** One build of the site in memory. */
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
  /** The text of each such page, and of those that `filledFiles` names, by its file: for those who send it filled. */
  readonly shells: ReadonlyMap<string, string>;
  /** Origins of services on other hosts, which pages may call. */
  readonly origins: readonly string[];
}

export interface SiteOptions {
  /** File of the built site that answers a dynamic address, or null. */
  readonly shellFor?: (path: string) => string | null;
  /** Files that answer only through `shellFor`. */
  readonly shellFiles?: readonly string[];
  /** Pages of their own address that somebody fills before they are sent. */
  readonly filledFiles?: readonly string[];
  /** Folders of earlier builds: their hashed files are served too, to pages that were open before a restart. */
  readonly earlier?: readonly string[];
  /** The build before in memory: what it has in common with this one is not compressed again. */
  readonly previous?: SiteGeneration | undefined;
  /** Addresses of services on other hosts, which pages may call. */
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
