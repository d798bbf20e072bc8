/** Builds the public pages with Astro, in a folder of builds, and runs the operator's command that publishes a build. */
import { createHash, type Hash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteContent } from '../../../contract/operations/state.ts';
import type { SiteSettings } from '../../../settings/site.ts';
import { SETTINGS } from '../../../settings/table.ts';
import { BUILD_VARIABLES, type Environment } from '../../../settings/variables.ts';
import { OutOfMemory, runProgram } from '../../platform/child-process/run-program.ts';
import { assertWritable } from '../../platform/files/folder-access.ts';
import type { Announce } from '../console/console.ts';
import type { BuildsFolder } from './builds-folder.ts';
import type { Logo } from './logo.ts';

const TIMEOUT_MS = 180_000;

/** Heap of a build: left to itself the engine keeps 300 MB of garbage; many company pages need some of it. */
const FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=2', '--v8-pool-size=1'];
/** The bundler takes most of the memory outside the heap: each thread keeps some, and what is free goes back late. */
const THRIFT = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
};

const NO_MEMORY =
  'Страницам не хватило памяти, их сборка прервана. Магазину нужна машина с 1 ГБ памяти. Сборка повторится сама.';

export interface SiteSources {
  readonly root: string;
  readonly environment: Environment;
  readonly settings: SiteSettings;
  /** The picture that the settings name; null: none. */
  readonly logo: Logo | null;
  /** A line for the person at the console. */
  readonly say: Announce;
}

/** Folder of the site built with this content, built when it is missing. Throws, OutOfMemory with a line for people. */
export async function buildSite(
  { root, environment, settings, logo, say }: SiteSources,
  builds: BuildsFolder,
  content: SiteContent,
  signal: AbortSignal,
): Promise<string> {
  const name = await fingerprint(root, settings, content);
  const found = await builds.find(name);
  if (found) return found;
  say({ kind: 'building' });
  const workshop = await builds.openWorkshop();
  try {
    const made = join(workshop, 'site');
    const contentFile = join(workshop, 'content.json');
    await writeFile(contentFile, JSON.stringify(content));
    // Astro and Vite always write beside the sources. Those may belong to another user, and two builds at once would
    // overwrite each other's files.
    await copySources(root, workshop);
    await symlink(join(root, 'node_modules'), join(workshop, 'node_modules'), 'junction');
    await runProgram({
      command: process.execPath,
      args: [...FLAGS, join(root, 'node_modules/astro/bin/astro.mjs'), 'build'],
      folder: workshop,
      environment: {
        ...withoutSettings(environment),
        ...THRIFT,
        [BUILD_VARIABLES.siteSettings]: JSON.stringify(settings),
        [BUILD_VARIABLES.outFolder]: made,
        [BUILD_VARIABLES.content]: contentFile,
        // Whatever the server runs as, visitors get the small build of React.
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        NO_COLOR: '1',
      },
      expendable: true,
      timeout: TIMEOUT_MS,
      signal,
    });
    if (logo) await writeFile(join(made, logo.shown.src), logo.bytes);
    return await builds.keep(made, name);
  } catch (error) {
    // A full disk is only a text in the output of the program.
    const cause = await assertWritable(workshop).then(
      () => error,
      (full: unknown) => full,
    );
    if (cause instanceof OutOfMemory) throw new OutOfMemory(NO_MEMORY, { cause });
    throw new Error(`the pages could not be built:\n${(error as Error).message}`, { cause });
  } finally {
    // What stays goes with the next start.
    await builds.closeWorkshop(workshop).catch(() => {});
  }
}

/** The build gets its settings as one value, and no secret that its output could show. */
const withoutSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !Object.hasOwn(SETTINGS, name)));

const LENGTH = 16;

/** Name of the build that these sources, settings and contents give: equal ones need no second build. */
async function fingerprint(root: string, settings: SiteSettings, content: SiteContent): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([settings, content]));
  for (const source of SOURCES) await hashTree(hash, root, source);
  return hash.digest('hex').slice(0, LENGTH);
}

async function hashTree(hash: Hash, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
  if (!entries) {
    hash.update(path).update(await readFile(join(root, path)).catch(() => ''));
    return;
  }
  for (const name of entries.map((entry) => entry.name).sort()) await hashTree(hash, root, join(path, name));
}

/** The lockfile stands for the packages; in a release it has another name. */
const SOURCES = [
  'src',
  'public',
  'contract',
  'rules',
  'settings',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
];

/** Copies the sources of the pages into another folder: files of its owner, who may remove them. */
async function copySources(root: string, into: string): Promise<void> {
  for (const source of SOURCES) await copy(join(root, source), join(into, source));
}

async function copy(from: string, to: string): Promise<void> {
  const info = await stat(from).catch(() => null);
  if (!info) return;
  if (info.isFile()) return writeFile(to, await readFile(from));
  await mkdir(to);
  for (const name of await readdir(from)) await copy(join(from, name), join(to, name));
}

/** Shorter than an unused build is kept. */
const PUBLISH_TIMEOUT_MS = 5 * 60 * 1000;
const MARK = '.published';

/** The line of the operator that brings each new build to where visitors get it. */
interface PublishCommand {
  /** Whether the command has already been run for a build. */
  knows(built: string): Promise<boolean>;
  /** Runs it for a build, whose folder it finds in SITE_FOLDER. Throws with its last output when it fails. */
  run(built: string, signal: AbortSignal): Promise<void>;
}

export function publishCommand(settings: {
  readonly line: string;
  readonly root: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly log: FastifyBaseLogger;
}): PublishCommand {
  const { line, root, folder, environment, log } = settings;
  const mark = join(folder, MARK);
  return {
    knows: async (built) => (await readFile(mark, 'utf8').catch(() => '')) === basename(built),
    async run(built, signal) {
      try {
        const output = await runProgram({
          command: line,
          shell: true,
          folder: root,
          environment: { ...environment, [BUILD_VARIABLES.siteFolder]: built },
          timeout: PUBLISH_TIMEOUT_MS,
          signal,
        });
        log.info({ output }, 'PUBLISH_COMMAND is done');
      } catch (error) {
        throw new Error(`PUBLISH_COMMAND failed:\n${(error as Error).message}`);
      }
      await writeFile(mark, basename(built));
    },
  };
}
