import { expect, test } from 'vitest';
import type { Note } from '../../../contract/slides/slides.ts';
import { belowLevel, markupHtml } from '../../../src/lib/markdown/markup.ts';
import { slidesHash, textHash } from '../../../src/lib/pages/fresh-content.ts';
import { aboutHtml } from '../../../src/lib/pages/page-html.ts';
import { slidesHtml } from '../../../src/lib/slides/slide-html.ts';

const slide: Note = {
  id: 3,
  title: 'Фильтры <b>"масляные"</b>',
  message: 'от **640 ₽**',
  isPublic: true,
  files: [{ fileName: 'a1.webp', originalName: 'фото.png' }],
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

test('a page has one heading of the first level: the one that opens its text, or else its name', () => {
  expect(aboutHtml('Контакты', '# Как нас найти\n### Схема')).toBe('<h1>Как нас найти</h1>\n<h3>Схема</h3>');
  expect(aboutHtml('Контакты', '# Как нас найти\n# Схема')).toBe('<h1>Как нас найти</h1>\n<h2>Схема</h2>');
  expect(aboutHtml('Контакты', 'текст\n# Схема')).toBe('<h1>Контакты</h1><p>текст</p>\n<h2>Схема</h2>');
  expect(aboutHtml('Контакты', null)).toMatch(/^<h1>Контакты<\/h1><p class="muted">/);
});

test('headings of a text inside a page go below those of the page and keep their distance', () => {
  expect(belowLevel(2, '<h1>a</h1><h2>b</h2>')).toBe('<h2>a</h2><h3>b</h3>');
  expect(belowLevel(2, '<h2>a</h2><h4>b</h4>')).toBe('<h2>a</h2><h4>b</h4>');
  expect(belowLevel(4, '<h1>a</h1><h5>b</h5>')).toBe('<h4>a</h4><h6>b</h6>');
  expect(belowLevel(4, '<p>текст</p>')).toBe('<p>текст</p>');
});

test('pictures of a text wait until they come near', () => {
  expect(markupHtml('![[p.png]]')).toBe('<img loading="lazy" src="/p.png" alt="p.png"/>');
});

test('a slide shows its first picture, its title as text and its message', () => {
  const html = slidesHtml([slide]);
  expect(html).toContain('<li class="slide" id="slide-3">');
  expect(html).toContain('<h3>Фильтры &lt;b&gt;"масляные"&lt;/b&gt;</h3>');
  expect(html).toContain('alt="Фильтры &lt;b&gt;&quot;масляные&quot;&lt;/b&gt;"');
  expect(html).toContain('src="/api/mnote/static/images/a1.webp"');
  expect(html).toMatch(/srcset="[^"]*a1\.webp 1x, [^"]*a1@2x\.webp 2x"/);
  expect(html).toContain('<p>от <b>640 ₽</b></p>');
  expect(html).not.toContain('tabindex');
});

test('a slide without a picture has a drawing; pictures behind the first five are lazy; long messages take the focus', () => {
  const slides = Array.from({ length: 6 }, (_, id) => ({ ...slide, id }));
  expect(slidesHtml(slides).match(/loading="lazy"/g)).toHaveLength(1);
  const long = slidesHtml([{ ...slide, files: [], message: '- пункт\n'.repeat(8) }]);
  expect(long).toContain('href="/parts.svg#filter"');
  expect(long).toContain('tabindex="0"');
});

test('fingerprints tell texts and slides apart by what is shown', () => {
  expect(textHash('a')).toBe(textHash('a'));
  expect(new Set(['', 'a', 'b', 'ab', 'ba', null].map(textHash)).size).toBe(6);
  expect(slidesHash([slide])).toBe(slidesHash([{ ...slide, updatedAt: '2027-01-01T00:00:00.000Z' }]));
  expect(slidesHash([slide])).not.toBe(slidesHash([{ ...slide, message: 'от **650 ₽**' }]));
  expect(slidesHash([slide, slide])).not.toBe(slidesHash([slide]));
});
