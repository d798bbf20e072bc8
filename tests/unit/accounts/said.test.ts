import { afterEach, describe, expect, test } from 'vitest';
import { ABOUT_EMAIL } from '../../../contract/accounts/about-email.ts';
import type { HandedOver } from '../../../contract/people/ties.ts';
import * as accountTexts from '../../../src/lib/accounts/account-texts.ts';
import { authDone, authModes, authRefusals, linkResults } from '../../../src/lib/accounts/auth-texts.ts';
import { changeEmail, mailSwitch } from '../../../src/lib/accounts/cabinet-texts.ts';
import { $mailTrouble, done, mailTroubles, saidOfMail } from '../../../src/lib/accounts/mail-trouble.ts';
import { ownSubstitute, personSubstitute } from '../../../src/lib/accounts/substitute-texts.ts';
import { documentPage } from '../../../src/lib/documents/page-texts.ts';
import { templates } from '../../../src/lib/documents/template-texts.ts';
import { invitePerson, people, saidOfHandOver, saidOfPerson } from '../../../src/lib/people/people-texts.ts';

const ANNA = 'anna@example.test';
const NOT_SET_UP = { mailTrouble: 'not set up' } as const;
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

// The shop of these tests has no mail server, as its settings say.
afterEach(() => $mailTrouble.set('not set up'));

describe('a part that failed is never said as a success', () => {
  test.each(['invited', 'reset', 'created'] as const)('a mail that did not leave: %s', (change) => {
    expect(saidOfMail(change, ANNA, {})).toMatchObject({ kind: 'success' });
    for (const mailTrouble of ['not set up', 'failing'] as const)
      expect(saidOfMail(change, ANNA, { mailTrouble })).toMatchObject({ kind: 'warning', linkFor: ANNA });
  });

  test('the invitation of an account that a change claimed', () => {
    const changed = { email: ANNA, claimed: true };
    const said = saidOfPerson(done('Сохранено: Анна'), changed);
    expect([said.kind, said.linkFor]).toEqual(['warning', ANNA]);
    $mailTrouble.set(null);
    expect(saidOfPerson(done('Сохранено: Анна'), changed)).toMatchObject({ kind: 'success' });
    expect(saidOfPerson(done('Сохранено: Анна'), { email: ANNA })).toEqual(done('Сохранено: Анна'));
  });

  const ALL = { to: { uid: 'b', name: 'Борис', email: 'b@example.test' }, documentCount: 2, documents: [] };
  const handed = (change: object) =>
    ({
      ...{ ...ALL, templates: [], substitutions: 0, keptDocuments: [], keptDocumentCount: 0, keptTemplates: [] },
      ...{ hasMore: false, ...change },
    }) as unknown as HandedOver;
  test.each([
    ['all passed', {}, 'success'],
    ['nothing passed', { documentCount: 0 }, 'warning'],
    ['a document stayed', { keptDocumentCount: 1 }, 'warning'],
    ['a route stayed', { keptTemplates: [{}] }, 'warning'],
    ['there are more documents', { hasMore: true }, 'warning'],
  ])('a hand-over in which %s', (_name, change, kind) => {
    expect(saidOfHandOver(done(`${ANNA}: учётная запись отключена`), handed(change)).kind).toBe(kind);
  });
});

