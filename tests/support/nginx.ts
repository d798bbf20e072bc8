import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

const EXAMPLE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));
/** What the example has to have in it to be run here: without TLS, on loopback. */
const PLACES = [
  [/server 127\.0\.0\.1:8080;/g, ({ backend }: Ports) => `server 127.0.0.1:${backend};`],
  [/listen 80;/g, ({ plain }: Ports) => `listen 127.0.0.1:${plain};`],
  [/listen 443 ssl http2;/g, ({ secure }: Ports) => `listen 127.0.0.1:${secure};`],
  [/root \/var\/www\/acme;/g, ({ proofs }: Ports) => `root ${proofs};`],
  [/ssl_certificate \S+;/g, () => ''],
  [/ssl_certificate_key \S+;/g, () => ''],
] as const;

interface Ports {
  readonly backend: number;
  readonly plain: number;
  readonly secure: number;
  /** Folder of what proves a name to a certificate authority. */
  readonly proofs: string;
}

/** Whether there is an nginx on this machine. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** Runs nginx by the example in deploy/ before a server; resolves to its ports when it answers. Ended after the test. */
export async function nginxBefore(backend: number): Promise<Ports> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-nginx-'));
  const ports = { backend, plain: await freePort(), secure: await freePort(), proofs: join(folder, 'acme') };
  let example = await readFile(EXAMPLE, 'utf8');
  for (const [place, text] of PLACES) {
    const found = example.match(place)?.length;
    if (found !== 1) throw new Error(`deploy/nginx.conf has ${place} ${found ?? 0} times`);
    example = example.replace(place, text(ports));
  }
  await writeFile(join(folder, 'parts.conf'), example);
  await writeFile(join(folder, 'nginx.conf'), wrapping(folder));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  onTestFinished(() => end(nginx, folder));
  await answers(nginx, ports.secure);
  return ports;
}

/** The rest of a configuration, all its files in one folder. */
function wrapping(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${user}
events {}
http { access_log off; ${paths} include ${folder}/parts.conf; }
`;
}

async function answers(nginx: ChildProcess, port: number): Promise<void> {
  while (nginx.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx ended with ${nginx.exitCode}`);
}

async function end(nginx: ChildProcess, folder: string): Promise<void> {
  if (nginx.exitCode === null) {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}
