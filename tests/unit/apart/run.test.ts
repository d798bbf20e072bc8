import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messagesOfProcess } from '../../../server/platform/child-process/run.ts';
import type { HostileTask } from '../../support/hostile-child.ts';
import { workFolder } from '../../support/workbooks-read.ts';

vi.setConfig({ testTimeout: 60_000 });

const CHILD = new URL('../../support/hostile-child.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const CAPS = { heapMb: 64, residentMb: 300, cpuSeconds: 60, wallMs: 30_000 };

/** What the process reports after it has begun. */
async function told(
  task: HostileTask,
  { signal, reads = [], ...caps }: Partial<typeof CAPS> & { signal?: AbortSignal; reads?: string[] } = {},
): Promise<unknown[]> {
  const messages: unknown[] = [];
  const apart = { module: CHILD, task, reads, caps: { ...CAPS, ...caps } };
  for await (const message of messagesOfProcess(apart, signal)) messages.push(message);
  expect(messages[0]).toBe('begun');
  return messages.slice(1);
}

describe('security 82: work that runs in a process of its own', () => {
  it.each([
    ['by the clock', { wallMs: 3_000 }],
    ['by the time of the processor', { cpuSeconds: 1 }],
  ])('and never ends is killed %s', async (_, caps) => {
    await expect(told({ does: 'never ends' }, caps)).rejects.toMatchObject({ code: 'TOO_MUCH_TIME' });
  });

  it('and never ends is killed when nobody waits for it any more', async () => {
    const stop = new AbortController();
    const apart = { module: CHILD, task: { does: 'never ends' }, reads: [], caps: CAPS };
    const heard: unknown[] = [];
    const work = async () => {
      for await (const message of messagesOfProcess(apart, stop.signal)) {
        heard.push(message);
        stop.abort();
      }
    };
    await expect(work()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard).toEqual(['begun']);
  });

  it('and swells is killed', async () => {
    await expect(told({ does: 'swells' })).rejects.toMatchObject({ code: 'TOO_MUCH_MEMORY' });
  });

  it.each(['breaks', 'waits for nothing'] as const)('and %s is not taken for done', async (does) => {
    await expect(told({ does })).rejects.toMatchObject({ code: 'CRASHED' });
  });
});

describe('security 84: a process that looks into what came from outside', () => {
  /** Where the databases and the key lie by default; a test has a folder of its own in their place. */
  async function inDataFolder(name: string): Promise<string> {
    const folder = join(PROJECT, 'data', `test-${process.pid}`);
    await mkdir(folder, { recursive: true });
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, name);
    await writeFile(path, 'secret');
    return path;
  }

  it('reads the file it is given and nothing else of the data folder, the project or the machine', async () => {
    const given = join(await workFolder(), 'price.csv');
    await writeFile(given, 'A;1');
    const database = await inDataFolder('bridge.sqlite');
    const read = (path: string) => told({ does: 'reads', path }, { reads: [given] });
    expect(await read(given)).toEqual(['done']);
    for (const other of [database, join(PROJECT, '.env'), join(PROJECT, 'package.json'), '/etc/passwd'])
      expect([other, await read(other)]).toEqual([other, ['ERR_ACCESS_DENIED']]);
  });

  it('writes nothing, starts nothing, calls nobody and knows no secret', async () => {
    const path = join(await workFolder(), 'written');
    expect(await told({ does: 'writes', path })).toEqual(['ERR_ACCESS_DENIED']);
    expect(await told({ does: 'runs a program' })).toEqual(['ERR_ACCESS_DENIED']);
    expect(await told({ does: 'calls somebody' })).toEqual(['ERR_ACCESS_DENIED']);
    expect(await told({ does: 'looks around' })).toEqual([[]]);
  });
});
