import { expect, test } from 'vitest';
import { DECISION_UNDO_MS } from '../../../contract/limits.ts';
import type { NotificationKind } from '../../../server/documents/changes/notification-rules.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { formWith, type Paperwork, roleOf, saveTemplate, step, withPaperwork } from './paperwork.ts';

const HOUR = 3_600_000;

/** Subject, and the paragraphs between the greeting and the link. */
type Expected = readonly [subject: string, ...says: string[]];

/** One event: under which condition it is mailed, and every mail that leaves because of it, by addressee. */
interface Row {
  readonly when: string;
  /** Everything before the event, whose mails have left; resolves to the document. */
  readonly before: (work: Paperwork) => Promise<number>;
  readonly event: (work: Paperwork, id: number) => Promise<unknown>;
  readonly mails: Readonly<Record<string, Expected>>;
}

const DOCUMENT = 'Договор № 1 от 10.06.2026: «Поставка».';

const flat =
  (...events: ((work: Paperwork, id: number) => Promise<unknown>)[]) =>
  async (work: Paperwork) => {
    const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] });
    for (const event of events) await event(work, id);
    return id;
  };

/** A document of a route of two steps, «Юрист» and another without a title; the reader acknowledges. */
const routed =
  (first: object, ...events: ((work: Paperwork, id: number) => Promise<unknown>)[]) =>
  async (work: Paperwork) => {
    await work.join('admin', 'Администратор');
    await saveTemplate(work, {
      steps: [step('all', ['anna'], { title: 'Юрист', ...first }), step('all', ['oleg'])],
      recipients: { people: ['reader'], roles: [] },
    });
    const { id } = await work.create({ title: 'Поставка' });
    for (const event of events) await event(work, id);
    return id;
  };

const patch =
  (path: string, as: string, json: object = {}) =>
  (work: Paperwork, id: number) =>
    work.docflow('PATCH', `/${path}/${id}`, { as, json });
const sign = (as: string, json: object = {}) => patch('accepting', as, json);

/** Waits until this many hours after EVENING, when nothing else is mailed by the clock. */
const after = (hours: number) => async (work: Paperwork) => work.setClock(EVENING + hours * HOUR);

const edit = (fields: Parameters<typeof formWith>[0], as?: string) => (work: Paperwork, id: number) =>
  work.docflow('PATCH', `/${id}`, { form: formWith(fields), ...(as && { as }) });

const say = (as: string, json: object) => (work: Paperwork, id: number) =>
  work.docflow('POST', `/${id}/comment`, { as, json });

/** Gives Oleg the role of the author, so that he may edit. */
async function promote(work: Paperwork): Promise<void> {
  expect((await work.bind('oleg', await roleOf(work, 'Директор'))).statusCode).toBe(200);
}

const SIGN: Expected = ['На согласование', 'Документ ждёт вашего согласования. Автор: boss Директор.', DOCUMENT];
const READ: Expected = ['На ознакомление', 'С документом нужно ознакомиться. Автор: boss Директор.', DOCUMENT];

