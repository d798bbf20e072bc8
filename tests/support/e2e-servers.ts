import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

// A program of its own: the servers of the browser tests, started side by side, because each builds its pages first. Says
// `ready` once all answer, ends them when it is told to, and with the first that ends by itself.
const servers = (JSON.parse(process.env.E2E_ENVIRONMENTS ?? '[]') as readonly NodeJS.ProcessEnv[]).map(
  (environment) => ({
    address: `http://127.0.0.1:${environment.PORT}/ready`,
    program: spawn(process.execPath, ['server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  }),
);

function endAll(): void {
  for (const { program } of servers) program.kill('SIGTERM');
}

for (const { program } of servers)
  program.once('exit', (code) => {
    process.exitCode = code ?? 1;
    endAll();
  });
process.once('SIGTERM', endAll);

const isReady = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
for (const { address, program } of servers)
  while (program.exitCode === null && !(await isReady(address))) await pause(100);
process.stdout.write('ready\n');
