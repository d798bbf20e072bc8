import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { readEmail } from '../../contract/fields/email.ts';
import { readConfig } from '../../server/operations/config/config.ts';
import { wordingOf } from '../../server/operations/console/console.ts';
import { startApp } from '../../server/operations/start/app.ts';
import { goingOn } from './moment.ts';

export const ADMIN = { email: 'admin@parts.example', password: 'Пароль администратора 1' };
export const USER = { email: 'user@parts.example', password: 'Пароль сотрудника 1' };

/** The whole product over a data folder of its own, as `npm start` runs it. */
export interface WholeServer {
  readonly app: Awaited<ReturnType<typeof startApp>>;
  readonly origin: string;
  readonly dataFolder: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Signs in by the API; resolves to the access and refresh token. */
  signIn(account: { email: string; password: string }): Promise<{ access: string; refresh: string }>;
  /** Stops it and removes the data folder. */
  close(): Promise<void>;
}

export interface WholeServerOptions {
  /** Variables beside those that a test server needs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Built pages; by default three that only hold a word. */
  readonly builtSite?: string;
  /** Sources that the pages are built from at the start, instead of built pages. */
  readonly root?: string;
  /** A folder that the server does not remove when it closes, instead of one of its own. */
  readonly dataFolder?: string;
  /** Gets the lines that a program would read. */
  readonly say?: (line: string) => void;
  /** Milliseconds since the epoch; by default it goes on from EVENING. */
  readonly clock?: (() => number) | undefined;
  /** Where the log goes; by default nowhere. */
  readonly log?: FastifyBaseLogger;
}

/** Starts everything on a free port, without demonstration data, with the administrator ADMIN and the user USER. */
export async function startServer(options: WholeServerOptions = {}): Promise<WholeServer> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'parts-server-')));
  const forget = async () => {
    if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const environment = {
      PORT: '0',
      DATA_DIR: dataFolder,
      DEMO: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_FACTOR: '1000',
      ...options.environment,
    };
    const app = await startApp(readConfig(environment), {
      root: options.root ?? fileURLToPath(new URL('../..', import.meta.url)),
      environment,
      log: options.log ?? pino({ level: 'silent' }),
      say: (event) => options.say?.(wordingOf(event).english),
      builtSite: options.root ? undefined : (options.builtSite ?? (await smallSite(join(dataFolder, 'site')))),
      clock: options.clock ?? goingOn,
      // Most tests ask it nothing, and starting it takes half of what all the rest takes.
      searchIsAhead: false,
    });
    await addUser(app);
    return over(app, dataFolder, forget);
  } catch (error) {
    await forget();
    throw error;
  }
}

function over(app: WholeServer['app'], dataFolder: string, forget: () => Promise<void>): WholeServer {
  const call = (path: string, init?: RequestInit) => fetch(app.address + path, init);
  return {
    app,
    origin: app.address,
    dataFolder,
    fetch: call,
    signIn: async (account) => {
      const answer = await call('/api/mauth/signin', { method: 'POST', body: new URLSearchParams(account) });
      if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { access: string; refresh: string };
    },
    close: async () => {
      await app.close();
      await forget();
    },
  };
}

async function addUser({ services }: WholeServer['app']): Promise<void> {
  const email = readEmail(USER.email);
  if (!email) throw new Error('the e-mail of the test user is not valid');
  await services.mauth?.accounts.create({ email, password: USER.password, name: null, rank: 'user' });
}

async function smallSite(folder: string): Promise<string> {
  await mkdir(join(folder, 'catalog'), { recursive: true });
  for (const [file, word] of [
    ['index.html', 'front'],
    ['404.html', 'unknown'],
    ['portal.html', 'portal'],
    ['catalog/product.html', 'card'],
  ] as const) {
    await writeFile(join(folder, file), `<!doctype html><title>${word}</title>`);
  }
  return folder;
}
