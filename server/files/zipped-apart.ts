import { messagesApart } from '../apart/run.ts';
import { limitTo } from './limit-to.ts';
import type { StoredExtension } from './open.ts';

const CHILD = new URL('./zipped-office-child.ts', import.meta.url).href;
/** The directory of an archive is all that is read of it. */
const CAPS = { heapMb: 128, residentMb: 300, cpuSeconds: 3, wallMs: 15_000 } as const;
/** Archives that are looked into at a time, each in a process. */
const inTurn = limitTo(2);

/**
 * Which office document an archive is, told by its parts in a process that can be killed; null when it is none, or holds a
 * program. Throws EndedApart on a broken archive and on one that takes too much time or memory to be looked into.
 */
export const typeOfArchive = (path: string): Promise<StoredExtension | null> =>
  inTurn(async () => {
    let type: StoredExtension | null = null;
    const apart = { module: CHILD, task: path, reads: [path], caps: CAPS };
    for await (const message of messagesApart<StoredExtension | null>(apart)) type = message;
    return type;
  });
