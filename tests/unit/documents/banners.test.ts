import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { Document } from '../../../contract/documents/documents.ts';
import type { LateReminded, NotReminded } from '../../../contract/documents/lists.ts';
import type { CommentKind, DecisionName } from '../../../contract/documents/words.ts';
import { discussionTexts } from '../../../src/lib/documents/discussion-texts.ts';
import { docflow } from '../../../src/lib/documents/document-texts.ts';
import { savedText } from '../../../src/lib/documents/form-texts.ts';
import { remindedLines } from '../../../src/lib/documents/late-texts.ts';
import type { Outcome } from '../../../src/lib/documents/list-store.ts';
import { type MarkedAct, outcomeTexts, reasonOf } from '../../../src/lib/documents/list-texts.ts';
import { rememberDecision, undoDecision, whyRefused } from '../../../src/lib/documents/made-decision.ts';
import { documentPage } from '../../../src/lib/documents/page-texts.ts';
import { type $documentBanner, $madeDecision } from '../../../src/lib/documents/return-address.ts';
import { templates } from '../../../src/lib/documents/template-texts.ts';
import { entry, sampleDocument } from './sample.ts';

/** One message: the event behind it, the condition, and its exact text with plain spaces. */
interface Row {
  readonly when: string;
  readonly said: () => string | Promise<string>;
  readonly text: string;
}

const AT = '2026-06-15T08:00:00.000Z';
const person = (uid: string) => ({ uid, name: uid, email: `${uid}@example.test` });
const signed = (uid: string, by = uid) => entry(uid, { accept: true, acceptedAt: AT, acceptedBy: person(by) });
const declined = (uid: string) => entry(uid, { declinedAt: AT, declinedBy: person(uid), reason: 'Нет сметы' });
const waiting = (uid: string) => entry(uid, { isWaiting: true });

const step = (people: string[], state: 'done' | 'current' | 'waiting', mode: 'all' | 'any' = 'all') => ({
  ...{ title: '', mode, days: null, state, people, dueAt: null },
});
/** Anna, then Boris or Vera, then Gleb reads; Anna is asked. */
const routed = (change: Partial<Document> = {}) =>
  sampleDocument({
    acceptor: [entry('Анна'), waiting('Борис'), waiting('Вера')],
    recipient: [waiting('Глеб')],
    stage: { kind: 'acceptor', number: 1, count: 2 },
    route: { version: 1, steps: [step(['Анна'], 'current'), step(['Борис', 'Вера'], 'waiting', 'any')] },
    ...change,
  });

function decided(name: DecisionName, answer: Partial<Document>, insteadOf: string | null = null): string {
  rememberDecision(sampleDocument(answer), { name, insteadOf }, 'Анна', 0);
  return $madeDecision.get()?.text ?? '';
}

const DECIDED: Readonly<Record<DecisionName, readonly Row[]>> = {
  sign: [
    {
      when: 'the answer has the signature, and the next step is asked',
      said: () =>
        decided('sign', {
          acceptor: [signed('Анна'), entry('Борис')],
          stage: { kind: 'acceptor', number: 2, count: 3 },
        }),
      text: 'Подписано: № 1 от 14.06.2026 «Договор». На согласовании (шаг 2 из 3).',
    },
    {
      when: 'the answer has a signature for an absent signatory, and readers are left',
      said: () =>
        decided(
          'sign',
          {
            acceptor: [signed('Борис', 'Анна')],
            recipient: [entry('Глеб')],
            stage: { kind: 'recipient', number: 1, count: 1 },
          },
          'Борис',
        ),
      text: 'Подписано (за сотрудника: Борис): № 1 от 14.06.2026 «Договор». Согласован, на ознакомлении.',
    },
    {
      when: 'the answer has the last signature',
      said: () => decided('sign', { acceptor: [signed('Анна')], state: 'done' }),
      text: 'Подписано: № 1 от 14.06.2026 «Договор». Завершён.',
    },
    {
      when: 'the answer has no signature of the person: nothing is said',
      said: () => decided('sign', { acceptor: [entry('Анна')] }),
      text: '',
    },
  ],
  decline: [
    {
      when: 'the answer has the refusal',
      said: () => decided('decline', { acceptor: [declined('Анна')], state: 'declined' }),
      text: 'Отклонено: № 1 от 14.06.2026 «Договор».',
    },
    {
      when: 'the answer has another decision of the person: nothing is said',
      said: () => decided('decline', { acceptor: [signed('Анна')], state: 'done' }),
      text: '',
    },
  ],
  acknowledge: [
    {
      when: 'the answer has the acknowledgement, and others have not read it yet',
      said: () =>
        decided('acknowledge', {
          recipient: [signed('Анна'), entry('Глеб')],
          stage: { kind: 'recipient', number: 1, count: 1 },
        }),
      text: 'Ознакомление подтверждено: № 1 от 14.06.2026 «Договор». На ознакомлении.',
    },
  ],
};

