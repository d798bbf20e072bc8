import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { machineEnvironment } from '../machine-environment.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** One process of the product. */
export interface Instance {
  readonly port: number;
  readonly origin: string;
  /** As a power cut would end it. */
  kill(): Promise<void>;
  /** As a deployment does; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the product, all services without pages, as it is started anywhere; resolves when it is open. */
export async function startInstance(variables: Readonly<Record<string, string>>): Promise<Instance> {
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      ...machineEnvironment(),
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      TEST_NOW: process.env.TEST_NOW,
      TEST_CLOCK_SHIFT: process.env.TEST_CLOCK_SHIFT,
      NODE_ENV: 'production',
      PORT: String(port),
      SERVE_PAGES: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await ended)[0];
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Open ')) continue;
    child.stdout.resume();
    return {
      port,
      origin: `http://127.0.0.1:${port}`,
      kill: async () => void (await end('SIGKILL')),
      stop: () => end('SIGTERM'),
    };
  }
  throw new Error('a process ended before it was open');
}
