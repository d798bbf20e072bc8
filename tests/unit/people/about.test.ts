import { expect, test } from 'vitest';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { ABOUT_ALIASES, NEW_PAGE_FORM } from '../../../contract/pages/forms.ts';
import { toHtml } from '../../../rules/markdown/index.ts';
import { demoPages } from '../../../server/pages/demo-texts.ts';
import { readVersion } from '../../../server/platform/http/request.ts';

const readAlias = (typed: unknown) => readField(NEW_PAGE_FORM.alias, typed);

test('an alias begins with a word character and goes on with two or more of few', () => {
  for (const alias of ['contact', 'mainPage', 'a_b', '0.1', 'a b-c.d']) expect(readAlias(alias)).toBe(alias);
  expect(readAlias(' contact ')).toBe('contact');
  for (const alias of ['', 'ab', ' ab ', '.abc', 'я.ru', 'a/b', 'a\nbc', 'a'.repeat(121), 7, null, ['abc']]) {
    expect(readAlias(alias)).toEqual(new Refusal('invalid alias'));
  }
});

test('the number of a version is a whole one', () => {
  expect(['1', '42', '0', '-1', 'x', '1.0', '9'.repeat(10)].map(readVersion)).toEqual([1, 42, 0, 0, 0, 0, 0]);
});

test('the demonstration has a text for each company page, with the contacts of the installation as links', () => {
  const shop = {
    name: 'Магазин',
    town: 'в Миассе',
    phone: '+7 (351) 111-22-33',
    email: 'a@shop.example',
    address: 'ул. Новая, д. 1',
    delivery: ['Первая', 'Вторая'],
  };
  const pages = new Map(demoPages(shop).map(({ alias, mdInfo }) => [alias, toHtml(mdInfo)]));
  expect([...pages.keys()].sort()).toEqual(ABOUT_ALIASES.filter((alias) => alias !== 'privacy').sort());
  expect(pages.get('contact')).toContain('href="tel:+73511112233"');
  expect(pages.get('mainPage')).toContain('со склада в Миассе');
  expect(pages.get('contact')).toContain('href="mailto:a@shop.example"');
  expect(pages.get('contact')).toContain('ул. Новая, д. 1');
  expect(pages.get('delivery')).toContain('<li>Вторая');
  for (const html of pages.values()) {
    expect(html).toMatch(/<h1>.*<ul>|<h1>.*<ol/s);
    // No mark of the markup is left as text.
    expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/\*\*|\[\[|\]\(|^#|^- /m);
  }
});
