import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const CONNECTIONS = 32;

/** How many requests for an address autocannon, in a process of its own, gets answered; throws when one is refused. */
export async function load(url: string, coding: string, seconds: number): Promise<number> {
  const child = spawn(
    process.execPath,
    [AUTOCANNON, '--json', `-c${CONNECTIONS}`, `-d${seconds}`, '-H', `accept-encoding=${coding}`, url],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const output: Buffer[] = [];
  for await (const chunk of child.stdout) output.push(chunk as Buffer);
  const { '2xx': answered, non2xx } = JSON.parse(Buffer.concat(output).toString()) as Record<string, number>;
  if (!answered || non2xx) throw new Error(`${url} answered ${non2xx} requests with something else than a page`);
  return answered;
}
