// @module-tag deep
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_ADMIN_EMAIL, DEMO_COMPANY } from '../../../server/people/demo-company.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';

const PROGRAM = join(import.meta.dirname, '../../support/demo-server.ts');
const MADE = /^(?:There were no|The catalogue was empty)/;
const TOLD = /^(?:Administrator|Demonstration user): (\S+), password: (\S+) \(shown once\)/g;
const serverUrl = process.env.TEST_DATABASE_URL ?? '';

/** A server in a process of its own; resolves when it listens, with its address and all that it has said. */
async function start(dataFolder: string, databaseUrl: string) {
  const child = spawn(process.execPath, [PROGRAM, dataFolder, databaseUrl], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => stop(child));
  let faults = '';
  child.stderr.on('data', (chunk: Buffer) => {
    faults += chunk;
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /^Open (\S+)/.exec(line)?.[1];
    if (origin) return { origin, said };
    said.push(line);
  }
  throw new Error(`the server ended before it listened:\n${faults}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function emptyDatabase(): Promise<string> {
  const name = `together_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = await connect(serverUrl, 'public');
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  onTestFinished(() => run(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

test.each(['SQLite', ...(serverUrl ? ['PostgreSQL'] : [])])(
  'security 47: of two servers that start together on an empty folder with %s each thing is made once, and both serve it',
  { timeout: 240_000 },
  async (dialect) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parts-together-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
    const databaseUrl = dialect === 'PostgreSQL' ? await emptyDatabase() : '';
    const servers = await Promise.all([start(dataFolder, databaseUrl), start(dataFolder, databaseUrl)]);
    const said = servers.flatMap((server) => server.said);
    expect(said.filter((line) => MADE.test(line)).sort()).toEqual([
      'The catalogue was empty: filled with demonstration data.',
      'There were no company pages: made with demonstration texts.',
      'There were no documents: made some between demonstration users.',
      'There were no roles: made with demonstration rights.',
      'There were no slides: made with demonstration offers.',
    ]);
    const told = said.flatMap((line) =>
      [...line.matchAll(TOLD)].map(([, email = '', password = '']) => ({ email, password })),
    );
    expect(told.map(({ email }) => email).sort()).toEqual(
      [DEMO_ADMIN_EMAIL, ...DEMO_COMPANY.people.map(({ email }) => email)].sort(),
    );
    for (const { origin } of servers) {
      for (const body of told) {
        const answer = await fetch(`${origin}/api/mauth/signin`, { method: 'POST', body: new URLSearchParams(body) });
        expect(answer.status).toBe(200);
      }
      const found = await fetch(`${origin}/api/bridge/search/?query=740.1003010-20`);
      expect(found.status).toBe(200);
    }
  },
);