const UNDONE: readonly Row[] = [
  {
    when: 'the decision was undone, and the answer says where the document stands',
    said: async () => {
      decided('sign', { acceptor: [signed('Анна')], state: 'done' });
      const value = sampleDocument({ acceptor: [entry('Анна')] });
      await undoDecision({ withdraw: async () => ({ value, etag: null }) });
      return $madeDecision.get()?.text ?? '';
    },
    text: 'Решение отозвано: № 1 от 14.06.2026 «Договор». На согласовании.',
  },
  {
    when: 'the service refused to undo: the decision is said as before',
    said: async () => {
      decided('sign', { acceptor: [signed('Анна')], state: 'done' });
      await undoDecision({
        withdraw: async () => {
          throw new TypeError('network');
        },
      });
      return $madeDecision.get()?.text ?? '';
    },
    text: 'Подписано: № 1 от 14.06.2026 «Договор». Завершён.',
  },
];

const LEFT: Readonly<Record<NonNullable<ReturnType<typeof $documentBanner.get>>['kind'], Row>> = {
  missing: {
    when: 'the address of a document that is not there, or not for the viewer',
    said: () => docflow.missing,
    text: 'Такого документа нет, или он вам больше не доступен.',
  },
  gone: {
    when: 'another user deleted the document before',
    said: () => docflow.gone('Договор'),
    text: 'Документа «Договор» уже нет.',
  },
  cancelled: {
    when: 'a decision came between, and the answer to a removal is a cancelled document',
    said: () => docflow.cancelled('Договор'),
    text: 'Документ «Договор» аннулирован: на нём есть решения, поэтому он не удаляется.',
  },
  binned: {
    when: 'the answer to a removal is a document in the bin',
    said: () => docflow.removed('Договор'),
    text: 'Документ «Договор» в корзине: 30 дней его может вернуть автор или администратор.',
  },
};

const FOUND: readonly Row[] = [
  {
    when: 'the address of a document that another one has put into the bin, for who could see it',
    said: () => {
      const place = { directing: { id: 1, title: 'Снабжение' }, task: { id: 2, title: 'Договор' } };
      const binned = { binnedBy: person('Анна'), binnedAt: AT, goesAt: '2026-07-15T08:00:00.000Z' };
      return docflow.binned({
        id: 7,
        num: 1,
        title: 'Договор',
        author: person('Анна'),
        createdAt: AT,
        ...place,
        ...binned,
      });
    },
    text: 'Документ «Договор» в корзине (удалено: Анна, 15.06.2026). До 15.07.2026 его может вернуть автор или администратор.',
  },
];

const RESTORED: readonly Row[] = [
  {
    when: 'the service answered with the restored document',
    said: () => docflow.restored('Договор'),
    text: 'Документ «Договор» возвращён.',
  },
];

const BEFORE = '2026-06-14T09:00:00.000Z';
/** What is said of an answer after a document of these facts; null: it is new. */
const saved = (answer: Document, before: Partial<Document> | null = null) =>
  savedText(answer, before && { ...answer, updatedAt: BEFORE, ...before });
const refusal = (change: Partial<Document> = {}) =>
  sampleDocument({ acceptor: [declined('Анна'), entry('Борис')], state: 'declined', ...change });

