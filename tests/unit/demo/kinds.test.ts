import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindOf } from '../../../contract/catalogue/kinds.ts';
import { demoPositions } from '../../../server/catalogue/demo/positions.ts';

/** Complete and without others: the types say so. */
const KINDS: Readonly<Record<ReturnType<typeof kindOf>, true>> = {
  filter: true,
  brake: true,
  engine: true,
  gasket: true,
  bearing: true,
  shaft: true,
  gear: true,
  pump: true,
  radiator: true,
  suspension: true,
  belt: true,
  electrics: true,
  lamp: true,
  wheel: true,
  body: true,
  fastener: true,
  track: true,
  part: true,
};
const sprite = readFileSync(new URL('../../../public/parts.svg', import.meta.url), 'utf8');

test('every kind of part has its symbol in the sprite, and every symbol a kind', () => {
  const symbols = [...sprite.matchAll(/<symbol id="([a-z]+)" viewBox="0 0 48 48">/g)].map(([, id]) => id);
  expect(symbols.toSorted()).toEqual(Object.keys(KINDS).toSorted());
  expect(sprite).not.toMatch(/<script|onload|href/i);
});

test.each([
  ['Фильтр масляный КамАЗ', 'filter'],
  ['ФИЛЬТР-ПАТРОН', 'filter'],
  ['Прокладка головки блока', 'gasket'],
  ['Головка блока цилиндров', 'engine'],
  ['Болт крепления колеса', 'fastener'],
  ['К-т сцепления: диск, корзина', 'gear'],
  ['Диск тормозной', 'brake'],
  ['Диск колёсный', 'wheel'],
  ['Щётка стеклоочистителя', 'body'],
  ['5320-3501105 Накладка торм.', 'brake'],
  ['Ремень генератора', 'belt'],
  ['Звено гусеницы', 'track'],
  ['Oil filter W 914/2', 'filter'],
  ['Изделие', 'part'],
  ['', 'part'],
])('«%s» is shown as %s', (title, kind) => {
  expect(kindOf(title)).toBe(kind);
});

test('nearly every demonstration title tells its kind', () => {
  const titles = demoPositions().map(({ title }) => title);
  const untold = titles.filter((title) => kindOf(title) === 'part');
  expect(untold.length / titles.length).toBeLessThan(0.05);
});

test('words that are properties of objects in the language name no kind', () => {
  expect(kindOf('constructor toString __proto__')).toBe('part');
});
