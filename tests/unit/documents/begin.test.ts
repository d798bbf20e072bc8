import { expect, test } from 'vitest';
import type { Document, TemplateForForm } from '../../../contract/documents/documents.ts';
import { asksCounterparty, EMPTY_DOCUMENT, isRouteFixed, offered } from '../../../src/lib/documents/document-change.ts';
import { beginOf as beginningOf } from '../../../src/lib/documents/form-sample.ts';
import { daysOf, emptyStep, newStep, withMovedStep, wrongDaysStep } from '../../../src/lib/documents/template-calls.ts';

const anna = { uid: 'anna', name: 'Анна', email: 'anna@parts.example', position: 'Юрист' };
const template: TemplateForForm = {
  version: 2,
  title: 'Договор № {{номер}}',
  text: 'С {{контрагент}}',
  isFixed: true,
  steps: [{ title: '', mode: 'all', days: null, people: [anna] }],
  recipients: [anna],
  problem: null,
  repeats: [],
};
const entry = {
  ...anna,
  ...{ accept: true, acceptedAt: null, acceptedBy: null, declinedAt: null, reason: '', isWaiting: false },
};
const beginOf = (...given: [TemplateForForm | null, Document | null]) => beginningOf(...given, 'Europe/Moscow').text;
const author = { uid: 'anna', name: '', email: '', position: '' };
const sample = {
  ...{ num: 1, createdAt: '2026-01-01T00:00:00.000Z', author, files: [] },
  title: 'Был',
  description: 'Текст',
  acceptor: [entry],
  recipient: [entry],
} as unknown as Document;

test('a document begins with nothing, with its template, or with a sample without its marks', () => {
  expect(beginOf(null, null)).toEqual(EMPTY_DOCUMENT);
  expect(beginOf(template, null)).toEqual({
    title: 'Договор № {{номер}}',
    description: 'С {{контрагент}}',
    acceptor: [],
    recipient: [anna],
  });
  expect(beginOf(null, sample)).toEqual({ title: 'Был', description: 'Текст', acceptor: [anna], recipient: [anna] });
  expect(beginOf(template, sample).acceptor).toEqual([]);
  expect(beginOf({ ...template, isFixed: false }, sample).acceptor).toEqual([anna]);
  expect(offered({ ...template, version: 0 })).toBeNull();
  expect([isRouteFixed(template), isRouteFixed(null)]).toEqual([true, false]);
});

test('whom a document is made with is asked for where its name or text says so', () => {
  expect(asksCounterparty(beginOf(template, null))).toBe(true);
  expect(asksCounterparty({ ...EMPTY_DOCUMENT, title: 'С {{контрагент}}' })).toBe(true);
  expect(asksCounterparty(EMPTY_DOCUMENT)).toBe(false);
});

test('steps are moved within their list, and the first that names nobody is found', () => {
  const [one, two] = [
    { ...newStep(), title: 'Первый', people: ['anna'] },
    { ...newStep(), title: 'Второй' },
  ];
  expect(withMovedStep([one, two], 0, 1)).toEqual([two, one]);
  expect(withMovedStep([one, two], 0, -1)).toEqual([one, two]);
  expect(withMovedStep([one, two], 1, 1)).toEqual([one, two]);
  const text = { title: '', text: '', recipients: { people: [], roles: [] }, isFixed: true };
  expect(emptyStep({ ...text, steps: [one, two] })).toBe(1);
  expect(emptyStep({ ...text, steps: [one] })).toBe(-1);
  expect(['', '2', '0', '-1', '1.5', 'x'].map(daysOf)).toEqual([null, 2, 0, -1, 1.5, Number.NaN]);
});

test('a wrong deadline becomes none in silence: what is typed stays, and its step is named', () => {
  const stepWith = (typed: string) => ({ ...newStep(), days: daysOf(typed) });
  const wrong = (...typed: string[]) =>
    wrongDaysStep({
      title: '',
      text: '',
      isFixed: true,
      recipients: { people: [], roles: [] },
      steps: typed.map(stepWith),
    });
  expect([wrong('', '0', '3'), wrong('2', '-5'), wrong('1.5'), wrong('99999')]).toEqual([-1, 1, 0, 0]);
  const next = { people: ['я'], roles: [], days: -1 };
  expect(
    wrongDaysStep({
      ...{ title: '', text: '', isFixed: true, recipients: { people: [], roles: [] } },
      steps: [newStep(), { ...newStep(), next }],
    }),
  ).toBe(1);
});
