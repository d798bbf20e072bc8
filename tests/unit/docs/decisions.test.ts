import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const index = readFileSync(`${FOLDER}/README.md`, 'utf8');
const names = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort();

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const records = names.map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  const [, status = ''] = /^# .+\n\nStatus: (.+)\n\n## Context\n\n/.exec(text) ?? [];
  const sections = [...text.matchAll(/^## .+$/gm)].map(([heading]) => heading);
  return { name, number: Number(number), title, status, sections };
});
const numbers = records.map(({ number }) => number);

test('every record has its number and title in its head and its file name, each number once', () => {
  expect(records.length).toBeGreaterThan(90);
  for (const { name, number, title } of records)
    expect(name).toBe(`${String(number).padStart(3, '0')}-${slugOf(title)}.md`);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every record has a status that names later records, and the usual sections', () => {
  for (const { name, number, status, sections } of records) {
    expect([name, status]).toEqual([
      name,
      expect.stringMatching(/^(accepted|(partly )?superseded by \d+(, \d+)*( and \d+)?)$/),
    ]);
    for (const [later] of status.matchAll(/\d+/g)) {
      expect(numbers).toContain(Number(later));
      expect(Number(later)).toBeGreaterThan(number);
    }
    const order = ['## Context', '## Decision', '## Rejected', '## Consequences'];
    expect([name, sections]).toEqual([name, order.filter((section) => sections.includes(section))]);
    expect(sections).toContain('## Decision');
  }
});

test('the index has every record once, by its title and with a status other than accepted', () => {
  const lines = index.split('\n').filter((line) => line.startsWith('- ['));
  const wanted = records.map(({ name, number, title, status }) => ({
    head: `- [${number}. ${title}](${name}): `,
    end: status === 'accepted' ? '' : ` (${status})`,
  }));
  expect(lines.length).toBe(wanted.length);
  for (const { head, end } of wanted) {
    const [line = '', ...more] = lines.filter((one) => one.startsWith(head));
    expect([head, more, line.length > head.length + end.length]).toEqual([head, [], true]);
    expect(/ \((?:partly )?superseded by .+\)$/.exec(line)?.[0] ?? '').toBe(end);
  }
  for (const document of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])
    expect(readFileSync(document, 'utf8')).toContain('decisions/README.md)');
});

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].map((path) =>
  path.replaceAll('\\', '/'),
);

test('every path of the repository that a document names in backticks exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [
      ...readFileSync(document, 'utf8').matchAll(
        /`((?:server|src|contract|rules|settings|tests|scripts|docs)\/[^`\s]+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      // A name with NNN, <…> or * stands for several files, or for one that a change makes.
      .filter((path) => !/NNN|[<*]/.test(path) && !existsSync(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('every link between documents leads to a file and a heading that exist', () => {
  const headings = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const broken = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = '', heading] = link.split('#');
        const path = file ? join(document, '..', file) : document;
        return !existsSync(path) || (heading !== undefined && !headings(path).includes(heading));
      })
      .map((link) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});
