import { type ChildProcess, spawn } from 'node:child_process';

/** The services with restart on change, and the pages with hot reload in front of them; Ctrl+C ends both. */
const port = process.env.PORT ?? '8080';
const environment = { ...process.env, PORT: port, DEV_API_URL: `http://127.0.0.1:${port}` };

const start = (args: string[]): ChildProcess =>
  spawn(process.execPath, args, { stdio: 'inherit', env: environment });

const children = [
  start(['--watch', '--watch-preserve-output', 'server/main.ts']),
  start(['node_modules/astro/bin/astro.mjs', 'dev']),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
