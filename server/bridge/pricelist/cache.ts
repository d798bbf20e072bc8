import { type FileHandle, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/types.ts';
import { dayNumber } from '../../text/day.ts';
import type { BridgeSchema } from '../schema.ts';
import { catalogueVersion } from '../version.ts';
import type { BuildArgs, Built, PriceFormat } from './build-job.ts';

const JOB = new URL('./build-job.ts', import.meta.url);

interface PriceFile {
  /** Whoever asked closes it. */
  readonly handle: FileHandle;
  readonly size: number;
  /** Strong, quoted. */
  readonly etag: string;
}

export interface PriceCache {
  /** Opens the price list of the present catalogue version and day, built when there is none; many callers share one build. */
  open(format: PriceFormat): Promise<PriceFile>;
  /** Ends running builds and removes its files. */
  close(): Promise<void>;
}

interface Kept {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  readonly version: number;
  readonly day: number;
}

export interface PriceCacheDeps {
  readonly database: Database<BridgeSchema>;
  /** A folder of its own; emptied, since files of an earlier run may come from a database that was since restored. */
  readonly folder: string;
  readonly timeZone: string;
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** A newer file may have taken this one's place a moment ago. */
function unlessReplaced(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Opens the cache of built price lists. */
export async function openPriceCache(deps: PriceCacheDeps): Promise<PriceCache> {
  const { database, folder } = deps;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  const kept = new Map<PriceFormat, Kept>();
  const building = new Map<PriceFormat, Promise<void>>();
  const opened = `${deps.clock().toString(36)}-${process.pid}`;
  let builds = 0;

  const today = () => dayNumber(deps.clock(), deps.timeZone);

  async function build(format: PriceFormat): Promise<void> {
    const day = today();
    const name = `${opened}-${++builds}.${format}`;
    const draft = join(folder, `${name}.part`);
    const path = join(folder, name);
    try {
      // Another server on this folder may have emptied it at its start.
      await mkdir(folder, { recursive: true });
      const args: BuildArgs = { format, path: draft, today: day, ttlDays: deps.priceTtlDays };
      const built = await database.readJob<BuildArgs, Built>(JOB, args, { signal: stop.signal });
      await rename(draft, path);
      const { size } = await stat(path);
      const previous = kept.get(format);
      kept.set(format, { path, size, etag: `"${name}"`, version: built.version, day });
      // Whoever is still reading the old file keeps reading it; where the system refuses, the next start removes it.
      if (previous) await rm(previous.path, { force: true }).catch(() => {});
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  function buildOnce(format: PriceFormat): Promise<void> {
    const running = building.get(format);
    if (running) return running;
    const started = build(format).finally(() => building.delete(format));
    building.set(format, started);
    return started;
  }

  return {
    async open(format) {
      const wanted = { version: await catalogueVersion(database.read), day: today() };
      while (true) {
        const found = kept.get(format);
        if (!found || found.version < wanted.version || found.day < wanted.day) await buildOnce(format);
        else {
          const handle = await open(found.path, 'r').catch(unlessReplaced);
          if (handle) return { handle, size: found.size, etag: found.etag };
          if (kept.get(format) === found) kept.delete(format);
        }
      }
    },
    async close() {
      stop.abort(new Error('closing'));
      await Promise.allSettled(building.values());
      for (const { path } of kept.values()) await rm(path, { force: true });
      await rmdir(folder).catch(() => {});
    },
  };
}