/** Every notification of a document: a kind without a row does not compile. */
const TABLE: Readonly<Record<NotificationKind, Row>> = {
  'asked to sign': {
    when: 'a document is made, and the person is an acceptor who is asked at once',
    before: async () => 1,
    event: flat(),
    mails: { anna: SIGN, oleg: SIGN, reader: READ },
  },
  'asked to acknowledge': {
    when: 'an edit adds a reader, and readers of the type do not wait',
    before: flat(edit({ title: 'Поставка', acceptor: ['anna', 'oleg'] })),
    event: edit({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] }),
    mails: { reader: READ },
  },
  reminded: {
    when: 'the author reminds those who are asked',
    before: flat(sign('anna')),
    event: (work, id) => work.docflow('POST', `/${id}/remind`),
    mails: {
      oleg: ['Напоминание', 'Документ всё ещё ждёт вашего решения. Напоминает: boss Директор.', DOCUMENT],
      reader: ['Напоминание', 'Документ всё ещё ждёт вашего решения. Напоминает: boss Директор.', DOCUMENT],
    },
  },
  'new version': {
    when: 'signed content changes: to its author if another changed it, and to those who were asked or had decided',
    before: async (work) => {
      await promote(work);
      return flat(sign('anna'))(work);
    },
    event: edit({ title: 'Поставка 2', acceptor: ['anna', 'oleg'], recipient: ['reader'] }, 'oleg'),
    mails: Object.fromEntries(
      ['anna', 'boss', 'reader'].map((uid) => [
        uid,
        [
          'Новая версия',
          'Документ изменён, прежние решения сняты. Автор изменения: oleg Юрист.',
          'Договор № 1 от 10.06.2026: «Поставка 2».',
        ],
      ]),
    ),
  },
  'due soon': {
    when: 'a day before the end of a step that is longer than a day',
    before: routed({ days: 1 }),
    event: after(6),
    mails: { anna: ['Скоро срок', 'Документ ждёт вашего решения, и срок скоро истекает.', DOCUMENT] },
  },
  overdue: {
    when: 'the end of a step has passed, and others follow in charge',
    before: routed({ days: 1, next: { days: 1, people: ['boss'], roles: [] } }, after(6)),
    event: after(30),
    mails: {
      anna: ['Срок истёк', 'Документ ждёт вашего решения, срок уже истёк.', DOCUMENT],
      boss: [
        'Документ застрял',
        'Шаг согласования не завершён: срок истёк или решить некому.',
        'Сейчас: На согласовании (шаг 1 из 2). Ждём: anna Юрист.',
        DOCUMENT,
      ],
    },
  },
  escalated: {
    when: 'a step is as many days over its end as its template says',
    before: async (work) => {
      const id = await routed({ days: 1, next: { days: 1, people: ['oleg'], roles: [] } }, after(30))(work);
      return id;
    },
    event: after(54),
    mails: {
      oleg: [
        'Решение перешло к вам',
        'Те, кого спросили раньше, не решили в срок или не могут решить. Теперь решить можете и вы.',
        DOCUMENT,
      ],
    },
  },
  stuck: {
    when: 'the account of the person asked is disabled, and the step names no one who follows',
    before: routed({}),
    event: async (work) => work.around.disabled.add('anna'),
    mails: Object.fromEntries(
      ['boss', 'admin'].map((uid) => [
        uid,
        [
          'Документ застрял',
          'Шаг согласования не завершён: срок истёк или решить некому.',
          'Сейчас: На согласовании (шаг 1 из 2). Ждём: anna Юрист.',
          DOCUMENT,
        ],
      ]),
    ),
  },
  'asked a question': {
    when: 'a signatory asks the author',
    before: flat(),
    event: say('anna', { text: 'Почему так дорого?', kind: 'question' }),
    mails: {
      boss: [
        'Вопрос автору',
        'По вашему документу задан вопрос. Спрашивает: anna Юрист.',
        DOCUMENT,
        '«Почему так дорого?»',
      ],
    },
  },
  answered: {
    when: 'the author answers',
    before: flat(say('anna', { text: 'Почему так дорого?', kind: 'question' })),
    event: say('boss', { text: 'Выросли цены.', kind: 'answer', answers: 1 }),
    mails: {
      anna: ['Ответ на вопрос', 'На ваш вопрос ответили. Отвечает: boss Директор.', DOCUMENT, '«Выросли цены.»'],
    },
  },
  mentioned: {
    when: 'a comment names a person who sees the document',
    before: flat(),
    event: say('boss', { text: 'Посмотрите, пожалуйста', kind: 'comment', mentions: ['oleg'] }),
    mails: {
      oleg: [
        'Вас упомянули',
        'Вас упомянули в обсуждении документа. Автор: boss Директор.',
        DOCUMENT,
        '«Посмотрите, пожалуйста»',
      ],
    },
  },
  signed: {
    when: 'a step is signed and another follows: the mail says who is asked now',
    before: routed({}),
    event: sign('anna'),
    mails: {
      boss: [
        'Подписано',
        'Документ подписан: anna Юрист, Юрист.',
        'Шаг 1 из 2 «Юрист».',
        'Сейчас: На согласовании (шаг 2 из 2). Ждём: oleg Юрист.',
        DOCUMENT,
      ],
      oleg: SIGN,
    },
  },
  acknowledged: {
    when: 'a reader has read while others are still asked',
    before: flat(),
    event: patch('recipienting', 'reader'),
    mails: {
      boss: [
        'Ознакомление',
        'Ознакомление подтверждено: reader Кладовщик, Кладовщик.',
        'Сейчас: На согласовании. Ждём: anna Юрист, oleg Юрист.',
        DOCUMENT,
      ],
    },
  },
  declined: {
    when: 'an acceptor declines, with a reason',
    before: routed({}),
    event: patch('declining', 'anna', { reason: 'Нет сметы' }),
    mails: {
      boss: [
        'Отклонено',
        'Документ отклонён: anna Юрист, Юрист.',
        'Шаг 1 из 2 «Юрист».',
        DOCUMENT,
        'Причина: Нет сметы',
      ],
    },
  },
  approved: {
    when: 'the last signature is made, and readers follow',
    before: routed({}, sign('anna')),
    event: sign('oleg'),
    mails: {
      boss: [
        'Согласован',
        'Документ согласован. Последняя подпись: oleg Юрист, Юрист.',
        'Шаг 2 из 2.',
        'Сейчас: Согласован, на ознакомлении. Ждём: reader Кладовщик.',
        DOCUMENT,
      ],
      reader: READ,
    },
  },
  done: {
    when: 'the last decision is made',
    before: routed({}, sign('anna'), sign('oleg')),
    event: patch('recipienting', 'reader'),
    mails: {
      boss: [
        'Завершён',
        'Документ завершён: больше никого не ждём. Последнее решение: reader Кладовщик, Кладовщик.',
        DOCUMENT,
      ],
    },
  },
  'decision withdrawn': {
    when: 'a decision of which mails have left is taken back',
    before: flat(patch('declining', 'anna', { reason: 'Нет сметы' })),
    event: patch('withdrawing', 'anna'),
    mails: {
      boss: [
        'Решение отозвано',
        'Решение отозвано: anna Юрист. Было отклонение: anna Юрист.',
        'Сейчас: На согласовании. Ждём: anna Юрист, oleg Юрист, reader Кладовщик.',
        DOCUMENT,
      ],
      oleg: SIGN,
      reader: READ,
    },
  },
  'no longer asked': {
    when: 'the decision that had asked the person is taken back after mails of it have left',
    before: routed({}, sign('anna')),
    event: patch('withdrawing', 'anna'),
    mails: {
      boss: [
        'Решение отозвано',
        'Решение отозвано: anna Юрист. Была подпись: anna Юрист. Шаг 1 из 2 «Юрист».',
        'Сейчас: На согласовании (шаг 1 из 2). Ждём: anna Юрист.',
        DOCUMENT,
      ],
      oleg: [
        'Решение пока не нужно',
        'Вашего решения пока не ждут: отозвано предыдущее (anna Юрист). Мы напишем, когда оно понадобится.',
        DOCUMENT,
      ],
    },
  },
  cancelled: {
    when: 'a document is cancelled: to those who were asked or had decided',
    before: routed({}, sign('anna')),
    event: patch('cancelling', 'boss', { reason: 'Ошибка в сумме' }),
    mails: Object.fromEntries(
      ['anna', 'oleg'].map((uid) => [
        uid,
        [
          'Аннулирован',
          'Документ аннулирован: boss Директор. Решений по нему больше не ждут.',
          DOCUMENT,
          'Причина: Ошибка в сумме',
        ],
      ]),
    ),
  },
};

