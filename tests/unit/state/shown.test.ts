import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StateAnswer, StatePoint } from '../../../contract/operations/state.ts';
import { Charts } from '../../../src/islands/state/Charts.tsx';
import { Problems, StateParts, Technical } from '../../../src/islands/state/State.tsx';
import { EVENING } from '../../support/moment.ts';

const at = new Date(EVENING).toISOString();
const UNKNOWN: StateAnswer = {
  at,
  process: { name: 'shop:8080', services: [], startedAt: at, memory: 2 ** 28, version: '0.1.0', node: 'v26' },
  databases: [{ name: 'bridge', state: null }],
  mails: [{ name: 'mauth', state: null }],
  imports: null,
  requests: null,
  ...{
    index: null,
    site: null,
    disk: null,
    storage: null,
    backups: null,
    accounts: null,
    placeholders: [],
    points: [],
  },
};
const point: StatePoint = {
  ...{ at, requests: 1_200, failures: 3, meanMs: 12.4, memory: 2 ** 28, lagMs: 5, mails: 0 },
};

test('what nobody knows is said to be unknown, and backups that nobody set up to be just that', () => {
  const shown = renderToStaticMarkup(createElement(StateParts, { answer: UNKNOWN }));
  expect(shown.match(/не\u00a0удалось узнать/g)).toHaveLength(4);
  expect(shown).toContain('Не\u00a0настроены');
  expect(renderToStaticMarkup(createElement(Technical, { answer: UNKNOWN }))).toContain('не\u00a0отвечает');
  expect(shown).not.toContain('Загрузки прайсов');
});

test('a drawing says in words what it shows, and the table has the same numbers', () => {
  const shown = renderToStaticMarkup(createElement(Charts, { answer: { ...UNKNOWN, points: [point] } }));
  expect(shown).toContain(
    'aria-label="Запросы за\u00a0полчаса: от\u00a01\u00a0200 до\u00a01\u00a0200, сейчас 1\u00a0200"',
  );
  expect(shown).toContain('<td>1\u00a0200</td><td>12</td><td>3</td><td>256</td>');
  expect(shown).not.toContain('style=');
});

test('a process that has just begun has no drawings yet', () => {
  expect(renderToStaticMarkup(createElement(Charts, { answer: UNKNOWN }))).toContain('Первые точки');
});

test('a problem that has a page of its own leads there', () => {
  const run = { id: 7, fileName: 'Прайс.xlsx', kind: 'file', state: 'failed', startedAt: at, endedAt: at } as const;
  const answer = { ...UNKNOWN, databases: [], imports: { running: 0, waiting: 0, last: [run] } };
  const shown = renderToStaticMarkup(createElement(Problems, { answer, routes: [] }));
  expect(shown).toContain('«Прайс.xlsx»');
  expect(shown).toContain('href="/catalog/edit/imports/7"');
});
