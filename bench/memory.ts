import { readdir, readFile } from 'node:fs/promises';

/** Memory in bytes; null where the system does not report it (Linux: /proc). */
export type Memory = number | null;

/** What a process and those it starts use while some work runs. */
interface Use {
  /** Peak of own memory: pages of mapped database files belong to the system's cache. */
  readonly server: Memory;
  readonly child: Memory;
  /** Peak of the own memory of all of them at one moment. */
  readonly together: Memory;
  /** Processor time of the children, seconds; 0 where the system does not report it. */
  readonly childCpuSeconds: number;
}

const SAMPLE_MS = 25;
/** Units of /proc/<pid>/stat (USER_HZ; 100 on every Linux that Node runs on). */
const TICKS_PER_SECOND = 100;

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

const statusOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');

/** Own memory of a process now. */
export async function ownMemory(pid: number): Promise<Memory> {
  return numberIn(await statusOf(pid), 'RssAnon') || null;
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').map(Number)).filter((child) => child > 0);
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, which may hold blanks, ends with the last bracket; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Processor seconds of a process and its children so far; 0 where the system does not report it. */
export async function cpuSecondsOfTree(pid: number): Promise<number> {
  const times = await Promise.all([pid, ...(await childrenOf(pid))].map(cpuSecondsOf));
  return times.reduce((sum, seconds) => sum + seconds, 0);
}

/** Runs `work`, and `look` again and again meanwhile, with pauses of `pause` ms. */
async function lookDuring(work: () => Promise<unknown>, look: () => Promise<void>, pause: number): Promise<void> {
  let over = false;
  const watching = (async () => {
    while (!over) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  try {
    await work();
  } finally {
    over = true;
    await watching;
  }
}

/** Runs `work` and looks at the process and its children meanwhile. */
export async function watchProcesses(pid: number, work: () => Promise<unknown>): Promise<Use> {
  let server = 0;
  let child = 0;
  let together = 0;
  const childCpu = new Map<number, number>();
  const look = async () => {
    const own = (await ownMemory(pid)) ?? 0;
    server = Math.max(server, own);
    let sum = own;
    for (const each of await childrenOf(pid)) {
      const status = await statusOf(each);
      sum += numberIn(status, 'RssAnon');
      child = Math.max(child, numberIn(status, 'VmHWM'));
      childCpu.set(each, Math.max(childCpu.get(each) ?? 0, await cpuSecondsOf(each)));
    }
    together = Math.max(together, sum);
  };
  await lookDuring(work, look, SAMPLE_MS);
  const childCpuSeconds = [...childCpu.values()].reduce((sum, seconds) => sum + seconds, 0);
  return { server: server || null, child: child || null, together: together || null, childCpuSeconds };
}

/** Memory of several processes at one moment, bytes. */
export interface HeapSize {
  /** What each of them has in memory, so that what they share counts for each. */
  readonly rss: number;
  /** What they share counts once. */
  readonly pss: number;
}

/** Between two looks at all processes below this one, ms: each look walks their maps. */
const LOOK_MS = 50;

async function below(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(below))).flat()];
}

/** Memory of all processes that this one has started; zeros where the system does not report it. */
export async function heapNow(): Promise<HeapSize> {
  const maps = (await below(process.pid)).map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''));
  const texts = await Promise.all(maps);
  const sum = (name: string) => texts.reduce((all, text) => all + numberIn(text, name), 0);
  return { rss: sum('Rss'), pss: sum('Pss') };
}

/** Runs `work`; resolves to the peak memory of all processes that this one has started. */
export async function peakDuring(work: () => Promise<unknown>): Promise<HeapSize> {
  const peak = { rss: 0, pss: 0 };
  const look = async () => {
    const { rss, pss } = await heapNow();
    peak.rss = Math.max(peak.rss, rss);
    peak.pss = Math.max(peak.pss, pss);
  };
  await lookDuring(work, look, LOOK_MS);
  return peak;
}
