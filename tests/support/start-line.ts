import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** What Node is given by `npm start`: its options and the program, whose path begins at the root of the project. */
export const startLine = (): string[] => scripts.start.split(' ').slice(1);