const NAMES: Readonly<Record<string, string>> = {
  ...{ anna: 'anna Юрист', oleg: 'oleg Юрист', reader: 'reader Кладовщик' },
  ...{ boss: 'boss Директор', admin: 'Администратор' },
};

/** Lets the seconds of the undo pass, and takes the mails that leave: by addressee, without what all of them end with. */
async function mailsOf(work: Paperwork, id: number): Promise<Record<string, readonly string[]>> {
  work.setClock(work.informator.context.clock() + DECISION_UNDO_MS);
  await work.informator.post.deliver();
  const ending = [
    `https://parts.example/docflow/${id}`,
    'Отключить письма о документах можно в личном кабинете.',
    'Письмо отправлено автоматически, отвечать на него не нужно.',
  ];
  return Object.fromEntries(
    work.mails.splice(0).map(({ to, subject, text }) => {
      const [uid = ''] = to.split('@');
      const [greeting, ...says] = text.replaceAll('\u00a0', ' ').trim().split('\n\n');
      expect([greeting, ...says.splice(-ending.length)]).toEqual([`Здравствуйте, ${NAMES[uid]}!`, ...ending]);
      return [uid, [subject.replaceAll('\u00a0', ' '), ...says]];
    }),
  );
}

/** As they leave: the subject names the document. */
const leaving = (mails: Row['mails']) =>
  Object.fromEntries(
    Object.entries(mails).map(([uid, [subject, ...says]]) => {
      const title = says.join().includes('«Поставка 2»') ? 'Поставка 2' : 'Поставка';
      return [uid, [`${subject}: ${title}`, ...says]];
    }),
  );

aboveSql('the table of mails about documents', (open) => {
  for (const [kind, { when, before, event, mails }] of Object.entries(TABLE))
    test(`${kind}: ${when}`, () =>
      withPaperwork(open, async (work) => {
        const id = await before(work);
        await mailsOf(work, id);
        await event(work, id);
        expect(await mailsOf(work, id)).toEqual(leaving(mails));
        expect(await mailsOf(work, id)).toEqual({});
      }));

  test('a substitute gets what asks for a decision, and reads for whom', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'boss'] });
      const instead = 'Вы получили это письмо, потому что замещаете сотрудника: anna Юрист.';
      expect(await mailsOf(work, id)).toEqual(leaving({ anna: SIGN, oleg: [...SIGN, instead] }));
      await sign('oleg', { insteadOf: 'anna' })(work, id);
      expect(await mailsOf(work, id)).toEqual(
        leaving({
          boss: [
            'Подписано',
            'Документ подписан: oleg Юрист, Юрист (замещает сотрудника: anna Юрист).',
            'Сейчас: На согласовании. Ждём: boss Директор.',
            DOCUMENT,
          ],
        }),
      );
    }));

  test('an edit that takes off the last one who is asked completes the document, and names no decision', () =>
    withPaperwork(open, async (work) => {
      await promote(work);
      const { id } = await work.create({ title: 'Поставка', acceptor: ['oleg', 'anna'] });
      await sign('oleg')(work, id);
      await mailsOf(work, id);
      await edit({ title: 'Поставка', acceptor: ['oleg'] }, 'oleg')(work, id);
      expect(await mailsOf(work, id)).toEqual(
        leaving({
          boss: ['Завершён', 'Документ завершён: больше никого не ждём. Автор изменения: oleg Юрист.', DOCUMENT],
        }),
      );
    }));
});
