import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { cpuSecondsOfTree } from './memory.ts';

/** An nginx in processes of its own. */
export interface Nginx {
  readonly origin: string;
  /** Processor time of all its processes so far, seconds; 0 where the system does not report it. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Whether there is an nginx on the PATH. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/**
 * Serves a built site by nginx on a free port: one worker, gzip from the files beside the pages, open files kept,
 * nothing logged. What it writes goes into `folder`. Resolves when it answers.
 */
export async function serveByNginx(site: string, folder: string): Promise<Nginx> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(site, folder, port));
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  await answers(child, origin);
  return {
    origin,
    cpuSeconds: () => cpuSecondsOfTree(child.pid ?? 0),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** https://nginx.org/en/docs/http/ngx_http_gzip_static_module.html */
function configuration(site: string, folder: string, port: number): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  // A worker of the superuser runs as another user, which may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error; ${user}
events {}
http {
  access_log off; ${paths}
  types { text/html html; text/css css; text/javascript js; }
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_requests 100000000;
  open_file_cache max=1000; open_file_cache_valid 60s;
  gzip_static on;
  server {
    listen 127.0.0.1:${port};
    root ${site};
    location / { try_files $uri/index.html $uri.html $uri =404; }
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(child: ChildProcess, origin: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(origin).catch(() => null);
    await answer?.arrayBuffer();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx ended with ${child.exitCode}`);
}
