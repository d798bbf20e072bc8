import { describe, expect, test } from 'vitest';
import type { LateReminded, ListedDocument } from '../../../contract/documents/lists.ts';
import { lateTexts, remindedLines } from '../../../src/lib/documents/late-texts.ts';
import { askedNames, listTexts } from '../../../src/lib/documents/list-texts.ts';
import { entry, sampleDocument } from './sample.ts';

const person = (name: string) => ({ uid: name, name, email: `${name}@parts.example` });
const nothing: LateReminded = { documents: 0, people: [], skipped: [], recent: 0, denied: 0, more: false };
const lines = (answer: Partial<LateReminded>) =>
  remindedLines({ ...nothing, ...answer }).map((line) => line.replaceAll('\u00a0', ' '));

describe('what a page says of a reminder', () => {
  test.each<[string, Partial<LateReminded>, string[]]>([
    ['no one is written to', {}, ['Напоминаний не отправляем.']],
    [
      'people are written to',
      { documents: 2, people: [{ ...person('Анна'), documents: 2 }] },
      ['Напоминаем о 2 документах: Анна.'],
    ],
    [
      'mails are not set up',
      { mailTrouble: 'not set up' },
      ['Почта не настроена: письма не уйдут.', 'Напоминаний не отправляем.'],
    ],
    [
      'some are left out, each with the reason',
      {
        skipped: [
          { ...person('Олег'), why: 'mails off', documents: 1 },
          { ...person('Пётр'), why: 'disabled', documents: 1 },
          { ...person('Вера'), why: 'no right', documents: 1 },
        ],
        recent: 1,
        denied: 3,
        more: true,
      },
      [
        'Напоминаний не отправляем.',
        'Без письма (письма о документах отключены): Олег.',
        'Без письма (учётная запись отключена): Пётр.',
        'Без письма (роль не разрешает решение): Вера.',
        'Уже напоминали меньше часа назад: 1 документ.',
        'Напоминать могут автор и те, кому разрешено редактировать: пропущено 3 документа.',
        'Это не все документы: об остальных можно напомнить ещё одним нажатием.',
      ],
    ],
  ])('when %s', (_, answer, expected) => expect(lines(answer)).toEqual(expected));

  test('names a few people and counts the others', () => {
    const people = ['А', 'Б', 'В', 'Г', 'Д', 'Е', 'Ж'].map((name) => ({ ...person(name), documents: 1 }));
    expect(lines({ documents: 1, people })).toEqual(['Напоминаем о 1 документе: А, Б, В, Г, Д и ещё 2.']);
  });
});

test('a row names those asked now, each once and with the substitute, and no one who was spared or waits', () => {
  const document: ListedDocument = {
    ...sampleDocument({
      acceptor: [
        entry('anna'),
        entry('done', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' }),
        entry('later', { isWaiting: true }),
        entry('spared', { isSpared: true }),
      ],
      recipient: [entry('anna'), entry('oleg')],
    }),
    ...{ since: null, dueAt: null, substitutes: [{ absent: 'oleg', acting: person('Вера') }] },
  };
  const [first = '', second = '', ...rest] = askedNames(document);
  expect([first.includes('anna'), second.endsWith('(заместитель: Вера)'), rest]).toEqual([true, true, []]);
  expect(listTexts.askedNames(['А', 'Б', 'В']).replaceAll('\u00a0', ' ')).toBe('А, Б и ещё 1');
  expect(lateTexts.totals({ people: 1, documents: 1, overdue: 0 }).replaceAll('\u00a0', ' ')).toBe(
    '1 документ у 1 сотрудника, просроченных нет',
  );
});
