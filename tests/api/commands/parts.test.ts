// @module-tag deep
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../../server/operations/commands/commands.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { startServer } from '../../support/server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PARTS = join(ROOT, 'parts');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-called-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

interface Called {
  readonly code: number | string;
  readonly out: string;
  readonly problem: string;
}

/** Runs a program with nothing set but these variables. */
const call = (
  words: readonly string[],
  variables: Record<string, string> = {},
  { program = PARTS, cwd = folder }: { program?: string; cwd?: string } = {},
): Promise<Called> =>
  new Promise((resolve) => {
    const env = { ...machineEnvironment(), ...variables };
    const child = execFile(program, words, { cwd, env }, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
    // A command that reads a password waits for the end of what is piped in.
    child.stdin?.end();
  });

/** A shop's data folder. */
async function shop(): Promise<string> {
  const data = join(folder, 'shop', 'data');
  await mkdir(data, { recursive: true });
  await (await startServer({ dataFolder: data })).close();
  return data;
}

describe('one name for every command', () => {
  test('--help names all of them, --version that of the product', async () => {
    const { out, code } = await call(['--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(out).toContain(`  ${name} `);
    expect((await call(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('what is not a command ends with 2 and the nearest one', async () => {
    const { code, problem } = await call(['bakup']);
    expect(code).toBe(2);
    expect(problem).toContain('backup');
  });

  test('it works through links and from any folder, with files from there', async () => {
    await mkdir(join(folder, 'bin'));
    await symlink(PARTS, join(folder, 'one'));
    await symlink('../one', join(folder, 'bin', 'parts'));
    const data = await shop();
    const called = await call(['backup', 'copies'], { DATA_DIR: data }, { program: join(folder, 'bin', 'parts') });
    expect([called.code, called.problem]).toEqual([0, '']);
    expect(await readdir(join(folder, 'copies'))).toHaveLength(1);
  });

  test('start has the options of Node that npm start has, and is one process that ends by SIGTERM', async () => {
    const data = await shop();
    const environment = { ...machineEnvironment(), DATA_DIR: data, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' };
    const child = spawn(PARTS, ['start'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const origin = /^Open (\S+)/.exec(line)?.[1];
      if (origin) expect((await fetch(`${origin}/ready`)).status).toBe(200);
      if (origin) child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  }, 120_000);

  test('without the packages it asks for a Node that is new enough', async () => {
    const code = join(folder, 'code');
    await mkdir(code);
    await cp(PARTS, join(code, 'parts'));
    await cp(join(ROOT, 'package.json'), join(code, 'package.json'));
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old', 'node'), '#!/bin/sh\necho v18.20.0\n', { mode: 0o755 });
    const called = await call(
      ['doctor'],
      { PATH: `${join(folder, 'old')}:${process.env.PATH}` },
      { program: join(code, 'parts') },
    );
    expect(called.code).toBe(1);
    expect(called.problem).toMatch(/^parts: [^\n]*26[^\n]*18\.20\.0[^\n]*\n$/);
  });
});

describe('settings from a file', () => {
  const settings = async (variables: Record<string, string>, ...words: string[]) =>
    call(['admin', 'settings', ...words], variables);

  test('beside the data folder, under the environment; the list of settings names it', async () => {
    const file = join(folder, 'parts.env');
    await writeFile(file, 'PORT=9001\nSITE_NAME=Лавка\n', { mode: 0o600 });
    const { out, code } = await settings({ DATA_DIR: join(folder, 'data'), PORT: '9002' });
    expect(code).toBe(0);
    expect(out).toMatch(/^PORT +9002 +8080 +environment$/m);
    expect(out).toMatch(new RegExp(`^SITE_NAME +Лавка +Запчасти +${file}$`, 'm'));
    expect(out).toMatch(/^HOST +127\.0\.0\.1 +127\.0\.0\.1 +default$/m);
  });

  test('named by --env, before the command or behind it; its paths begin at its folder', async () => {
    await mkdir(join(folder, 'deep'));
    await writeFile(
      join(folder, 'deep', 'a.env'),
      'DATA_DIR=../there\nBACKUP_DIR=s3://shop-bucket/b\nBACKUP_ENDPOINT=http://x\nBACKUP_KEY=k\nBACKUP_SECRET=s\n',
    );
    for (const words of [
      ['--env', 'deep/a.env', 'admin', 'settings'],
      ['admin', 'settings', '--env=deep/a.env'],
    ]) {
      const { out } = await call(words);
      expect(out).toMatch(new RegExp(`^DATA_DIR +${join(folder, 'there')} `, 'm'));
      expect(out).toMatch(/^BACKUP_DIR +s3:\/\/shop-bucket\/b /m);
    }
  });

  test.each([
    ['a broken line', 'PORT=1\nnonsense\n', 0o600, 'line 2'],
    ['a comment behind a value', 'PORT=8080 # the port\n', 0o600, 'line 1'],
    ['a quote without its end', '# x\n\nSITE_NAME="a\nPORT=1\n', 0o600, 'line 3'],
    ['a file that others may change', 'PORT=1\n', 0o666, 'chmod go-w'],
  ])('%s is refused with a line', async (_what, text, mode, said) => {
    const file = join(folder, 'parts.env');
    await writeFile(file, text);
    await chmod(file, mode);
    for (const words of [['doctor'], ['start']]) {
      const { code, problem } = await call(words, { DATA_DIR: join(folder, 'data'), PORT: '' });
      expect(code).not.toBe(0);
      expect(problem).toContain(said);
      expect(problem).not.toContain('    at ');
    }
  });

  test('one that is not there is told', async () => {
    const { code, problem } = await settings({}, '--env', 'none.env');
    expect([code, problem.split('\n').length]).toEqual([1, 2]);
    expect(problem).toContain(join(folder, 'none.env'));
  });

  test.skipIf(!isRoot)(
    'one that only root may read tells the service what to do (needs root to make one)',
    async () => {
      await chmod(folder, 0o755);
      const file = join(folder, 'parts.env');
      await writeFile(file, 'PORT=1\n', { mode: 0o600 });
      const env = { ...machineEnvironment(), DATA_DIR: join(folder, 'data') };
      const called = await new Promise<string>((resolve) => {
        execFile(PARTS, ['doctor'], { env, cwd: '/', uid: NOBODY, gid: NOBODY }, (_error, _out, problem) =>
          resolve(problem),
        );
      });
      expect(called).toContain(`chgrp parts ${file} && chmod 0640 ${file}`);
    },
  );
});

describe('a folder that is no shop’s', () => {
  const commands = [
    ['admin', 'create', 'a@parts.example'],
    ['admin', 'list'],
    ['backup', 'copies'],
    ['doctor'],
    ['move-to-postgres', 'postgres://127.0.0.1/x'],
  ];
  test.each(commands)(
    '%s %s refuses a missing, an empty and a foreign one, and makes nothing there',
    async (...words) => {
      for (const [name, files, why] of [
        ['none', null, 'there is no such folder'],
        ['empty', [], 'is empty'],
        ['foreign', ['letters.txt'], 'letters.txt'],
      ] as const) {
        const data = join(folder, name);
        if (files) await mkdir(data);
        for (const file of files ?? []) await writeFile(join(data, file), '');
        const { code, problem } = await call(words.filter(Boolean), { DATA_DIR: data });
        expect(code).not.toBe(0);
        expect(problem).toContain(`${data} is not the data folder of a shop`);
        expect(problem).toContain(why);
        expect(problem).toContain('--env');
        expect(await readdir(data).catch(() => null)).toEqual(files && [...files]);
      }
    },
  );

  test('the server and a restore begin no shop among the files of somebody else, and leave their modes', async () => {
    const data = join(folder, 'home');
    await mkdir(data);
    await writeFile(join(data, 'letters.txt'), '');
    await chmod(join(data, 'letters.txt'), 0o644);
    const from = await shop();
    await call(['backup', 'copies'], { DATA_DIR: from });
    for (const words of [['start'], ['restore', 'copies']]) {
      const { code, problem } = await call(words, { DATA_DIR: data, PORT: '0' });
      expect(code).not.toBe(0);
      expect(problem).toContain('letters.txt');
      expect(await readdir(data)).toEqual(['letters.txt']);
      expect((await lstat(join(data, 'letters.txt'))).mode & 0o777).toBe(0o644);
    }
  });
});

describe('called by root over a data folder of somebody else', () => {
  /** Paths of a folder that belong to another user than the unprivileged one. */
  async function notTheirs(path: string): Promise<string[]> {
    const found = [path, ...(await readdir(path, { recursive: true })).map((name) => join(path, name))];
    const stats = await Promise.all(found.map(async (one) => [one, (await lstat(one)).uid] as const));
    return stats.flatMap(([one, uid]) => (uid === NOBODY ? [] : [one]));
  }

  test.skipIf(!isRoot)(
    'every command leaves it to its owner (needs root)',
    async () => {
      await chmod(folder, 0o755);
      const data = await shop();
      for (const path of [
        dirname(data),
        data,
        ...(await readdir(data, { recursive: true })).map((name) => join(data, name)),
      ])
        await chown(path, NOBODY, NOBODY);
      // What root alone may read.
      const list = join(folder, 'list.csv');
      await writeFile(list, 'Артикул;Наименование;Цена;Остаток\n740-1;Поршень;100;5\n', { mode: 0o600 });
      const at = { DATA_DIR: data };
      const done = async (...words: string[]) => {
        const { code, problem } = await call(words, at);
        expect([words[0], code, problem]).toEqual([words[0], 0, expect.any(String)]);
        expect(await notTheirs(dirname(data))).toEqual([]);
      };
      await done('import', list, '--provider', 'П', '--brand', 'Б', '--create', '--yes', '--confirm');
      await done('admin', 'create', 'a@parts.example');
      await done('doctor');
      await done('backup', 'theirs');
      expect(await notTheirs(join(folder, 'theirs'))).toEqual([]);
      await done('restore', 'theirs');
      await done('restore', '--back');
      // Into a folder that is still to be made, below one of theirs.
      at.DATA_DIR = join(folder, 'shop', 'new');
      await done('restore', 'theirs');
      // Backups in a folder of root's stay root's.
      at.DATA_DIR = data;
      await mkdir(join(folder, 'ours'));
      await done('backup', 'ours');
    },
    120_000,
  );
});
