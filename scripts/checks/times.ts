import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from './outcome.ts';
import type { Times } from './touched.ts';

/** Beside the packages: a note of this machine, and gone with them. */
const FILE = join('node_modules', '.cache', 'parts-test-times.json');

/** What each test file took when it was run here the last time; nothing of a clone in which none was. */
export function readTimes(): Times {
  if (!existsSync(FILE)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>));
  } catch {
    // Two runs at once may have written over each other: the next one writes it anew.
    return new Map();
  }
}

export function keepTimes(outcomes: readonly Outcome[]): void {
  const times = new Map(readTimes());
  for (const { file, seconds } of outcomes.flatMap(({ files }) => files)) times.set(file, seconds);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(Object.fromEntries([...times].filter(([file]) => existsSync(file)))));
}
