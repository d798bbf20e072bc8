import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { drawPackage } from '../../../server/documents/package/draw-package.ts';
import type { PackageContent, PackageDecision } from '../../../server/documents/package/package.ts';
import { textBlocks } from '../../../server/documents/package/text-blocks.ts';
import { showCheck } from '../../../src/lib/documents/check-page.ts';
import { openInformator } from '../../../src/lib/platform/http-client.ts';

const shown = (markup: string) =>
  textBlocks(markup).map(({ kind, level, mark, runs }) =>
    [kind, level, mark, runs.map(({ text }) => text).join('')].filter((part) => part !== '' && part !== 0),
  );

describe('the text of a document on paper', () => {
  test('keeps its paragraphs, lists, quotes and code', () => {
    expect(
      shown('# Предмет\nТекст **жирный**\n- один\n  - два\n\n3. три\n\n> цитата\n\n```\na  <b>\n  c\n```'),
    ).toEqual([
      ['heading', 1, 'Предмет'],
      ['paragraph', 'Текст жирный'],
      ['item', 1, '•', 'один'],
      ['item', 2, '•', 'два'],
      ['item', 1, '3.', 'три'],
      ['quote', 'цитата'],
      ['code', 'a  <b>\n  c'],
    ]);
  });

  test('keeps lines of telephones and dashes apart', () => {
    expect(shown('+7 343 200-00-00\n— почта\n(офис)')).toEqual([
      ['paragraph', '+7 343 200-00-00'],
      ['paragraph', '— почта'],
      ['paragraph', '(офис)'],
    ]);
  });

  test('names a picture, and takes anything for text', () => {
    expect(shown('![[схема.png|Схема узла]]')).toEqual([['paragraph', '[Схема узла]']]);
    expect(shown('<script>1</script> & &amp; < >')).toEqual([['paragraph', '<script>1</script> & &amp; < >']]);
    expect(shown('')).toEqual([]);
  });

  test('tells bold from italic', () => {
    expect(textBlocks('а **б** _в_')[0]?.runs).toEqual([
      { text: 'а ', bold: false, italic: false },
      { text: 'б', bold: true, italic: false },
      { text: ' ', bold: false, italic: false },
      { text: 'в', bold: false, italic: true },
    ]);
  });
});

describe('a package', () => {
  const decision = (at: number): PackageDecision => ({
    kind: 'acceptor',
    name: `Сотрудник ${at}`,
    position: '',
    by: '',
    outcome: 'pending',
    at: '',
    reason: '',
  });
  const content = (changed: Partial<PackageContent> = {}): PackageContent => ({
    host: 'shop.example',
    number: 7,
    title: 'Договор',
    directing: 'Закупки',
    task: 'Договор',
    author: 'Анна',
    createdOn: '01.11.2026',
    version: 1,
    hash: 'a'.repeat(64),
    text: 'Текст',
    decisions: [],
    earlier: [],
    files: [],
    checkAddress: `https://shop.example/check?document=1&hash=${'a'.repeat(64)}`,
    savedAt: Date.UTC(2026, 10, 1),
    ...changed,
  });
  /** Draws it; `files` are the attachments that lie on this machine, by name. */
  const drawn = async (shown: PackageContent, files: Readonly<Record<string, Uint8Array>> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'package-'));
    try {
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
      const here = shown.files.map((file) => ({ ...file, path: file.path && join(folder, file.path) }));
      await drawPackage({ ...shown, files: here }, join(folder, 'drawn'));
      return await readFile(join(folder, 'drawn'));
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const sheets = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/gu)?.length;

  test('is the same bytes for the same content', async () => {
    expect(await drawn(content())).toEqual(await drawn(content()));
    expect(await drawn(content())).not.toEqual(await drawn(content({ text: 'Тест' })));
  });

  test('takes 200 decisions, 200 attachments, a broken PDF among them, and a title of any kind', async () => {
    const broken = new TextEncoder().encode('%PDF-1.7\n1 0 obj << /Length 99999 >> stream');
    const file = { type: 'application/pdf', size: 3, sha256: 'b'.repeat(64) };
    const whole = new Uint8Array([1, 2, 3]);
    const pdf = await drawn(
      content({
        title: `Ж${'ш'.repeat(3000)}\ud800\u0000😀`,
        decisions: Array.from({ length: 200 }, (_, at) => decision(at)),
        files: Array.from({ length: 200 }, (_, at) => ({
          ...file,
          ...{ name: `файл ${at}.pdf`, path: at === 100 ? 'broken' : 'whole' },
        })),
      }),
      { broken, whole },
    );
    expect(sheets(pdf)).toBeGreaterThan(10);
    expect(Buffer.from(pdf).includes(broken)).toBe(true);
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type \/EmbeddedFile/gu),
    ).toHaveLength(200);
  });

  test('has letters of Cyrillic in fonts of its own', async () => {
    const pdf = (await drawn(content())).toString('latin1');
    expect(pdf).toContain('+PTSans-');
    expect(pdf).not.toContain('/Helvetica');
  });

  test('names a licence for its font', () => {
    const licence = new URL('../../../node_modules/@expo-google-fonts/pt-sans/LICENSE_FONT', import.meta.url);
    expect(readFileSync(licence, 'utf8')).toMatch(/Open Font License/iu);
  });
});

test('the address of a check names a document and a hash of its version, or nothing', async () => {
  const get = vi.spyOn(openInformator, 'get');
  onTestFinished(() => {
    get.mockRestore();
    vi.unstubAllGlobals();
  });
  /** What the page asks with this query, and how it looks then. */
  const checkOf = async (search: string) => {
    vi.stubGlobal('location', { search });
    get.mockReset().mockReturnValue({ json: async () => ({ matches: false }) } as never);
    const page = { dataset: { outcome: '' }, querySelector: () => ({}) };
    await showCheck(page as unknown as HTMLElement);
    return [page.dataset.outcome, ...get.mock.calls.map(([path]) => path)];
  };
  const hash = '0a'.repeat(32);
  const found = ['refused', `docflow/check/17/${hash}`];
  expect(await checkOf(`?document=17&hash=${hash}`)).toEqual(found);
  expect(await checkOf(`?document=17&hash=%20${hash.toUpperCase()}`)).toEqual(found);
  for (const search of [
    '',
    '?document=17',
    `?document=-1&hash=${hash}`,
    `?document=a&hash=${hash}`,
    '?document=1&hash=xx',
  ])
    expect(await checkOf(search)).toEqual(['none']);
});
