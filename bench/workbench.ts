import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogues } from './catalogue.ts';
import type { Databases } from './databases.ts';
import type { Place } from './place.ts';
import { type BenchServer, type ServerOptions, startServer } from './server.ts';

export type Engine = 'sqlite' | 'postgres';

/** How much is measured, and on what. */
export interface Scale {
  /** Positions of the generated catalogue. */
  readonly count: number;
  /** Amounts that only show that a part works: a few seconds each. Its figures mean nothing. */
  readonly small: boolean;
  /** The database behind the servers. */
  readonly engine: Engine;
}

/** What a part gets to work with; everything it made is stopped and removed after it. */
export interface Workbench extends Scale {
  /** A folder of its own. */
  readonly folder: string;
  /** Whether there is a PostgreSQL server, whatever is behind the servers. */
  readonly hasPostgres: boolean;
  /** Names of the attacks to carry out; empty: all. */
  readonly attacks: readonly string[];
  readonly say: (line: string) => void;
  /** Makes a place for the data of a server, with nothing in it or with the generated catalogue. */
  makePlace(content?: 'nothing' | 'catalogue', engine?: Engine): Promise<Place>;
  /** Starts the product over a place; one server at a time has a place. */
  start(place: Place, options?: ServerOptions): Promise<BenchServer>;
}

export interface RunOptions extends Scale {
  /** Folder of the whole run. */
  readonly work: string;
  readonly attacks: readonly string[];
  readonly catalogues: Catalogues;
  readonly databases: Databases | null;
  readonly say: (line: string) => void;
}

/** Runs `use` with a new workbench, and clears it away. */
export async function withWorkbench<T>(run: RunOptions, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const { count, small, engine, work, attacks, catalogues, databases, say } = run;
  const folder = await mkdtemp(join(work, 'part-'));
  const servers: BenchServer[] = [];
  const made: string[] = [];

  async function inPostgres(content: 'nothing' | 'catalogue'): Promise<string> {
    if (!databases) throw new Error('there is no PostgreSQL server');
    const address = await (content === 'catalogue' ? catalogues.inPostgres(databases) : databases.create());
    made.push(address);
    return address;
  }

  const bench: Workbench = {
    count,
    small,
    engine,
    folder,
    hasPostgres: databases !== null,
    attacks,
    say,
    async makePlace(content = 'nothing', wanted = engine) {
      const dataFolder = await mkdtemp(join(folder, 'data-'));
      // Pages that are built once serve all servers with the same settings and contents.
      await mkdir(join(work, 'site'), { recursive: true });
      await symlink(join(work, 'site'), join(dataFolder, 'site'), 'junction');
      if (wanted === 'postgres') return { dataFolder, postgres: await inPostgres(content) };
      if (content === 'catalogue') await catalogues.copyTo(dataFolder);
      return { dataFolder, postgres: null };
    },
    async start(place, options) {
      const server = await startServer(place, options);
      servers.push(server);
      return server;
    },
  };
  try {
    return await use(bench);
  } finally {
    for (const server of servers) await server.stop();
    for (const address of made) await databases?.drop(address);
    await rm(folder, { recursive: true, force: true });
  }
}