const SAVED: readonly Row[] = [
  {
    when: 'the answer is a new document that asks the first step of a route',
    said: () => saved(routed()),
    text: 'Отправлено на согласование: Анна (шаг 1 из 2), затем: Борис или Вера. Знакомится: Глеб — когда подпишут все.',
  },
  {
    when: 'the answer is a new document that asks all acceptors of a flat list, and readers at once',
    said: () => saved(sampleDocument({ acceptor: [entry('Анна'), entry('Борис')], recipient: [entry('Глеб')] })),
    text: 'Отправлено на согласование: Анна, Борис — в любом порядке. Знакомится: Глеб.',
  },
  {
    when: 'the answer is a new document for readers alone',
    said: () => saved(sampleDocument({ recipient: [entry('Глеб')] })),
    text: 'Отправлено на ознакомление: Глеб.',
  },
  {
    when: 'the answer is a new version, which asks again',
    said: () => saved(sampleDocument({ acceptor: [entry('Анна')], version: 2 }), { version: 1 }),
    text: 'Отправлено на согласование: Анна.',
  },
  {
    when: 'the answer is changed, and asks a step of which one is enough as before',
    said: () =>
      saved(
        routed({
          acceptor: [signed('Анна'), entry('Борис'), entry('Вера')],
          stage: { kind: 'acceptor', number: 2, count: 2 },
        }),
        {},
      ),
    text: 'Документ сохранён. Подписывает: Борис или Вера (шаг 2 из 2). Знакомится: Глеб — когда подпишут все.',
  },
  {
    when: 'the answer is as before',
    said: () => saved(sampleDocument({ acceptor: [entry('Анна')] }), { updatedAt: sampleDocument().updatedAt }),
    text: 'Изменений нет. Подписывает: Анна.',
  },
  {
    when: 'the answer is declined, and its people changed: no one is asked until the text does',
    said: () => saved(refusal(), { recipient: [entry('Глеб')] }),
    text: 'Документ сохранён. Документ отклонён и никого не ждёт, пока в нём не изменят название, текст или файлы.',
  },
  {
    when: 'the answer is declined and as before',
    said: () => saved(refusal(), { updatedAt: refusal().updatedAt }),
    text: 'Изменений нет: документ остаётся отклонённым и никого не ждёт, пока в нём не изменят название, текст или файлы.',
  },
  { when: 'the answer asks no one', said: () => saved(sampleDocument({ state: 'none' })), text: 'Документ сохранён.' },
];

/** Of what came of a decision of Anna, for herself or another, about a document that has changed meanwhile. */
const refused = (now: Partial<Document>, name: DecisionName = 'sign', insteadOf: string | null = null) =>
  whyRefused(sampleDocument(now), { name, insteadOf }, 'Анна');
const spared = (uid: string) => entry(uid, { isSpared: true });

const REFUSED: readonly Row[] = [
  {
    when: 'a new version goes back to the first step',
    said: () =>
      refused({
        acceptor: [entry('Борис'), waiting('Анна')],
        stage: { kind: 'acceptor', number: 1, count: 2 },
        route: { version: 1, steps: [step(['Борис'], 'current'), step(['Анна'], 'waiting')] },
      }),
    text: 'Ваше решение не записано: теперь решает шаг 1: Борис. Очередь дойдёт до вас позже.',
  },
  {
    when: 'the same, for an absent signatory, without a route',
    said: () => refused({ acceptor: [entry('Борис')], recipient: [waiting('Вера')] }, 'acknowledge', 'Вера'),
    text: 'Ваше решение не записано: теперь решают другие: Борис. До сотрудника Вера очередь дойдёт позже.',
  },
  {
    when: 'another one has signed the step of which one is enough',
    said: () =>
      refused({
        acceptor: [signed('Борис'), spared('Анна')],
        route: { version: 1, steps: [step(['Борис', 'Анна'], 'done', 'any')] },
      }),
    text: 'Ваше решение не записано: за этот шаг уже подписано (Борис), другие подписи не нужны.',
  },
  {
    when: 'another one has declined',
    said: () => refused({ acceptor: [declined('Борис'), spared('Анна')], state: 'declined' }),
    text: 'Ваше решение не записано: документ уже отклонён (Борис: «Нет сметы») и решений не ждёт.',
  },
  {
    when: 'a substitute has decided already',
    said: () => refused({ acceptor: [signed('Анна', 'Борис')] }, 'decline'),
    text: 'Ваше решение не записано: подпись уже стоит (Борис).',
  },
  {
    when: 'the viewer is no longer listed',
    said: () => refused({ acceptor: [entry('Борис')] }),
    text: 'Ваше решение не записано: в документе теперь указаны другие люди.',
  },
  {
    when: 'the document was cancelled',
    said: () => refused({ acceptor: [spared('Анна')], cancelled: { at: AT, by: person('Борис'), reason: 'Ошибка' } }),
    text: 'Ваше решение не записано: документ аннулирован.',
  },
  { when: 'the same decision may be made', said: () => refused({ acceptor: [entry('Анна')] }), text: '' },
];

