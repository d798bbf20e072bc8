import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

// A program of its own: starts the servers of the browser tests side by side, because each builds its pages first. Prints
// `ready` when all of them answer. When one exits, or on SIGTERM, it ends the others; it fails if one failed.
const servers = (JSON.parse(process.env.E2E_ENVIRONMENTS ?? '[]') as readonly NodeJS.ProcessEnv[]).map(
  (environment) => ({
    address: `http://127.0.0.1:${environment.PORT}/ready`,
    program: spawn(process.execPath, ['server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  }),
);
let isEnding = false;

function endAll(): void {
  isEnding = true;
  for (const { program } of servers) program.kill('SIGTERM');
}

for (const { program } of servers)
  program.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    endAll();
  });
process.once('SIGTERM', endAll);

const isReady = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
for (const { address } of servers) while (!isEnding && !(await isReady(address))) await pause(100);
if (!isEnding) process.stdout.write('ready\n');
