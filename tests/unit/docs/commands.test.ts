import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../server/operations/commands/commands.ts';

const operations = readFileSync('docs/operations.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const section = operations.slice(operations.indexOf('## Commands\n'), operations.indexOf('## First start'));
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What'))
  .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')));

test('the table of commands has every command, for clone, systemd and container alike', () => {
  const named = rows.slice(1).map(([, what = '', clone = '', systemd, container]) => {
    const [, name = '', words] = /^npm run (\S+) -- (.+)$/.exec(clone) ?? [];
    const way = what.includes('must be stopped') ? 'run --rm' : 'exec';
    expect(systemd).toBe(`sudo -u parts /srv/parts/parts ${name} ${words}`);
    expect(container).toBe(`docker compose ${way} shop parts ${name} ${words}`);
    return name;
  });
  expect(['start', ...named]).toEqual(Object.keys(COMMANDS));
});

test('npm run means the command of the same name', () => {
  for (const name of Object.keys(COMMANDS).filter((one) => one !== 'start'))
    expect(scripts[name]).toBe(`node server/operations/commands/parts.ts ${name}`);
});

test.each(['README.md', 'docs/operations.md', 'docs/price-lists.md'])(
  '%s names commands as they work in each place',
  (path) => {
    const elsewhere = readFileSync(path, 'utf8').replace(section, '');
    for (const name of Object.keys(COMMANDS)) expect(elsewhere).not.toMatch(new RegExp(`npm run ${name}(?![\\w:-])`));
  },
);
