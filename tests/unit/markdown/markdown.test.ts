import { expect, test } from 'vitest';
import { toHtml } from '../../../rules/markdown/index.ts';

const flat = (markup: string, linkPrefix?: string) => toHtml(markup, { linkPrefix }).replaceAll('\n', '');

test('lists nest by two blanks or a tab, in either kind, and come back to any level', () => {
  expect(flat('1. a\n  - b\n    - c\n  - d\n2. e')).toBe(
    '<ol start="1"><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ol>',
  );
  expect(flat('- a\n\t1) b\n- c')).toBe('<ul><li>a<ol start="1"><li>b</li></ol></li><li>c</li></ul>');
  expect(flat('- a\n    - b\n  - c')).toBe('<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>');
  expect(flat('- a\n  - b\n  1. c')).toBe('<ul><li>a<ul><li>b</li></ul><ol start="1"><li>c</li></ol></li></ul>');
});

test('an indented item without an open list is a list of its own', () => {
  expect(flat('   - a\n   - b')).toBe('<ul><li>a</li><li>b</li></ul>');
});

test('a list shows the number that it starts with, however long, and a date is no list', () => {
  expect(flat('1234567. a')).toBe('<ol start="1234567"><li>a</li></ol>');
  expect(flat('007) a')).toBe('<ol start="7"><li>a</li></ol>');
  expect(flat('15.06.2026 доставка')).toBe('<p>15.06.2026 доставка</p>');
  expect(flat('1.5 мм')).toBe('<p>1.5 мм</p>');
});

test('a no-break space by itself is kept and marks nothing less than a plain one', () => {
  expect(flat('на\u00a07\u00a0% дешевле,  чем')).toBe('<p>на\u00a07\u00a0% дешевле, чем</p>');
  expect(flat('а\u00a0 б\u00a0\u00a0в')).toBe('<p>а б в</p>');
  expect(flat('-\u00a0a\n1.\u00a0б')).toBe('<ul><li>a</li></ul><ol start="1"><li>б</li></ol>');
  expect(flat('#\u00a0a\n>\u00a0б')).toBe('<h1>a</h1><blockquote><p>б</p></blockquote>');
});

test('text goes on inside a list item without a paragraph of its own', () => {
  expect(flat('- a\nб')).toBe('<ul><li>aб</li></ul>');
  expect(flat('- a\n# б')).toBe('<ul><li>a<h1>б</h1></li></ul>');
});

test('a heading inside a quote ends its paragraph', () => {
  expect(flat('> один\n# два\nтри')).toBe('<blockquote><p>один</p><h1>два</h1><p>три</p></blockquote>');
  expect(flat('> один\n>\n> два')).toBe('<blockquote><p>один</p><p>два</p></blockquote>');
});

test('emphasis keeps to whole words, bold by asterisks may stand inside one', () => {
  expect(flat('файл my_photo_2.png')).toBe('<p>файл my_photo_2.png</p>');
  expect(flat('сло**во**')).toBe('<p>сло<b>во</b></p>');
  expect(flat('***оба***')).toBe('<p><b><i>оба</i></b></p>');
  expect(flat('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>');
  expect(flat('a ****')).toBe('<p>a ****</p>');
});

test('markup inside a link is converted, in one that is not converted it stays as written', () => {
  expect(flat('[**x**](https://a.ru)')).toContain('><b>x</b></a>');
  expect(flat('**[x](https://a.ru)**')).toMatch(/^<p><b><a .*<\/a><\/b><\/p>$/);
  expect(flat('[**x**](page)')).toBe('[**x**](page)');
  expect(flat('[x](https://ru.wikipedia.org/wiki/ГАЗ_(завод))')).toContain('_(%D0%B7');
});

test('addresses are spelled as the browser spells them', () => {
  expect(flat('[x](https://пример.рф)')).toContain('href="https://xn--e1afmkfd.xn--p1ai/"');
  expect(flat('[x](HTTP://A.RU/"q")')).toContain('href="http://a.ru/%22q%22"');
  expect(flat('[x](mailto:a@b.ru?subject=1&body=2)')).toContain('href="mailto:a@b.ru?subject=1&amp;body=2"');
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  'https://',
  '//a.ru',
])('no link leads to %s', (address) => {
  expect(flat(`[x](${address})`)).toBe(`[x](${address})`);
});

test.each(['//evil.example', '/\\evil.example', '\\\\evil.example', '/ /evil.example', '/\t/evil.example'])(
  'the name %j of a page or a picture stays on this site',
  (name) => {
    expect(flat(`[[${name}|x]]`)).toBe('<p><a href="/evil.example">x</a></p>');
    expect(flat(`![[${name}|x]]`)).toBe('<img src="/evil.example" alt="x"/>');
  },
);

test('a prefix is a folder of this site, with or without its slashes', () => {
  expect(flat('[[a]]', '/docs/')).toBe('<p><a href="/docs/a">a</a></p>');
  expect(flat('[[/a|a]]', '//docs')).toBe('<p><a href="/docs/a">a</a></p>');
});

test('brackets without a name, and unclosed ones, stay as written', () => {
  for (const text of ['[[]]', '[[ ]]', '![[]]', '[[|x]]', '[[///]]', '[[a', '![[a]', '[a](b', '[a]']) {
    expect(flat(text)).toBe(text);
  }
});

test('unclosed code runs to the end; a fence closes with its own line only', () => {
  expect(flat('```js\nlet a;\n')).toBe('<pre><code>let a;</code></pre>');
  expect(toHtml('```\na\r\n``` b\n\nc\n```')).toBe('<pre><code>a\n``` b\n\nc</code></pre>');
});

test('a printed buffer goes without its brackets only inside code', () => {
  expect(flat('`<Buffer 68>`')).toBe('<p><code>Buffer 68</code></p>');
  expect(flat('a <Buffer 68>')).toBe('<p>a &lt;Buffer 68&gt;</p>');
});

test('a hashtag stands alone, not inside words, addresses or other marks', () => {
  expect(flat('(#кпп) и #мост.')).toBe('(<small>#кпп</small>) и <small>#мост</small>.');
  expect(flat('a#b C# https://a.ru/#x ##y')).toBe('<p>a#b C# https://a.ru/#x ##y</p>');
});

test('an indented line and one after a byte order mark are read like any other', () => {
  expect(flat('  текст')).toBe('<p>текст</p>');
  expect(flat('\ufeff# Заголовок')).toBe('<h1>Заголовок</h1>');
});
