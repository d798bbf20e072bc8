import { describe, expect, test } from 'vitest';
import {
  type Edit,
  imageEdit,
  isRootRelative,
  markupEdit,
  pageEdit,
  type Selection,
} from '../../../src/lib/markdown/markup-edit.ts';

const STUBS = { text: 'текст', address: 'https://', page: 'page', cells: ['Город', 'Срок'] };

/** A text with its selection between bars, and back. */
function selectionOf(marked: string): Selection {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 };
}

function edited({ text }: Selection, { from, to, insert, start, end }: Edit): string {
  const result = text.slice(0, from) + insert + text.slice(to);
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`;
}

describe('a button of the toolbar', () => {
  test.each([
    ['bold', 'так |важно| это', 'так **|важно|** это'],
    ['bold', 'так **|важно|** это', 'так |важно| это'],
    ['bold', 'тут |', 'тут **|текст|**'],
    ['italic', '|слово|', '_|слово|_'],
    ['code', 'имя |файл.txt|', 'имя `|файл.txt|`'],
    ['code', '|a\nb|', '```\n|a\nb|\n```'],
    ['list', 'один\nд|ва\nтр|и', 'один\n|- два\n- три|'],
    ['list', '|- один\n- два|', '|один\nдва|'],
    ['list', '|один\nдва\n|три', '|- один\n- два|\nтри'],
    ['numbered', '|один\nдва|', '|1. один\n2. два|'],
    ['quote', 'мы|сль', '> мысль||'],
    ['heading', 'Глава|', '## |Глава|'],
    ['heading', '## Глава|', '### |Глава|'],
    ['heading', '### Глава|', '|Глава|'],
    ['link', '|сайт|', '[сайт](|https://|)'],
    ['link', '|https://a.ru|', '[|текст|](https://a.ru)'],
    ['table', 'текст|', 'текст\n| |Город| | Срок |\n| --- | --- |\n|  |  |'],
    ['table', '|а;б\nв\tг|', '| |а| | б |\n| --- | --- |\n| в | г |'],
    ['internal', '|адрес|', '[[|page||адрес]]'],
  ] as const)('%s turns %j into %j', (kind, before, expected) => {
    const selection = selectionOf(before);
    const result = edited(selection, markupEdit(kind, selection, STUBS));
    expect(result).toBe(expected);
  });

  test('puts a picture on a line of its own, whatever its name holds', () => {
    const selection = selectionOf('текст|');
    expect(edited(selection, imageEdit(selection, ' /img/a.webp ', 'Мост [1]'))).toBe(
      'текст\n![[img/a.webp|Мост 1]]||',
    );
    const alone = selectionOf('||');
    expect(edited(alone, imageEdit(alone, '/p|]].png', ''))).toBe('![[p.png]]||');
  });
});

test('a link to a page is put in with what is shown, whatever its name holds', () => {
  const selection = selectionOf('см. |тут|');
  expect(edited(selection, pageEdit(selection, '/catalog/product/a-7', 'Мост [7]|'))).toBe(
    'см. [[catalog/product/a-7|Мост 7]]||',
  );
});

test.each([
  ['/api/mnote/static/images/a.webp', true],
  ['//evil.test/a.png', false],
  ['/\\evil.test/a.png', false],
  ['https://a.ru/a.png', false],
  ['a.png', false],
  ['', false],
])('the address %j of a picture is of this site: %s', (address, own) => {
  expect(isRootRelative(address)).toBe(own);
});
