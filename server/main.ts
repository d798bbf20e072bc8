import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { startApp } from './app.ts';
import { type Config, readConfig } from './config/config.ts';
import { ConfigProblem } from './config/environment.ts';
import { SchemaTooNew } from './database/busy.ts';
import { writeForOwnerOnly } from './files/owner-only.ts';

writeForOwnerOnly();

const say = (line: string) => console.log(line);

/** The host of DATABASE_URL is unknown or refuses, the database is not there, name or password are wrong. */
const NO_DATABASE = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', '3D000', '28P01', '28000']);

function fail(error: unknown, dataFolder?: string): never {
  if (error instanceof ConfigProblem) console.error(`Wrong settings, nothing was started:\n${error.message}`);
  else if (error instanceof SchemaTooNew) console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    console.error(`${(error as Error).message}\nAnother program listens there: choose another PORT.`);
  else if (isBelow(dataFolder, error)) console.error(`The data folder cannot be used: ${error.message}`);
  else if (NO_DATABASE.has((error as { code?: string }).code ?? ''))
    console.error(
      `The database cannot be reached: ${(error as Error).message || (error as { code: string }).code}`,
    );
  else console.error(error);
  process.exit(1);
}

/** Something is in the way of a file or folder of ours, or may not be read. */
const isBelow = (folder: string | undefined, error: unknown): error is NodeJS.ErrnoException =>
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
  // Standard output is for the person at the console.
  log: pino({ level: config.logLevel }, pino.destination(2)),
  say,
}).catch((error: unknown) => fail(error, config.dataFolder));

say(`Open ${app.address}`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    say('Stopping…');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  });
}
