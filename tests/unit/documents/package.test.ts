import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fingerprintOf, makeSealKey, type SealKey } from '../../../server/documents/package/certificates.ts';
import { drawPackage } from '../../../server/documents/package/draw-package.ts';
import type { PackageContent, PackageDecision, PackageFile } from '../../../server/documents/package/package.ts';
import { textBlocks } from '../../../server/documents/package/text-blocks.ts';
import { openCheck } from '../../../src/lib/documents/check-page.ts';
import { openInformator } from '../../../src/lib/platform/http-client.ts';
import { textOfPdf } from '../../support/pdf-text.ts';
import { isSealed } from '../../support/sealed-pdf.ts';

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

  test('keeps the cells of a table apart, and what is bold in them', () => {
    const [table, after] = textBlocks('| Товар | Кол-во |\n|---|---|\n| **Каток** опорный | 4 |\n\nПосле');
    const cells = table?.rows.map((row) => row.map((runs) => runs.map(({ text }) => text).join('')));
    expect([table?.kind, cells]).toEqual([
      'table',
      [
        ['Товар', 'Кол-во'],
        ['Каток опорный', '4'],
      ],
    ]);
    expect(table?.rows[1]?.[0]?.map(({ bold }) => bold)).toEqual([true, false]);
    expect([after?.kind, after?.runs.map(({ text }) => text)]).toEqual(['paragraph', ['После']]);
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
  const SEALED_AT = Date.UTC(2026, 10, 2, 9, 30);
  const decision = (changed: Partial<PackageDecision> = {}): PackageDecision => ({
    name: 'Сотрудник',
    position: '',
    now: '',
    by: '',
    outcome: 'Ждёт подписи',
    at: '',
    reason: '',
    ...changed,
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
    state: 'На согласовании',
    cancelled: null,
    text: 'Текст',
    steps: [],
    earlier: [],
    comments: null,
    checkAddress: `https://shop.example/check?document=1&hash=${'a'.repeat(64)}`,
    fingerprint: fingerprintOf(seal.certificate),
    savedAt: Date.UTC(2026, 10, 1),
    ...changed,
  });
  let seal: SealKey;
  beforeAll(async () => {
    seal = await makeSealKey('Документы shop.example', Date.UTC(2026, 10, 1));
  });

  /** Draws it; `bytes` are the attachments that lie on this machine, by name. */
  const drawn = async (
    shown: PackageContent,
    files: readonly PackageFile[] = [],
    bytes: Readonly<Record<string, Uint8Array>> = {},
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'package-'));
    try {
      for (const [name, content] of Object.entries(bytes)) await writeFile(join(folder, name), content);
      const here = files.map((file) => ({ ...file, path: file.path && join(folder, file.path) }));
      const order = { content: shown, files: here, seal, sealedAt: SEALED_AT };
      const sha256 = await drawPackage(order, join(folder, 'drawn'));
      const pdf = await readFile(join(folder, 'drawn'));
      expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256);
      return pdf;
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  /** How many pieces of text each sheet has. */
  const sheets = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .split('endstream')
      .map((stream) => stream.match(/ T[jJ]\n/gu)?.length ?? 0)
      .filter((count) => count > 0);

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
        steps: [
          { title: 'Согласование', decisions: Array.from({ length: 200 }, (_, at) => decision({ name: `Имя ${at}` })) },
        ],
      }),
      Array.from({ length: 200 }, (_, at) => ({
        ...file,
        ...{ name: `файл ${at}.pdf`, path: at === 100 ? 'broken' : 'whole' },
      })),
      { broken, whole },
    );
    expect(sheets(pdf).length).toBeGreaterThan(10);
    expect(Buffer.from(pdf).includes(broken)).toBe(true);
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type \/EmbeddedFile/gu),
    ).toHaveLength(200);
    expect(isSealed(pdf, seal)).toBe(true);
  });

  test('has no sheet without a text of its own, whatever its parts are long', async () => {
    const long = 'Причина с подробностями. '.repeat(80);
    const comment = { kind: 'question', by: 'Олег', at: '01.11.2026', version: 1, text: long, files: [] } as const;
    for (const shown of [
      content(),
      content({ title: 'Длинное название договора поставки '.repeat(12), text: '' }),
      content({ title: 'Слово '.repeat(500), cancelled: { at: '02.11.2026', by: 'Анна', reason: long } }),
      content({ text: `![[схема.png|${'Схема '.repeat(60)}]]\n\n${'Абзац.\n\n'.repeat(300)}` }),
      content({
        steps: [
          {
            title: 'Согласование',
            decisions: Array.from({ length: 50 }, () => decision({ reason: long, now: 'Анна' })),
          },
        ],
        comments: Array.from({ length: 200 }, () => comment),
      }),
      ...Array.from({ length: 12 }, (_, lines) => content({ text: 'Строка\n\n'.repeat(3 * lines) })),
    ]) {
      const counts = sheets(await drawn(shown));
      // The foot of a sheet is one piece of text.
      expect(Math.min(...counts)).toBeGreaterThan(1);
    }
  });

  test('shows a change of any byte after it was sealed', async () => {
    const pdf = await drawn(content());
    expect(isSealed(pdf, seal)).toBe(true);
    for (const at of [20, Math.floor(pdf.length / 3), pdf.length - 30]) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSealed(changed, seal)).toBe(false);
    }
    expect(isSealed(Buffer.concat([pdf, Buffer.from('\n% added')]), seal)).toBe(false);
  });

  test('draws a table as a grid on as many sheets as it needs, and loses no word of a huge one', async () => {
    const rows = (count: number, cell: string) =>
      `| Товар | Кол-во |\n|---|---|\n${Array.from({ length: count }, (_, at) => `| ${cell} | ${at + 1} |`).join('\n')}`;
    const pdf = await drawn(content({ text: rows(120, 'Каток опорный') }));
    expect(pdf.toString('latin1').match(/ re\n0\.5 w\n/gu)).toHaveLength(2 * 121);
    expect(Math.min(...sheets(pdf))).toBeGreaterThan(10);
    const text = textOfPdf(pdf);
    expect(text.match(/Каток опорный/gu)).toHaveLength(120);
    expect(text).not.toContain('|');
    const long = textOfPdf(await drawn(content({ text: rows(1, 'слово '.repeat(2500)) })));
    expect(long.match(/слово/gu)).toHaveLength(2500);
  });

  test('names what its fonts lack, and leaves out what no one sees', async () => {
    const text = textOfPdf(
      await drawn(
        content({ title: 'Фото 😀👍🏽 груза', text: 'Чеи\u0306н не\u200bвидно\u00ad, шаг → 漢字, Ы\u0301, 5\u20095' }),
        [{ name: 'скан 👨‍👩‍👧.png', type: 'image/png', size: 3, sha256: 'b'.repeat(64), path: null }],
      ),
    );
    expect(text).toContain('Фото [эмодзи] груза');
    expect(text).toContain('скан [эмодзи].png');
    expect(text).toContain('Чейн невидно, шаг -> [знак], Ы\u0301, 5 5');
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
    vi.stubGlobal('document', { addEventListener: () => {} });
    get.mockReset().mockReturnValue({ json: async () => ({ matches: false }) } as never);
    const page = { dataset: { outcome: '' }, querySelector: () => ({ addEventListener: () => {} }) };
    await openCheck(page as unknown as HTMLElement);
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
