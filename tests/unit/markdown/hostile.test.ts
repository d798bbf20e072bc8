import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtml } from '../../../rules/markdown/index.ts';
import { faultOf, markupTexts } from '../../support/markup.ts';

test('100 000 texts of broken markup give no element, attribute or address outside of the list (security 36)', () => {
  fc.assert(
    fc.property(markupTexts, (text) => {
      const fault = faultOf(toHtml(text));
      if (fault) throw new Error(fault);
    }),
    { numRuns: 100_000 },
  );
});

test('converted text is text to the converter: a second turn shows the first, tags and all', () => {
  fc.assert(
    fc.property(markupTexts, (text) => {
      const again = toHtml(toHtml(text));
      expect(faultOf(again)).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

test('the check of these tests itself finds what must not be there', () => {
  for (const html of [
    '<script>',
    '<b onclick="x">a</b>',
    '<a href="javascript:x">a</a>',
    '<a href="//host">a</a>',
    '<b>a',
    '<b><i>a</b></i>',
    'a & b',
  ]) {
    expect(faultOf(html)).not.toBeNull();
  }
});

test('2 MB of text, NUL and halves of characters are converted whole', () => {
  const line = '- **Мост** \0 \ud800 [[about/contact|Контакты]] `код`\n';
  const html = toHtml(line.repeat(Math.ceil((2 * 1024 * 1024) / line.length)));
  expect(html.length).toBeGreaterThan(2 * 1024 * 1024);
  expect(faultOf(html.slice(0, html.indexOf('</li>')).replace('<ul><li>', ''))).toBeNull();
  expect(html).not.toMatch(/[\0\ud800]/);
  expect(toHtml('')).toBe('');
});

test('elements never pile up, however deep a text nests', () => {
  const lists = Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
  const marks = '**a *b __c _d '.repeat(500) + 'e_ f__ g* h** '.repeat(500);
  for (const text of [lists, marks, '> '.repeat(1000)]) {
    expect(depthOf(toHtml(text))).toBeLessThanOrEqual(40);
  }
});

/** Most elements that are open at once. */
function depthOf(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of html.matchAll(/<\/?\w+/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}