const SENT: Readonly<Record<CommentKind, Row>> = {
  comment: {
    when: 'the answer is the comment',
    said: () => discussionTexts.sent.comment,
    text: 'Комментарий отправлен.',
  },
  question: {
    when: 'the answer is the question',
    said: () => discussionTexts.sent.question,
    text: 'Вопрос отправлен автору.',
  },
  answer: { when: 'the answer is the answer', said: () => discussionTexts.sent.answer, text: 'Ответ отправлен.' },
};

const MARKED: Readonly<Record<MarkedAct, Row>> = {
  acknowledge: {
    when: 'of five marked documents the service acknowledged two',
    said: () => outcomeTexts.acknowledge.done(2, 5),
    text: 'Ознакомление подтверждено: 2 из 5 документов.',
  },
  remind: {
    when: 'of five marked documents two have someone who is reminded',
    said: () => outcomeTexts.remind.done(2, 5),
    text: 'Напоминаем: 2 из 5 документов.',
  },
};

const SKIPPED: Readonly<Record<Outcome['kind'], string>> = {
  done: '',
  failed: '',
  already: 'уже ознакомлены',
  'not asked': 'ознакомление от вас не требуется',
  changed: 'изменён, пока список был открыт: прочитайте новую версию',
  'not author': 'напоминать могут автор и те, кому разрешено редактировать',
  'not waiting': 'напоминать некому',
  'no mail': 'почта не настроена, письма не уйдут',
  recently: 'уже напоминали меньше часа назад',
};

const REMINDED: readonly Row[] = [
  {
    when: 'the service writes to two people',
    said: () => documentPage.reminded({ count: 2 }),
    text: 'Напоминаем 2 сотрудникам.',
  },
  {
    when: 'the service writes to no one: mails are switched off, or those asked cannot decide',
    said: () => documentPage.reminded({ count: 0 }),
    text: 'Напоминание никому не отправлено: сейчас писать некому.',
  },
  {
    when: 'mail is not set up',
    said: () => documentPage.reminded({ count: 0, mailTrouble: 'not set up' }),
    text: 'Почта не настроена: письма не уйдут. Напоминание не отправлено.',
  },
  {
    when: 'mail does not leave now',
    said: () => documentPage.reminded({ count: 1, mailTrouble: 'failing' }),
    text: 'Напоминаем 1 сотруднику. Сейчас письма не уходят: мы отправим их, когда почта заработает.',
  },
];

const late = (change: Partial<LateReminded>) =>
  remindedLines({ documents: 0, people: [], skipped: [], recent: 0, denied: 0, more: false, ...change }).join(' ');
const skippedFor = (why: NotReminded) => () => late({ skipped: [{ ...person('Анна'), why, documents: 1 }] });
const NO_MAIL = 'Напоминаний не отправляем. Без письма';

const LATE: Readonly<Record<NotReminded, Row>> = {
  'mails off': {
    when: 'the person switched mails off',
    said: skippedFor('mails off'),
    text: `${NO_MAIL} (письма о документах отключены): Анна.`,
  },
  disabled: {
    when: 'the account is disabled',
    said: skippedFor('disabled'),
    text: `${NO_MAIL} (учётная запись отключена): Анна.`,
  },
  'no right': {
    when: 'the role does not allow the decision',
    said: skippedFor('no right'),
    text: `${NO_MAIL} (роль не разрешает решение): Анна.`,
  },
  self: { when: 'it waits for the viewer', said: skippedFor('self'), text: `${NO_MAIL} (себе не напоминаем): Анна.` },
};

