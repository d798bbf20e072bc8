import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Files whose strings mix the alphabets on purpose: what users mistype, and characters that are compared. */
const MIXING = new Set([
  'rules/catalogue/article.ts',
  'rules/catalogue/list.ts',
  'server/catalogue/demo/providers.ts',
  'server/operations/commands/demo-queries.ts',
  'server/platform/text/misspellings.ts',
  'server/price-lists/rules/cells.ts',
]);

/** The specification writes this text so, and is compared letter for letter. */
const SPECIFIED = 'Пользователь c такой почтой уже создан';

const MIXED_WORD = /\p{L}*(?:[A-Za-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[A-Za-z])\p{L}*/gu;
/** A Latin letter in the place of a preposition or a conjunction: «c почтой», «a также», «y вас». */
const LATIN_PREPOSITION = /(?<=^|[а-яё,»] )[acokyAKOYC](?=[\s\u00a0]\p{Script=Cyrillic})/gu;

const mixedIn = (text: string): string[] =>
  [MIXED_WORD, LATIN_PREPOSITION].flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));

/** The texts of a program, as they are shown: strings, parts of templates and text between tags. */
function textsOf(file: string): string[] {
  const content = readFileSync(file, 'utf8');
  if (!file.endsWith('.ts') && !file.endsWith('.tsx')) return [content];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    else if (ts.isJsxText(node)) texts.push(node.text.trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, false));
  return texts;
}

test('no word of a text for users mixes Latin and Russian letters that look alike', () => {
  const files = globSync('{src,rules,contract,server,settings}/**/*.{ts,tsx,astro,json,css}');
  const found = files
    .filter((file) => !MIXING.has(file))
    .flatMap((file) =>
      textsOf(file)
        .filter((text) => text !== SPECIFIED)
        .flatMap((text) => mixedIn(text).map((word) => `${file}: ${word} in ${text.slice(0, 80)}`)),
    );
  expect(files.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});

test('a mixed word and a Latin letter in the place of a preposition are found', () => {
  expect(mixedIn('Cохранено, пoчта a не адрес')).toEqual(['Cохранено', 'пoчта', 'a']);
  expect(mixedIn('Файл .csv c данными')).toEqual([]);
  expect(mixedIn('вместе c данными')).toEqual(['c']);
  expect(mixedIn('QR‑код, A4, столбец F или 3, .xlsx и e-mail')).toEqual([]);
});

test('a file that mixes alphabets on purpose does so', () => {
  for (const file of MIXING)
    expect(
      textsOf(file).some((text) => mixedIn(text).length > 0),
      file,
    ).toBe(true);
});
