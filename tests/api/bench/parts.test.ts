// @module-tag deep
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ATTACKS } from '../../../bench/abuse/attacks.ts';
import { hasNginx } from '../../../bench/nginx.ts';
import { abuse } from '../../../bench/parts/abuse.ts';
import { PARTS } from '../../../bench/parts.ts';

const run = promisify(execFile);
const postgres = process.env.TEST_DATABASE_URL;
/** Some minutes on a machine that has nothing else to do; beside other tests on a slow one, many more. */
const LONGEST = { timeout: 1_500_000 };

interface Line {
  readonly name: string;
  readonly figure: string;
}

/** The figures of a small run, by the heading of their part; the program must end well. */
async function smallRun(...options: string[]): Promise<Map<string, Line[]>> {
  const { stdout } = await run(process.execPath, ['bench/main.ts', '--small', ...options]);
  const tables = new Map<string, Line[]>();
  for (const table of stdout.split('\n\n').filter((text) => text.startsWith('|'))) {
    const [heading = '', , ...lines] = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    tables.set(
      heading[1] ?? '',
      lines.map(([, name = '', figure = '']) => ({ name, figure })),
    );
  }
  return tables;
}

/** Every figure has a number, or says what this machine lacks. */
function expectFigures(lines: readonly Line[]): void {
  expect(lines.length).toBeGreaterThan(0);
  for (const { name, figure } of lines) {
    expect(figure, name).not.toMatch(/NaN|Infinity|undefined|null|not carried out/);
    expect(figure, name).toMatch(/\d|^left out: ./);
  }
}

const scale = { count: 2_000, small: true, engine: 'sqlite' } as const;

test('every part of the benchmark runs after the others, with figures', LONGEST, async () => {
  const tables = await smallRun();
  expect([...tables.keys()]).toEqual(PARTS.map((part) => `${part.title(scale)}, small`));
  for (const lines of tables.values()) expectFigures(lines);
  const all = [...tables.values()].flat();
  const left = all.filter(({ figure }) => figure.startsWith('left out')).map(({ name }) => name);
  const lacking = hasNginx() ? [] : ['/ beside nginx', '/about/company beside nginx'];
  expect(left).toEqual([...lacking, 'copies of a catalogue']);
  const attacks = tables.get(`${abuse.title(scale)}, small`) ?? [];
  expect(attacks.length).toBeGreaterThanOrEqual(ATTACKS.length);
});

describe.skipIf(!postgres)('a benchmark with PostgreSQL', () => {
  test('measures copies', LONGEST, async () => {
    const [lines = []] = (await smallRun('--only=copies', '--engine=sqlite', `--postgres=${postgres}`)).values();
    expectFigures(lines);
    expect(lines.some(({ figure }) => figure.startsWith('left out'))).toBe(false);
  });
});