const TROUBLES: Readonly<Record<MailTrouble, Row>> = {
  'not set up': {
    when: 'mail is not set up, and nothing is done',
    said: () => late({ mailTrouble: 'not set up' }),
    text: 'Почта не настроена: письма не уйдут. Напоминаний не отправляем.',
  },
  failing: {
    when: 'the reminder waits until mail works again',
    said: () => late({ documents: 1, people: [{ ...person('Анна'), documents: 1 }], mailTrouble: 'failing' }),
    text: 'Сейчас письма не уходят: мы отправим их, когда почта заработает. Напоминаем о 1 документе: Анна.',
  },
};

const LATE_REST: readonly Row[] = [
  {
    when: 'reminders of two documents leave for one person',
    said: () => late({ documents: 2, people: [{ ...person('Анна'), documents: 2 }] }),
    text: 'Напоминаем о 2 документах: Анна.',
  },
  {
    when: 'others reminded before, some may not be reminded of, and more is left',
    said: () => late({ recent: 1, denied: 2, more: true }),
    text: 'Напоминаний не отправляем. Уже напоминали меньше часа назад: 1 документ. Напоминать могут автор и те, кому разрешено редактировать: пропущено 2 документа. Это не все документы: об остальных можно напомнить ещё одним нажатием.',
  },
];

const TEMPLATE: readonly Row[] = [
  {
    when: 'the service answered with the version that it stored',
    said: () => templates.saved(3),
    text: 'Сохранена версия 3. Новые документы пойдут по ней.',
  },
];

const ALL: readonly Row[] = [
  ...Object.values(DECIDED).flat(),
  ...UNDONE,
  ...Object.values(LEFT),
  ...FOUND,
  ...RESTORED,
  ...SAVED,
  ...REFUSED,
  ...Object.values(SENT),
  ...Object.values(MARKED),
  ...REMINDED,
  ...Object.values(LATE),
  ...Object.values(TROUBLES),
  ...LATE_REST,
  ...TEMPLATE,
];

/** Every green message of the screens of documents, by what it shows, with the rows above that are about it. */
const GREEN: Readonly<Record<string, readonly Row[]>> = {
  'made.text': [...Object.values(DECIDED).flat(), ...UNDONE],
  '{said}': SAVED,
  'docflow.restored(restored)': RESTORED,
  'docflow.restored(latest.title)': RESTORED,
  'docflow.removed(title)': [LEFT.binned],
  'remindedLines(reminded)': [...Object.values(LATE), ...Object.values(TROUBLES), ...LATE_REST],
};

const SCREENS = join(import.meta.dirname, '../../../src/islands/documents');

/** The source of each message of the screens that may be green. */
async function greenMessages(): Promise<string[]> {
  const files = (await readdir(SCREENS, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const sources = await Promise.all(files.map((name) => readFile(join(SCREENS, name), 'utf8')));
  const messages = sources.flatMap((source) => source.match(/<Message\b.*?<\/Message>/gsu) ?? []);
  return messages.filter((message) => /^<Message\s+kind=(?:"success"|\{[^}]*'success'[^}]*\})/u.test(message));
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('a message after a save', () => {
  beforeEach(() => $madeDecision.set(null));

  for (const { when, said, text } of ALL)
    test(`says no more than happened: ${when}`, async () => {
      expect(plain(await said())).toBe(text);
    });

  test('about a document that was skipped names the reason', () => {
    for (const [kind, text] of Object.entries(SKIPPED))
      expect([kind, plain(reasonOf('acknowledge', { kind } as Outcome))]).toEqual([kind, text]);
  });

  test('that is green has rows in this table, on every screen of documents', async () => {
    const shown = await greenMessages();
    for (const message of shown) {
      const known = Object.keys(GREEN).filter((one) => message.includes(one));
      expect([message, known.length > 0]).toEqual([message, true]);
    }
    for (const one of Object.keys(GREEN))
      expect([one, shown.some((message) => message.includes(one))]).toEqual([one, true]);
  });
});
