import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What the built pages are made of, beside the environment. */
const SOURCES = ['src', 'public', 'contract', 'astro.config.mjs', 'package-lock.json'];
/** Variables that are baked into the pages: another value is another build. */
const BAKED = [
  'SITE_URL',
  'SITE_NAME',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'COMPANY_ADDRESS',
  'DELIVERY_COMPANIES',
  'PUBLIC_MAUTH_URL',
  'PUBLIC_BRIDGE_URL',
  'PUBLIC_INFORMATOR_URL',
  'PUBLIC_INFORMATOR_URL',
  'REGISTRATION',
  'VERIFICATION',
  'PASSWORD_MIN',
  'TIME_ZONE',
  'ROBOTS',
] as const;

/** Generations kept beside the current one: open pages of the last still ask for their scripts. */
const KEPT = 2;

export interface SiteBuildOptions {
  /** The project's root folder. */
  readonly root: string;
  /** Folder that holds one sub-folder per build. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

/** Folder of the built site for these sources and settings; builds it when it is not there yet. Throws when the build fails. */
export async function buildSite(options: SiteBuildOptions): Promise<string> {
  const { root, folder, environment, say } = options;
  const name = await fingerprint(root, environment);
  const built = join(folder, name);
  if (await exists(built)) return built;
  say('Building the pages (about ten seconds)…');
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}-${process.pid}`);
  await rm(unfinished, { recursive: true, force: true });
  await astroBuild(root, { ...environment, SITE_OUT_DIR: unfinished });
  // Of two servers that build at once the second finds the name taken: the builds are equal.
  await rename(unfinished, built).catch(() => rm(unfinished, { recursive: true, force: true }));
  await forgetOld(folder, name);
  return built;
}

/** Folders of the builds before this one that are still kept. */
export async function earlierBuilds(built: string): Promise<string[]> {
  const folder = dirname(built);
  const names = await readdir(folder);
  return names
    .filter((name) => name !== basename(built) && !name.startsWith('.'))
    .map((name) => join(folder, name));
}

async function fingerprint(root: string, environment: SiteBuildOptions['environment']): Promise<string> {
  const hash = createHash('sha256');
  for (const variable of BAKED) hash.update(`${variable}=${environment[variable] ?? ''}\n`);
  for (const source of SOURCES) await hashTree(hash, join(root, source));
  return hash.digest('hex').slice(0, 16);
}

async function hashTree(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) {
    hash.update(path).update(await readFile(path).catch(() => ''));
    return;
  }
  const names = entries.map((entry) => entry.name).sort();
  for (const name of names) await hashTree(hash, join(path, name));
}

function astroBuild(root: string, environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
      cwd: root,
      // Whatever the server runs as, visitors get the small build of React.
      env: { ...environment, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the pages could not be built:\n${Buffer.concat(output).toString()}`));
    });
  });
}

async function forgetOld(folder: string, current: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => name !== current && !name.startsWith('.'));
  const aged = await Promise.all(
    others.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  );
  aged.sort((a, b) => b.time - a.time);
  for (const { name } of aged.slice(KEPT)) await rm(join(folder, name), { recursive: true, force: true });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
