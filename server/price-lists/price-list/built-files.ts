// Keeps files made of the catalogue (our own price list, feeds), and builds one anew when it is asked for after a
// change.
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenFile, openHandle } from '../../platform/files/file-store.ts';
import { dayNumber } from '../../platform/text/day.ts';

/** A whole file made of the catalogue. */
export interface BuiltFile {
  /** The caller closes it. */
  readonly file: OpenFile;
  /** Strong, quoted. */
  readonly etag: string;
}

export interface BuiltFiles<Kind extends string> {
  /** Opens the file of the present version and day, built when there is none; many callers share one build. */
  open(kind: Kind): Promise<BuiltFile>;
  /** Ends running builds and removes the files. */
  close(): Promise<void>;
}

interface Kept {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  readonly version: number;
  readonly day: number;
}

export interface BuiltFilesDeps<Kind extends string> {
  /** The version of what the files show now; it only grows. */
  readonly version: () => Promise<number>;
  /** A folder of its own; emptied, since files of an earlier run may come from a database that was since restored. */
  readonly folder: string;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Writes the file to `path`; resolves to the version that it shows. */
  build(kind: Kind, path: string, today: number, signal: AbortSignal): Promise<{ readonly version: number }>;
}

/** A newer file may have taken this one's place a moment ago. */
function unlessReplaced(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Opens a folder of files that are built when they are asked for and kept while what they show stays as it is. */
export async function openBuiltFiles<Kind extends string>(deps: BuiltFilesDeps<Kind>): Promise<BuiltFiles<Kind>> {
  const { folder } = deps;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stop = new AbortController();
  const kept = new Map<Kind, Kept>();
  const building = new Map<Kind, Promise<void>>();
  const opened = `${deps.clock().toString(36)}-${process.pid}`;
  let builds = 0;

  const today = () => dayNumber(deps.clock(), deps.timeZone);

  async function build(kind: Kind): Promise<void> {
    const day = today();
    const name = `${opened}-${++builds}.${kind}`;
    const draft = join(folder, `${name}.part`);
    const path = join(folder, name);
    try {
      // Another server on this folder may have emptied it at its start.
      await mkdir(folder, { recursive: true });
      const built = await deps.build(kind, draft, day, stop.signal);
      await rename(draft, path);
      const { size } = await stat(path);
      const previous = kept.get(kind);
      kept.set(kind, { path, size, etag: `"${name}"`, version: built.version, day });
      // Requests that read the old file go on reading it; where the system refuses, the next start removes it.
      if (previous) await rm(previous.path, { force: true }).catch(() => {});
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  function buildOnce(kind: Kind): Promise<void> {
    const running = building.get(kind);
    if (running) return running;
    const started = build(kind).finally(() => building.delete(kind));
    building.set(kind, started);
    return started;
  }

  return {
    async open(kind) {
      const wanted = { version: await deps.version(), day: today() };
      while (true) {
        const found = kept.get(kind);
        if (!found || found.version < wanted.version || found.day < wanted.day) await buildOnce(kind);
        else {
          const handle = await open(found.path, 'r').catch(unlessReplaced);
          if (handle) return { file: openHandle(handle, found.size), etag: found.etag };
          if (kept.get(kind) === found) kept.delete(kind);
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