describe('where mail is not set up', () => {
  test.each([
    ['a reset of the second factor', accountTexts.accountActions.resetFactor.details(ANNA)],
    ['a new account', accountTexts.newAccount.passwordHint],
    ['an invitation', invitePerson.lead],
    ['mails about documents, in the cabinet', mailSwitch.hint],
    ['mails about documents turned on', mailSwitch.on],
    ['mails about documents turned on for a person', people.mailsAreOn],
    ['a change of the e-mail', changeEmail.hint('not set up')],
    [
      'a change of the e-mail, asked for',
      changeEmail.done({ message: `${ABOUT_EMAIL.emailAsked}new@example.test`, ...NOT_SET_UP }, ANNA),
    ],
    ['a sign-in before the e-mail is confirmed', authRefusals['email not confirmed'][1]],
    ['a forgotten password', authModes.forgot.lead],
    ['a forgotten password, asked for', authDone.forgot({ message: `${ABOUT_EMAIL.recovery}${ANNA}`, ...NOT_SET_UP })],
    ['the link for a forgotten password', linkResults.forgot.lead],
    ['a confirmed e-mail', linkResults.confirm.doneText],
    ['a stale link', linkResults.confirm.failedText],
    ['the list of mails', accountTexts.mails.lead('not set up')],
    ['a withdrawn decision', documentPage.withdrawDetails],
    ['a step that is overdue', templates.nextEmpty],
  ])('no mail is promised: %s', (_what, text) => {
    expect(plain(text)).toMatch(/[Пп]очта (магазина )?не настроена/);
    expect(plain(text)).not.toMatch(
      /пришлём|придёт письмо|[Вв]ладелец получит|получит письмо|мы напишем|Проверьте почту/i,
    );
  });

  test('the only administrator is not left without a password or with a former e-mail', () => {
    for (const text of [
      authModes.forgot.lead,
      authDone.forgot({ message: `${ABOUT_EMAIL.recovery}${ANNA}`, ...NOT_SET_UP }),
    ])
      expect(plain(text)).toContain('команда «parts admin password»');
    expect(plain(changeEmail.hint('not set up'))).toContain('команда «parts admin email»');
  });
});

test('where mail leaves, a change of the e-mail promises its link', () => {
  expect(plain(changeEmail.hint(null))).toContain('Пришлём на неё ссылку');
  expect(plain(accountTexts.mails.lead(null))).toContain('отправляются ещё раз сами');
});

describe('a link to hand over', () => {
  const hint = (setsPassword: boolean, replaced: boolean) =>
    plain(mailTroubles.linkHint({ setsPassword, replaced }, '1 мая'));
  test('says what its reader can do with it', () => {
    expect(hint(true, false)).toContain('кто откроет ссылку, тот задаст пароль');
    expect(hint(false, false)).toContain('только подтвердит почту');
    expect(hint(false, false)).not.toContain('кто откроет ссылку');
  });
  test('voids a former one only where there was one', () => {
    expect(hint(true, true)).toContain('Прежняя ссылка больше не действует');
    expect(hint(true, false)).not.toContain('Прежняя');
  });
});

test('a mail that cannot be sent again is said as the list has it', () => {
  const { gone } = accountTexts.mails;
  expect(plain(gone({ state: 'sent', problem: null }))).toBe('Это письмо уже ушло.');
  expect(plain(gone({ state: 'failed', problem: 'mail is not set up' }))).toBe(
    'Отправить это письмо уже нельзя. Почта не настроена.',
  );
  expect(plain(gone(undefined))).toBe('Отправить это письмо уже нельзя.');
});

test('a substitute and a substituted person cannot be taken for each other', () => {
  const one = ['Ольга Смирнова'];
  expect(plain(personSubstitute.represents(one))).toBe('Сегодня замещает сотрудника: Ольга Смирнова.');
  expect(plain(personSubstitute.now('Ольга Смирнова', '1 мая', '5 мая'))).toMatch(/^Заместитель: Ольга Смирнова/);
  expect(plain(ownSubstitute.represents([...one, 'Пётр Орлов']))).toBe(
    'Сегодня вы замещаете сотрудников: Ольга Смирнова, Пётр Орлов.',
  );
  expect(plain(people.substitute('Ольга Смирнова', '1 мая', '5 мая'))).toBe(
    'заместитель: Ольга Смирнова, 1 мая – 5 мая',
  );
});

test('the last use of a session is not called a sign-in', () => {
  expect(plain(people.lastVisit('1 мая'))).toBe('последнее посещение 1 мая');
});
