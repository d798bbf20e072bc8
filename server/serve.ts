import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { SettingsProblem } from '../settings/read.ts';
import { startApp } from './app.ts';
import { compiledFolder } from './config/compiled.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/read-config.ts';
import { SchemaTooNew } from './database/busy.ts';
import { troubleOf } from './database/trouble.ts';
import { DemonstrationLeft } from './demo/judge-start.ts';
import { openLog } from './log/open-log.ts';

const say = (line: string) => console.log(line);

function fail(error: unknown, dataFolder?: string): never {
  console.error(problemOf(error, dataFolder));
  process.exit(1);
}

/** What keeps the server from running: a line for a person where we know, the whole error otherwise. */
function problemOf(error: unknown, dataFolder?: string): unknown {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (error instanceof SettingsProblem) return `Wrong settings, nothing was started:\n${message}`;
  if (error instanceof SchemaTooNew || error instanceof DemonstrationLeft) return message;
  if (code === 'EADDRINUSE') return `${message}\nAnother program listens there: choose another PORT.`;
  // Where an object storage is in the way, its error says so, also that of another process.
  if (code === 'STORAGE_AWAY') return `The files cannot be reached: ${message}`;
  const trouble = syscall === 'listen' ? null : troubleOf(error);
  const said = reasonOf(error);
  if (trouble === 'full') return `The disk is full, free some space: ${said}`;
  if (isBelow(dataFolder, error) || trouble === 'read-only' || trouble === 'broken')
    return `The data folder cannot be used: ${said}`;
  if (trouble === 'away') return `The database cannot be reached: ${said}`;
  return error;
}

/** The last cause in a line. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as { cause?: unknown; code?: string; message?: string };
  return cause instanceof Error ? reasonOf(cause) : ((message || code) ?? '').split('\n', 1).join();
}

/** Something is in the way of a file or folder of ours, or may not be read. */
const isBelow = (folder: string | undefined, error: unknown): boolean =>
  folder !== undefined && ((error as NodeJS.ErrnoException).path ?? '').startsWith(folder);

function read(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

const config = read();
const app = await startApp(config, {
  root: fileURLToPath(new URL('..', import.meta.url)),
  environment: process.env,
  clock: () => Date.now(),
  // Standard output is for the person at the console.
  log: openLog(config.logLevel, pino.destination(2)),
  say,
}).catch((error: unknown) => fail(error, config.dataFolder));

say(`Open ${app.address}`);
// A courtesy for the next start.
await mkdir(compiledFolder(config.dataFolder), { recursive: true }).catch(() => {});

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    say('Stopping…');
    // Somebody at the console does not want to wait.
    const left = signal === 'SIGTERM' ? app.leave() : Promise.resolve();
    left.then(app.close).then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  });
}
