import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { machineEnvironment } from './machine-environment.ts';

/** What a terminal of this machine has shown. */
export interface Shown {
  readonly text: string;
  readonly status: number | null;
}

/** Whether this machine has the `script` of util-linux, which opens a terminal for a program. */
export const hasTerminal = (): boolean =>
  /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** Runs a program of ours in a terminal so wide, and presses Ctrl+C once `until` is shown. */
export async function runInTerminal(
  program: string,
  variables: Readonly<Record<string, string>>,
  { columns = 80, until }: { readonly columns?: number; readonly until?: string } = {},
): Promise<Shown> {
  const line = `stty cols ${columns}; exec "${process.execPath}" "${program}"`;
  const child: ChildProcess = spawn('script', ['-qefc', line, '/dev/null'], {
    env: { ...machineEnvironment(), TERM: 'xterm', LANG: 'C.UTF-8', SHELL: '/bin/sh', ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let isAsked = false;
  child.stdout?.setEncoding('utf8').on('data', (shown: string) => {
    text += shown;
    if (until === undefined || isAsked || !text.includes(until)) return;
    isAsked = true;
    child.stdin?.write('\u0003');
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { text: text.replaceAll('\r\n', '\n'), status };
}
