import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from './machine-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of standard output, where that is JSON. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Runs a command of ours as npm does, while this process goes on; nothing but these variables is set. */
export const runCommand = (
  command: string,
  variables: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Ended> =>
  new Promise((resolve) => {
    const module = join(ROOT, `server/operations/commands/${command}.ts`);
    const env = { ...machineEnvironment(), ...variables };
    execFile(process.execPath, [module, ...words], { env }, (error, stdout, stderr) => {
      const last = stdout.trim().split('\n').at(-1) ?? '';
      const answer = last.startsWith('{') ? JSON.parse(last) : {};
      resolve({ status: error?.code ?? 0, stdout, stderr, answer });
    });
  });
