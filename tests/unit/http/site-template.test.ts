import { expect, test } from 'vitest';
import { readShell } from '../../../server/http/site/fill-in.ts';
import { compileTemplate, scriptJson } from '../../../server/http/site/template.ts';

const HOSTILE = `</script><img src=x onerror="alert('1')">&amp;{{other}}]]>\u0000\u0007\u2028`;

test('security 37: a text is escaped for where it stands: markup, address, JSON in a script', () => {
  const page = compileTemplate(
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
  expect(html).toContain(
    'title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;',
  );
});

test('a section stays with a value, its counterpart without one, also inside of another', () => {
  const page = compileTemplate('{{#a}}A{{^b}}-{{/b}}{{#b}}{{b}}{{/b}}{{/a}}{{^a}}none{{/a}}');
  expect([page({}), page({ a: '1' }), page({ a: '1', b: 'B' }), page({ b: 'B' })]).toEqual([
    'none',
    'A-',
    'AB',
    'none',
  ]);
});

test.each(['{{#a}}', '{{/a}}', '{{#a}}{{#b}}{{/a}}{{/b}}'])(
  '%s is refused when the template is read',
  (page) => {
    expect(() => compileTemplate(page)).toThrow(/close/);
  },
);

test('JSON for a script survives the way there and back, and nothing in it ends the element', () => {
  const value = { text: HOSTILE, lone: 'a\ud800' };
  expect(scriptJson(value)).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(scriptJson(value))).toEqual(value);
});

const SHELL =
  '<title><!--fill:t-->Shell<!--/fill--></title><template data-fill="t">{{title}} $&</template><template data-fill="t-missing">Nothing</template>' +
  '<main><!--fill:m-->wait<!--/fill--><template data-astro-template="fallback"><!--fill:m-->wait<!--/fill--></template></main><template data-fill="m"><b>{{title}}</b></template><script>run()</script>';

test('a shell is filled where it has places, once each, and keeps what has no filling', () => {
  const shell = readShell(SHELL, []);
  expect(shell?.found({ title: 'A & B' })).toBe(
    '<title>A &amp; B $&</title><main><b>A &amp; B</b><template data-astro-template="fallback">wait</template></main><script>run()</script>',
  );
  expect(shell?.missing).toBe(
    '<title>Nothing</title><main>wait<template data-astro-template="fallback">wait</template></main><script>run()</script>',
  );
  expect(shell?.policy).toMatch(/script-src 'self' 'sha256-/);
});

test('a page without fillings is nobody’s template', () => {
  expect(readShell('<title>plain</title>', [])).toBeNull();
});
