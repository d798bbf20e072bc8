import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasTerminal, runInTerminal } from '../../support/terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-terminal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Nothing but what a shop that answers the API alone needs: no pages are built. */
const bare = (variables: Record<string, string> = {}) => ({
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  DEMO: 'off',
  SERVE_PAGES: 'off',
  ADMIN_EMAIL: 'admin@parts.example',
  ...variables,
});
const END = 'Остановить: Ctrl+C';

describe.skipIf(!hasTerminal())('in a terminal (needs the script of util-linux)', () => {
  test.each([80, 40])(
    'a start of %i columns ends with a box in Russian, and no line of JSON or English',
    async (columns) => {
      const { text, status } = await runInTerminal('server/main.ts', bare({ NO_COLOR: '1' }), { columns, until: END });
      expect(status).toBe(0);
      expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+$/m);
      expect(text).toMatch(/^ {2}admin@parts\.example\n {2}[\w-]{12,}$/m);
      expect(text).toContain('┌─ Службы запущены ');
      expect(text).toContain('Останавливаюсь…');
      expect(text).not.toMatch(/^\{|Administrator:|^Open |password/m);
      const frame = text.split('\n').filter((line) => /^[┌└]/.test(line));
      expect(frame.map((line) => line.length)).toEqual([Math.min(columns, 72), Math.min(columns, 72)]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what it looks for
      expect(text).not.toMatch(/\u001b\[\d/);
    },
  );

  test('a locale without the characters of boxes gets plain ones', async () => {
    const { text } = await runInTerminal('server/main.ts', bare({ LANG: 'C', LC_ALL: 'C' }), { until: END });
    expect(text).not.toMatch(/[─-╿]/);
  });

  test('a warning is a line for a person, and routine is none', async () => {
    const { text } = await runInTerminal(
      'server/main.ts',
      bare({
        FILES_URL: 's3://parts',
        FILES_ENDPOINT: 'http://127.0.0.1:1',
        FILES_KEY: 'id',
        FILES_SECRET: 'of the key',
      }),
      { until: END },
    );
    expect(text).toMatch(
      /^\d\d:\d\d:\d\d предупреждение: starting without the object storage \(the object storage cannot be reached/m,
    );
    expect(text).not.toMatch(/"msg"|сведения:/);
  });

  test('whatever is wrong is told in Russian, all of it in one start, and nothing is opened', async () => {
    const { text, status } = await runInTerminal(
      'server/main.ts',
      bare({
        HOST: '192.0.2.1',
        BACKUP_DIR: join(folder, 'data/copies'),
        IMPORT_DIR: join(folder, 'missing'),
        COMPANY_EMAIL: 'позвоните нам',
      }),
    );
    expect(status).toBe(1);
    const [heading, ...lines] = text.trim().split('\n');
    expect(heading).toBe('Ничего не запущено, исправьте настройки:');
    expect(lines.map((line) => /^\w+/.exec(line)?.[0]).sort()).toEqual([
      'BACKUP_DIR',
      'COMPANY_EMAIL',
      'HOST',
      'IMPORT_DIR',
    ]);
  });

  test('a database that is away is a line in Russian', async () => {
    const { text, status } = await runInTerminal(
      'server/main.ts',
      bare({ DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }),
    );
    expect(status).toBe(1);
    expect(text.trim()).toMatch(/^База данных недоступна, .*ECONNREFUSED 127\.0\.0\.1:1$/);
  });
});

test('what is no terminal gets the lines that programs read, and the log as JSON', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    env: { ...bare({ DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop', TRUST_PROXI: 'on' }) },
    encoding: 'utf8',
  });
  expect(stdout).toBe('TRUST_PROXI is not a setting and does nothing: did you mean TRUST_PROXY?\n');
  expect(stderr).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n');
});
