import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sharp } from '../../server/platform/files/picture.ts';
import { freePort } from './free-port.ts';
import { machineEnvironment } from './machine-environment.ts';
import { serveFiles } from './static-site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The info service comes last: it builds the pages, with the slides of the notes service inside. */
const SERVICES = ['mauth', 'bridge', 'mnote', 'informator'] as const;

/** The product as five programs: a process for each service, with a data folder of its own, and files for visitors. */
export interface Apart {
  /** Where visitors go. */
  readonly site: string;
  /** Where each service listens. */
  readonly hosts: Readonly<Record<(typeof SERVICES)[number], string>>;
  close(): Promise<void>;
}

export interface ApartOptions {
  /** Settings of all processes beside those that they need. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Takes each line of a process's log, instead of showing them in the run. */
  readonly log?: (service: string, line: string) => void;
}

/**
 * Starts all of it, with demonstration data by default; the files are what PUBLISH_COMMAND of the building
 * process has brought.
 */
export async function startApart(
  administrator: { email: string; password: string },
  { environment = {}, log }: ApartOptions = {},
): Promise<Apart> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-apart-'));
  const published = join(folder, 'published');
  await mkdir(published);
  const ports = await Promise.all([...SERVICES, 'site'].map(freePort));
  const [mauth = '', bridge = '', mnote = '', informator = '', site = ''] = ports.map(
    (port) => `http://127.0.0.1:${port}`,
  );
  const hosts = { mauth, bridge, mnote, informator };
  const children: ChildProcess[] = [];
  const logo = join(folder, 'logo.png');
  await sharp({ create: { width: 400, height: 100, channels: 3, background: '#b00020' } }).toFile(logo);
  const files = await serveFiles(published, Number(ports.at(-1)));
  const close = async () => {
    await files.close();
    await Promise.all(children.map(stop));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [at, service] of SERVICES.entries()) {
      const child = spawn(process.execPath, ['server/main.ts'], {
        cwd: ROOT,
        env: {
          ...machineEnvironment(),
          NODE_OPTIONS: process.env.NODE_OPTIONS,
          TEST_NOW: process.env.TEST_NOW,
          TEST_CLOCK_SHIFT: process.env.TEST_CLOCK_SHIFT,
          PORT: String(ports[at]),
          DATA_DIR: join(folder, service),
          DEMO: 'on',
          ADMIN_EMAIL: administrator.email,
          ADMIN_PASSWORD: administrator.password,
          JWT_SECRET: 'a secret of the whole installation',
          RATE_LIMIT_FACTOR: '1000',
          LOG_LEVEL: 'error',
          SERVICES: service,
          SERVE_PAGES: service === 'informator' ? 'on' : 'off',
          PUBLISH_COMMAND: service === 'informator' ? `cp -R "$SITE_FOLDER/." "${published}"` : '',
          SITE_URL: site,
          SITE_NAME: 'Раздельные запчасти',
          SITE_LOGO: logo,
          CORS_ORIGINS: site,
          PUBLIC_MAUTH_URL: mauth,
          PUBLIC_BRIDGE_URL: bridge,
          PUBLIC_MNOTE_URL: mnote,
          PUBLIC_INFORMATOR_URL: informator,
          ...environment,
        },
        stdio: ['ignore', 'pipe', log ? 'pipe' : 'inherit'],
      });
      if (log && child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log(service, line));
      children.push(child);
      await opened(child);
    }
    return { site, hosts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('the output of the process is not read');
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Open ')) return;
  throw new Error('a service ended before it listened');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
