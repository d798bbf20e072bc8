import { expect, test } from 'vitest';
import { HOLE_MARK, hole } from '../../../contract/holes.ts';
import { readShell } from '../../../server/catalogue/product-pages/shell.ts';
import { compileTemplate, scriptJson } from '../../../server/catalogue/product-pages/template.ts';

/** A page whose holes are written without their mark. */
const pageOf = (text: string) =>
  text.replaceAll('{{', `{{${HOLE_MARK}`).replaceAll('%7B%7B', `%7B%7B${encodeURIComponent(HOLE_MARK)}`);
const compile = (text: string) => compileTemplate(pageOf(text));

const HOSTILE = `</script><img src=x onerror="alert('1')">&amp;{{other}}]]>\u0000\u0007\u2028`;

test('security 37: a text is escaped for where it stands: markup, address, JSON in a script', () => {
  const page = compile(
    '<h1 title="{{a}}">{{a}}</h1><a href="mailto:?subject=%7B%7Ba%7D%7D">x</a><script type="application/ld+json">{"name":"{{a}}"}</script><p>{{a}}</p>',
  );
  const html = page({ a: HOSTILE, other: 'filled' });
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toContain('filled');
  expect(html).not.toContain('\u0000');
  expect(html).not.toContain('\u0007');
  const json = /ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual({ name: HOSTILE });
  const address = /href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
  expect(new URL(address).searchParams.get('subject')).toBe(HOSTILE);
  expect(html).toContain('title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
});

test('a section stays with a value, its counterpart without one, also inside of another', () => {
  const page = compile('{{#a}}A{{^b}}-{{/b}}{{#b}}{{b}}{{/b}}{{/a}}{{^a}}none{{/a}}');
  expect([page({}), page({ a: '1' }), page({ a: '1', b: 'B' }), page({ b: 'B' })]).toEqual([
    'none',
    'A-',
    'AB',
    'none',
  ]);
});

test.each(['{{#a}}', '{{/a}}', '{{#a}}{{#b}}{{/a}}{{/b}}'])('%s is refused when the template is read', (page) => {
  expect(() => compile(page)).toThrow(/close/);
});

test.each(['{{#x}}', '{{/x}}', '{{title}}', '{{&title}}', '%7B%7Btitle%7D%7D'])(
  'a shop may be called %s: without their mark braces are text',
  (name) => {
    expect(compileTemplate(`<title>${name} ${hole('title')}</title>`)({ title: 'A' })).toBe(`<title>${name} A</title>`);
  },
);

test('JSON for a script survives the way there and back, and nothing in it ends the element', () => {
  const value = { text: HOSTILE, lone: 'a\ud800' };
  expect(scriptJson(value)).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(scriptJson(value))).toEqual(value);
});

const SHELL = pageOf(
  '<title><!--fill:t-->Shell<!--/fill--></title><template data-fill="t">{{title}} $&</template><template data-fill="t-missing">Nothing</template>' +
    '<main><!--fill:m-->wait<!--/fill--><template data-astro-template="fallback"><!--fill:m-->wait<!--/fill--></template></main><template data-fill="m"><b>{{title}}</b></template><script>run()</script>',
);

test('a shell is filled where it has places, once each, and keeps what has no filling', () => {
  const shell = readShell(SHELL, []);
  expect(shell?.found({ title: 'A & B' })).toBe(
    '<title>A &amp; B $&</title><main><b>A &amp; B</b><template data-astro-template="fallback">wait</template></main><script>run()</script>',
  );
  expect(shell?.missing({})).toBe(
    '<title>Nothing</title><main>wait<template data-astro-template="fallback">wait</template></main><script>run()</script>',
  );
  expect(shell?.policy).toMatch(/script-src 'self' 'sha256-/);
});

test('what a setting brings into an attribute is no place, no filling and no script', () => {
  const name = '<!--fill:t--></template><template data-fill=x><script><!--/fill-->';
  const page = pageOf(
    `<title><!--fill:t-->${escaped(name)}<!--/fill--></title><template data-fill="t"><meta content="${name}"><b title="{{a}}">{{a}}</b></template><p title="${name}"></p>`,
  );
  const text = name.replaceAll('<', '&lt;');
  expect(readShell(page, [])?.found({ a: '"<' })).toBe(
    `<title><meta content="${text}"><b title="&quot;&lt;">&quot;&lt;</b></title><p title="${text}"></p>`,
  );
});

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('a page without fillings is nobody’s template', () => {
  expect(readShell('<title>plain</title>', [])).toBeNull();
});
