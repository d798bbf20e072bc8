import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../../server/operations/commands/commands.ts';

const GUIDE = readFileSync('docs/operations.md', 'utf8');

/** The first indented block of the guide below a line that holds `after`, as it stands there. */
export function blockBelow(after: string): string[] {
  const block = /\n\n((?: {4}.*\n)+)/.exec(GUIDE.slice(GUIDE.indexOf(after)))?.[1];
  if (!GUIDE.includes(after) || !block) throw new Error(`The guide has no block below «${after}»`);
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(4));
}

interface Row {
  readonly name: string;
  readonly line: string;
  readonly isStopped: boolean;
}

/** The lines of one column of the guide's table of commands, without that of the server. */
export function commandLines(column: 'systemd' | 'container'): Row[] {
  const rows = GUIDE.split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`sudo -u parts '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const found = rows.map(([, what = '', , systemd = '', container = '']) => {
    const line = (column === 'systemd' ? systemd : container).slice(1, -1);
    const [, name = ''] = / (?:\S*\/)?parts (?!\/)(\S+)/.exec(line.replace('sudo -u parts', '')) ?? [];
    return { name, line, isStopped: what.includes('must be stopped') };
  });
  const names = Object.keys(COMMANDS).filter((name) => name !== 'start');
  if (found.map(({ name }) => name).join() !== names.join())
    throw new Error(`The table has ${found.map(({ name }) => name).join()}`);
  return found;
}
