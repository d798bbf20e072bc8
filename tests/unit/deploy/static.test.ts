import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const has = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

test.each(['deploy/static/nginx.conf', 'deploy/static/Caddyfile'])('%s names the table that lies beside it', (file) => {
  const [, table = ''] = /(shells\.(?:nginx\.conf|caddy))\b/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(readdirSync(dirname(file))).toContain(table);
});

test('nginx takes the example of plain files with its table', ({ skip }) => {
  skip(!has('nginx', '-v'), 'no nginx is installed on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'parts-static-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const example = readFileSync('deploy/static/nginx.conf', 'utf8')
    .replace('listen 80;', `listen unix:${folder}/plain;`)
    .replace('listen 443 ssl http2;', `listen unix:${folder}/socket http2;`)
    .replace(/ssl_certificate\w* .*/g, '')
    // Where there is no network a name stands for nothing.
    .replace('proxy_pass https://bridge.parts.example;', 'proxy_pass https://127.0.0.1;');
  writeFileSync(join(folder, 'static.conf'), example);
  const table = resolve('deploy/static/shells.nginx.conf');
  // Its own folders for these belong to the user who installed it.
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const whole = `pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')} include ${table}; include ${folder}/static.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  const told = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  expect([told.stderr.toString(), told.status]).toEqual([expect.any(String), 0]);
});

test('Caddy takes both of its examples', ({ skip }) => {
  skip(!has('caddy', 'version'), 'no Caddy is installed on this machine');
  for (const file of ['deploy/Caddyfile', 'deploy/static/Caddyfile'])
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
});
