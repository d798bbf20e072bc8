import { expect, test } from 'vitest';
import { distancesTo, NEAR, namersOf, touchedSpecs, touchedTests } from '../../../scripts/checks/touched.ts';

const TEXTS = new Map([
  ['server/main.ts', "import { app } from './app.ts';"],
  ['server/app.ts', "new Worker(new URL('./search/find-thread.ts', import.meta.url))"],
  ['server/search/find-thread.ts', "import { stages } from './stages.ts';"],
  ['server/search/stages.ts', ''],
  ['server/mail/letters.ts', ''],
  ['tests/support/shop.ts', "spawn('node', ['server/main.ts'])"],
  ['tests/unit/catalogue/stages.test.ts', "import { stages } from '../../../server/search/stages.ts';"],
  ['tests/api/mail/letters.test.ts', "import { shop } from '../../support/shop.ts';"],
  ['src/islands/slides/Slides.tsx', "<h1>Слайды главной</h1><button>Убрать слайд</button>; 'Сохранено'"],
  ['src/lib/people/people-texts.ts', "export const HEADING = 'Сотрудники магазина';"],
  ['src/pages/slides.astro', "import { Slides } from '../islands/slides/Slides.tsx';"],
  ['tests/e2e/slides.spec.ts', "name: 'Слайды главной'; name: 'Убрать слайд'"],
  ['tests/e2e/people.spec.ts', "name: 'Сотрудники магазина'; name: 'Слайды главной'"],
]);

test('what is named by an import, as a thread or as a program leads to a change', () => {
  const distances = distancesTo(['server/search/stages.ts'], namersOf(TEXTS));
  expect(distances.get('tests/unit/catalogue/stages.test.ts')).toBe(1);
  expect(distances.get('tests/api/mail/letters.test.ts')).toBe(5);
  expect(distances.has('server/mail/letters.ts')).toBe(false);
});

test('the nearest tests are run first, and of many the rest is told', () => {
  expect(touchedTests(['server/search/stages.ts'], TEXTS)).toEqual({
    near: ['tests/unit/catalogue/stages.test.ts', 'tests/api/mail/letters.test.ts'],
    left: [],
  });
  const many = Array.from({ length: NEAR.vitest + 7 }, (_, at) => `tests/unit/${at}.test.ts`);
  const texts = new Map([
    ['contract/fields/field.ts', ''],
    ...many.map((file): [string, string] => [file, "import '../../contract/fields/field.ts'"]),
  ]);
  const { near, left } = touchedTests(['contract/fields/field.ts', 'tests/unit/46.test.ts'], texts);
  expect([near[0], near.length, left.length]).toEqual(['tests/unit/46.test.ts', NEAR.vitest, 7]);
});

test.each(['src/islands/slides/Slides.tsx', 'src/pages/slides.astro', 'tests/e2e/slides.spec.ts'])(
  'a browser test that quotes the texts of a changed area is run: %s',
  (changed) => {
    expect(touchedSpecs([changed], TEXTS).near).toEqual(['tests/e2e/slides.spec.ts']);
  },
);

test('a change of the services touches no texts of pages', () => {
  expect(touchedSpecs(['server/mail/letters.ts'], TEXTS).near).toEqual([]);
});
