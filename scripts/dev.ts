import { type ChildProcess, spawn } from 'node:child_process';
import { localAddress } from '../settings/networks.ts';
import { readSettings } from '../settings/read.ts';
import { BUILD_VARIABLES } from '../settings/variables.ts';

/** The services with restart on change, and the pages with hot reload in front of them; Ctrl+C ends both. */
const { host, port } = readSettings(process.env);
const environment = { ...process.env, [BUILD_VARIABLES.devServices]: localAddress(host, port) };

const start = (args: string[]): ChildProcess => spawn(process.execPath, args, { stdio: 'inherit', env: environment });

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
