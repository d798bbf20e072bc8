// A document made by a sample does not carry the number, the day, the author and the counterparty of the sample.
import { expect, test } from 'vitest';
import type { Document, TemplateForForm } from '../../../contract/documents/documents.ts';
import { counterpartyOf, unknownPlaceholders } from '../../../rules/documents/placeholders.ts';
import { documentForm, mistakesOf } from '../../../src/lib/documents/document-change.ts';
import { beginOf } from '../../../src/lib/documents/form-sample.ts';
import { documentOf } from './document.ts';

const ZONE = 'Asia/Yekaterinburg';
const template: TemplateForForm = {
  ...{ version: 1, isFixed: false, steps: [], recipients: [], problem: null, repeats: [] },
  title: 'Договор № {{номер}} с {{контрагент}}',
  text: '№ {{номер}} от {{дата}}: {{автор}} и {{контрагент}}',
};
const sampleWith = (texts: Partial<Document>): Document =>
  documentOf({
    ...{ num: 7, createdAt: '2026-02-03T05:00:00.000Z' },
    author: { uid: 'я', name: 'Анна Котова', email: '', position: '' },
    title: 'Договор № 7 с ООО «Ромашка»',
    description: '№ 7 от 03.02.2026: Анна Котова и ООО «Ромашка»',
    ...texts,
  });

test('texts that the template made begin as the template has them', () => {
  const { text, renewed, stale } = beginOf(template, sampleWith({}), ZONE);
  expect([text.title, text.description]).toEqual([template.title, template.text]);
  expect([renewed, stale]).toEqual([['number', 'counterparty', 'day', 'author'], []]);
});

test('values of the sample in an edited text become placeholders, and only they', () => {
  const description = 'Пункт 7. К № 7 от 03.02.2026, № 77 от 04.02.2026. Анна Котова, ООО «Ромашка», поставка 7 шт.';
  expect(beginOf(template, sampleWith({ description }), ZONE).text.description).toBe(
    'Пункт 7. К № {{номер}} от {{дата}}, № 77 от 04.02.2026. {{автор}}, {{контрагент}}, поставка 7 шт.',
  );
});

test('without a template nothing is replaced, as nothing fills it in, and what stands there is named', () => {
  const sample = sampleWith({ title: 'Письмо № 7', description: 'от 03.02.2026' });
  const { text, renewed, stale } = beginOf(null, sample, ZONE);
  expect([text.title, text.description, renewed, stale]).toEqual([
    'Письмо № 7',
    'от 03.02.2026',
    [],
    ['number', 'day'],
  ]);
});

test('the counterparty is known only where a text is what the template made', () => {
  const made = { template: 'С {{контрагент}} и {{контрагент}}', text: 'С Ромашкой и Ромашкой' };
  expect(counterpartyOf([made], {})).toBe('Ромашкой');
  expect(counterpartyOf([{ ...made, text: 'С Ромашкой и Лютиком' }], {})).toBeNull();
  expect(counterpartyOf([{ template: 'Без него', text: 'Без него' }], {})).toBeNull();
});

test('a counterparty of the sample that cannot be found in its text is named, to be checked by the author', () => {
  const { stale } = beginOf(template, sampleWith({ title: 'Другой', description: 'Текст с ООО «Ромашка»' }), ZONE);
  expect(stale).toEqual(['counterparty']);
});

test('a placeholder that nothing fills in is found, and is a mistake at its field in a document of a template', () => {
  expect(unknownPlaceholders('{{номер}} {{сумма}} {{Номер}} {{сумма}} {{}} {{a\nb}}')).toEqual([
    '{{сумма}}',
    '{{Номер}}',
  ]);
  const text = { title: 'На {{сумма}}', description: '{{срок}}', acceptor: [], recipient: [] };
  const codes = (isOfTemplate: boolean) => {
    const { title, description } = mistakesOf(text, [], 0, undefined, null, null, isOfTemplate);
    return [title, description];
  };
  expect(codes(true)).toEqual(['placeholder not filled', 'placeholder not filled']);
  expect(codes(false)).toEqual(['', '']);
});

test('chosen attachments of the sample are named in the form', () => {
  const place = { directing: 1, task: 1, author: '' };
  const form = documentForm(beginOf(null, sampleWith({}), ZONE).text, place, [], null, { copied: ['a.pdf'] });
  expect([...form.keys()]).toContain('copied[a.pdf]');
});
