import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminAccountAnswer, MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import type { SavedSearchWord } from '../../../contract/catalogue/search-words.ts';
import type { StaffAdded } from '../../../contract/people/staff-list.ts';
import type { HandedOver } from '../../../contract/people/ties.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import * as accessTexts from '../../../src/lib/access/access-texts.ts';
import { rightsFile } from '../../../src/lib/access/rights-file-texts.ts';
import { processes } from '../../../src/lib/access/setting-texts.ts';
import { accountCalls } from '../../../src/lib/accounts/account-calls.ts';
import { type AccountAction, mails } from '../../../src/lib/accounts/account-texts.ts';
import { authDone, invitation, linkResult, linkResults, setup } from '../../../src/lib/accounts/auth-texts.ts';
import * as cabinetTexts from '../../../src/lib/accounts/cabinet-texts.ts';
import { $mailTrouble, mailTroubles, saidOfMail } from '../../../src/lib/accounts/mail-trouble.ts';
import { factorSetup, recoveryCodes, secondFactor } from '../../../src/lib/accounts/second-factor-texts.ts';
import { ownSubstitute } from '../../../src/lib/accounts/substitute-texts.ts';
import { card } from '../../../src/lib/catalogue/card/card-texts.ts';
import { createCrossList } from '../../../src/lib/catalogue/cross-calls.ts';
import { crossEditor, crossFile } from '../../../src/lib/catalogue/cross-texts.ts';
import { listSearch } from '../../../src/lib/catalogue/list-search-texts.ts';
import { photoRuns } from '../../../src/lib/catalogue/photo-run-texts.ts';
import { createPositions } from '../../../src/lib/catalogue/positions-store.ts';
import { positions } from '../../../src/lib/catalogue/positions-texts.ts';
import { createMisses, createWords } from '../../../src/lib/catalogue/search-word-calls.ts';
import * as wordTexts from '../../../src/lib/catalogue/search-word-texts.ts';
import * as editorTexts from '../../../src/lib/editing/editor-texts.ts';
import { accountActs, peopleCalls } from '../../../src/lib/people/people-calls.ts';
import { handOver, people } from '../../../src/lib/people/people-texts.ts';
import { staffList } from '../../../src/lib/people/staff-list-texts.ts';
import { notices } from '../../../src/lib/price-lists/import-notices.ts';
import { runs, undo } from '../../../src/lib/price-lists/runs/history-texts.ts';
import { priceKinds, receivedFiles, sources } from '../../../src/lib/price-lists/sources/source-texts.ts';
import { createPriceKinds, createSources } from '../../../src/lib/price-lists/sources/sources-store.ts';
import { preview } from '../../../src/lib/price-lists/upload/preview.ts';
import { upload } from '../../../src/lib/price-lists/upload/upload-texts.ts';
import { adding } from '../../../src/lib/requests/add-texts.ts';
import { request, thanks } from '../../../src/lib/requests/request-texts.ts';
import { staffRequest } from '../../../src/lib/requests/staff-request-texts.ts';
import { slides } from '../../../src/lib/slides/slide-fields.ts';
import { stateTexts } from '../../../src/lib/state/state-texts.ts';
import { lists } from '../../../src/lib/ui/list-editor-texts.ts';
import { photoField } from '../../../src/lib/ui/photo-upload.ts';
import { createList } from '../../../src/lib/ui/reference-list.ts';

/** One message: the condition under which it is shown, how it comes from the answer, its exact text with plain spaces. */
interface Row {
  readonly when: string;
  readonly said: () => string | Promise<string>;
  readonly text: string;
}

const ANNA = 'anna@example.ru';
const row = (when: string, said: Row['said'], text: string): Row => ({ when, said, text });
/** A message by what the answer says of its mail; without a word of it mails leave. */
const byTrouble = (
  event: string,
  said: (trouble: MailTrouble | undefined) => string,
  texts: readonly string[],
): Row[] =>
  ([undefined, 'not set up', 'failing'] as const).map((trouble, at) =>
    row(`${event}; mail: ${trouble ?? 'works'}`, () => said(trouble), texts[at] ?? ''),
  );
const troubled = (mailTrouble: MailTrouble | undefined) => (mailTrouble ? { mailTrouble } : {});

/** What an administrator did with an account: the call is asked for one thing, and the answer is another. */
async function acted(action: AccountAction, answer: Partial<AdminAccountAnswer>): Promise<string> {
  const whole = { rank: 'user', disabled: false, ...answer } as AdminAccountAnswer;
  vi.spyOn(accountCalls, 'change').mockResolvedValue(whole);
  vi.spyOn(accountCalls, 'resetFactor').mockResolvedValue();
  vi.spyOn(peopleCalls, 'endSessions').mockResolvedValue();
  return (await accountActs[action]('ANNA@example.ru')).text;
}
const reset = (trouble: MailTrouble | undefined) => saidOfMail('reset', ANNA, troubled(trouble)).text;

const ACTS: Readonly<Record<AccountAction, readonly Row[]>> = {
  promote: [
    row(
      'the answer is an administrator',
      () => acted('promote', { email: ANNA, rank: 'admin' }),
      'anna@example.ru: теперь администратор',
    ),
    row(
      'the answer is an administrator, and the account is another one now',
      () => acted('promote', { email: ANNA, rank: 'admin', claimed: true }),
      'anna@example.ru: теперь администратор. Учётная запись была заведена посторонним: его доступ закрыт, для владельца создано приглашение.',
    ),
    row(
      'the answer is no administrator: another user was faster',
      () => acted('promote', { email: ANNA }),
      'anna@example.ru: права администратора сняты',
    ),
  ],
  demote: [
    row(
      'the answer is no administrator any more',
      () => acted('demote', { email: ANNA }),
      'anna@example.ru: права администратора сняты',
    ),
  ],
  disable: [
    row(
      'the answer is a disabled account',
      () => acted('disable', { email: ANNA, disabled: true }),
      'anna@example.ru: учётная запись отключена',
    ),
  ],
  enable: [
    row(
      'the answer is an enabled account',
      () => acted('enable', { email: ANNA }),
      'anna@example.ru: учётная запись включена',
    ),
  ],
  resetFactor: [
    row('the second factor was removed', () => acted('resetFactor', {}), 'ANNA@example.ru: двухэтапный вход сброшен'),
  ],
  endSessions: [row('the sessions were ended', () => acted('endSessions', {}), 'ANNA@example.ru: сеансы завершены')],
  reset: byTrouble('the password was reset', reset, [
    'anna@example.ru: пароль сброшен, отправляем письмо с временным паролем',
    'anna@example.ru: пароль сброшен, но письмо не ушло — почта не настроена. Получите ссылку и передайте её сами.',
    'anna@example.ru: пароль сброшен, письмо с временным паролем ждёт отправки — почтовый сервер сейчас не принимает письма.',
  ]),
};

const invited = (trouble: MailTrouble | undefined) => saidOfMail('invited', ANNA, troubled(trouble)).text;
const INVITED: readonly Row[] = [
  ...byTrouble('the invitation was made', invited, [
    'Отправляем приглашение: anna@example.ru',
    'anna@example.ru: приглашение создано, но не ушло — почта не настроена. Получите ссылку и передайте её сами.',
    'anna@example.ru: приглашение ждёт отправки — почтовый сервер сейчас не принимает письма.',
  ]),
  row(
    'the account was claimed with it',
    () => people.claimed(ANNA),
    'anna@example.ru. Учётная запись была заведена посторонним: его доступ закрыт, для владельца создано приглашение.',
  ),
  row('the invitation was taken back', () => people.takenBack(ANNA), 'Приглашение отозвано: anna@example.ru'),
];
const CREATED = byTrouble(
  'an administrator made the account',
  (trouble) => saidOfMail('created', ANNA, troubled(trouble)).text,
  [
    'Создана учётная запись anna@example.ru: отправляем письмо со ссылкой для подтверждения',
    'Создана учётная запись anna@example.ru, но письмо для подтверждения не ушло — почта не настроена. Получите ссылку и передайте её сами.',
    'Создана учётная запись anna@example.ru. Письмо для подтверждения ждёт отправки: почтовый сервер сейчас не принимает письма.',
  ],
);
const PROFILE: readonly Row[] = [
  row('the answer has the name', () => people.renamed('Анна Волкова'), 'Сохранено: Анна Волкова'),
  row('the answer has no name any more', () => people.nameRemoved, 'Имя убрано.'),
  row(
    'the answer wants mails; mail: not set up',
    () => people.mailsAreOn,
    'Письма о документах включены, но пока не уходят: почта не настроена.',
  ),
  row('the answer wants no mails', () => people.mailsAreOff, 'Письма о документах выключены.'),
];

const handed = (change: Partial<HandedOver>) =>
  handOver.done({
    ...{ to: { uid: 'o', name: 'Олег', email: 'oleg@example.ru' }, documents: [], documentCount: 0, templates: [] },
    ...{ substitutions: 0, keptDocuments: [], keptDocumentCount: 0, keptTemplates: [], hasMore: false },
    ...change,
  } as unknown as HandedOver);
const HANDED: readonly Row[] = [
  row(
    'the answer says that two documents passed and one substitution ended',
    () => handed({ documentCount: 2, substitutions: 1 }),
    'Олег: передано: 2 документа; закончено: 1 замещение',
  ),
  row('the answer says that nothing passed', () => handed({}), 'Олег: ничего не передано'),
];

const added = (change: Partial<StaffAdded>) =>
  staffList.added({ added: 0, claimed: 0, roles: 0, invited: 0, same: 0, wrong: 0, ...change });
const STAFF: readonly Row[] = [
  ...byTrouble(
    'three of five rows became accounts, two invited',
    (trouble) => added({ added: 3, roles: 2, invited: 2, same: 1, wrong: 1, ...troubled(trouble) }),
    [
      'Новых: 3 учётные записи; назначено: 2 роли; создано: 2 приглашения; без изменений: 1 строка; с ошибками: 1 строка',
      'Новых: 3 учётные записи; назначено: 2 роли; создано: 2 приглашения, но письма не ушли — почта не настроена, передайте ссылки сами; без изменений: 1 строка; с ошибками: 1 строка',
      'Новых: 3 учётные записи; назначено: 2 роли; создано: 2 приглашения, письма ждут отправки — почтовый сервер сейчас их не принимает; без изменений: 1 строка; с ошибками: 1 строка',
    ],
  ),
  row(
    'nothing was added',
    () => added({ same: 2 }),
    'Новых: 0 учётных записей; назначено: 0 ролей; без изменений: 2 строки',
  ),
];

const BOUND: readonly Row[] = [
  row('the service gave the role', () => accessTexts.binding.saved, 'Сохранено'),
  row(
    'the account was claimed with the role',
    () => accessTexts.binding.claimed,
    'Сохранено. Учётная запись была заведена посторонним: его доступ закрыт, для владельца создано приглашение.',
  ),
];

const emailChange = (message: string) => (trouble: MailTrouble | undefined) =>
  cabinetTexts.changeEmail.done({ message, ...troubled(trouble) }, ANNA);
const EMAIL: readonly Row[] = [
  ...byTrouble('a link goes to the e-mail of the answer', emailChange('confirmation link sent to new@example.ru'), [
    'Проверьте почту: на new@example.ru придёт письмо со ссылкой. Она действует 24 часа. Пока вы по ней не перейдёте, входите с прежней почтой anna@example.ru. Если письма нет, посмотрите в папке «Спам».',
    'Письмо со ссылкой на new@example.ru не ушло: почта магазина не настроена. Почта осталась прежней, входите с anna@example.ru. Сменить её может тот, у кого есть доступ к серверу магазина: команда «parts admin email».',
    'Письмо со ссылкой для new@example.ru ждёт отправки: почта магазина сейчас не работает. Пока вы не перейдёте по ссылке, входите с прежней почтой anna@example.ru.',
  ]),
  row(
    'the answer says that the e-mail is another one at once',
    () => emailChange('email changed to new@example.ru')(undefined),
    'Почта изменена. Теперь входите с адресом new@example.ru.',
  ),
];

const account = { email: ANNA, rank: 'user', name: null, createdAt: '', updatedAt: '' } as const;
const signedUp = (trouble: MailTrouble | undefined) => authDone.signup({ ...account, ...troubled(trouble) });
const forgotten = (trouble: MailTrouble | undefined) =>
  authDone.forgot({ message: `recovery link sent to ${ANNA}`, ...troubled(trouble) });
const AUTH: readonly Row[] = [
  ...byTrouble('the visitor made an account', signedUp, [
    'Проверьте почту: на anna@example.ru придёт письмо со ссылкой для подтверждения. Ссылка действует 24 часа. Если письма нет, посмотрите в папке «Спам».',
    'Аккаунт anna@example.ru создан, но письмо для подтверждения не ушло: почта магазина не настроена. Позвоните нам: +7 (000) 000-00-00.',
    'Аккаунт anna@example.ru создан. Письмо со ссылкой для подтверждения ждёт отправки: почта магазина сейчас не работает. Проверьте почту позже.',
  ]),
  ...byTrouble('a link to a new password was asked for', forgotten, [
    'Проверьте почту: на anna@example.ru придёт письмо со ссылкой для сброса пароля. Ссылка действует один час. Если письма нет, посмотрите в папке «Спам».',
    'Письмо не ушло: почта магазина не настроена. Пароль остался прежним. Позвоните нам: +7 (000) 000-00-00. Если вы администратор, новый пароль задаст тот, у кого есть доступ к серверу магазина: команда «parts admin password».',
    'Письмо для anna@example.ru ждёт отправки: почта магазина сейчас не работает. Ссылка в нём действует один час. Если письмо не придёт, запросите новое.',
  ]),
];
const LINKS: readonly Row[] = [
  row(
    'the link confirmed the e-mail; mail: not set up',
    () => `${linkResults.confirm.done}. ${linkResults.confirm.doneText}`,
    'Почта подтверждена. Для входа на сайт используйте этот адрес и свой пароль. Если пароль придумали не вы, получите новый: почта магазина не настроена, письмо с ним не уйдёт. Позвоните нам: +7 (000) 000-00-00.',
  ),
  ...byTrouble(
    'the link reset the password',
    (trouble) => `${linkResults.forgot.done}. ${trouble ? linkResult.notMailed[trouble] : linkResults.forgot.doneText}`,
    [
      'Пароль сброшен. Новый пароль сгенерирован и отправляется на вашу почту. Он действует 24 часа, и после входа его нужно будет сменить.',
      'Пароль сброшен. Письмо с новым паролем не ушло: почта магазина не настроена. Позвоните нам: +7 (000) 000-00-00.',
      'Пароль сброшен. Письмо с новым паролем ждёт отправки: почта магазина сейчас не работает. Если оно не придёт, запросите сброс ещё раз.',
    ],
  ),
];

const CABINET: readonly Row[] = [
  row('the service answered with the profile', () => cabinetTexts.cabinet.saved, 'Изменения сохранены'),
];
const PASSWORD: readonly Row[] = [
  row('the service took the password', () => cabinetTexts.changePassword.done, 'Пароль успешно изменён'),
];
const MAIL_SWITCH: readonly Row[] = [
  row(
    'the answer wants mails about documents; mail: not set up',
    () => cabinetTexts.mailSwitch.on,
    'Письма включены, но пока не уходят: почта магазина не настроена.',
  ),
  row('the answer wants no mails about documents', () => cabinetTexts.mailSwitch.off, 'Письма выключены.'),
];
const SESSIONS: readonly Row[] = [
  row('another session was ended', () => cabinetTexts.sessions.ended, 'Сеанс завершён'),
  row('all others were ended', () => cabinetTexts.sessions.othersEnded, 'Остальные сеансы завершены'),
];
const SUBSTITUTE: readonly Row[] = [
  row('the answer has a substitute', () => ownSubstitute.saved, 'Замещение назначено.'),
  row('the answer has none', () => ownSubstitute.cancelled, 'Замещение отменено.'),
];
const FACTOR: readonly Row[] = [
  row('a first app was set up', () => recoveryCodes.enabled, 'Двухэтапный вход включён.'),
  row(
    'another app was set up in its place',
    () => recoveryCodes.replaced,
    'Теперь нужны коды из нового приложения. Прежние коды восстановления больше не действуют.',
  ),
  row('new recovery codes came', () => recoveryCodes.renewed, 'Новые коды созданы, прежние больше не действуют.'),
  row('the second factor was removed by its owner', () => secondFactor.removed, 'Двухэтапный вход отключён.'),
];
const PHOTO: readonly Row[] = [row('the service kept the photo', () => photoField.saved, 'Фото сохранено')];
const MAILS: readonly Row[] = [
  row('the service sends the mail again', () => mails.retried(ANNA), 'Отправляем письмо: anna@example.ru'),
  row('the mail has left meanwhile', () => mails.gone({ state: 'sent', problem: '' }), 'Это письмо уже ушло.'),
  row(
    'the mail leaves now',
    () => mails.gone({ state: 'waiting', problem: '' }),
    'Это письмо отправляется прямо сейчас.',
  ),
  row('the mail is of no use any more', () => mails.gone(undefined), 'Отправить это письмо уже нельзя.'),
];

const undone = (change: Partial<UndoAnswer>) =>
  undo.done({
    ...{ dryRun: false, runId: 3, restored: 0, removed: 0, crossesRestored: 0, crossesRemoved: 0, kept: 0 },
    ...{ keptPositions: [], ...change },
  });
const UNDONE: readonly Row[] = [
  row(
    'all of the run is taken back',
    () => undone({ restored: 2, removed: 1 }),
    'Загрузка отменена: возвращено 2, убрано 1, оставлено 0.',
  ),
  row(
    'some positions were changed since',
    () => undone({ restored: 2, kept: 1 }),
    'Загрузка отменена не вся: возвращено 2, убрано 0, оставлено 1.',
  ),
  row(
    'all were changed since',
    () => undone({ runId: null, kept: 4 }),
    'Ничего не отменено: всё меняли ещё раз. Оставлено 4.',
  ),
];
const UPLOADED: readonly Row[] = [
  row('all rows are applied', () => upload.done, 'файл успешно загружен.'),
  row(
    'some rows are refused',
    () => `${upload.doneBut} ${upload.unapplied(2, 1)}`,
    'файл загружен, но не весь. Строк с ошибками: 2. Пропущено строк: 1.',
  ),
  row(
    'no row is applied',
    () => upload.doneNothing,
    'файл прочитан, но в каталоге ничего не изменилось: ни одна строка не взята.',
  ),
  row(
    'the answer has doubts',
    () => upload.doubtful,
    'файл загружен, но результат похож на ошибку. Проверьте его или отмените загрузку.',
  ),
  row('a person has confirmed the doubts', () => upload.confirmed, 'применено с вашего подтверждения.'),
];
const OWN_LIST: readonly Row[] = [
  row(
    'the file is the price list of this shop, as the guess answered',
    () => preview.own,
    'Это собственный прайс каталога: бренд, поставщик и столбцы указывать не нужно.',
  ),
];
const CROSS_FILE: readonly Row[] = [
  row('the answer counts two new crosses', () => crossFile.listed(2), 'Кроссы загружены, новых: 2.'),
];
const PHOTOS: readonly Row[] = [
  row(
    'the answer counts 21 positions, and those whose former photo it replaced',
    () => photoRuns.applied({ positions: 21, replaced: 5 }),
    'Фото получили: 21 позиция. Раньше были без фото: 16, прежнее фото заменено: 5.',
  ),
  row(
    'the answer counts five positions that got their photo back',
    () => photoRuns.undone({ restored: 5, kept: 0 }),
    'Прежнее фото вернулось: 5 позиций.',
  ),
  row(
    'the answer counts others that were changed since',
    () => photoRuns.undone({ restored: 1, kept: 2 }),
    'Прежнее фото вернулось: 1 позиция. Фото сменили после этого, и оно осталось: 2 позиции.',
  ),
];
const RECEIVED: readonly Row[] = [
  row('the answer is an applied file', () => receivedFiles.applied('Июнь.csv'), 'Прайс «Июнь.csv» загружен.'),
  row('the answer is a rejected file', () => receivedFiles.rejected('Июнь.csv'), 'Прайс «Июнь.csv» отклонён.'),
];
const ENDED: readonly Row[] = [
  row('the service names runs that ended', () => notices.ended, 'Закончились загрузки, о которых вы просили сообщить:'),
  row('one of them is done', () => runs.outcomeOf({ kind: 'file', outcome: 'done' }), 'загружено'),
];

async function sourceSaved(): Promise<string> {
  const answer = async () => ({ id: 1, title: 'Поставщик Север', isChecking: false, checkedAt: null }) as never;
  const store = createSources({ create: answer } as never);
  await store.create({ title: '  поставщик север ' } as never);
  return sources.saved(store.savedTitle());
}
const SOURCES: readonly Row[] = [
  row('the answer has the source, its title as it is kept', sourceSaved, 'Источник «Поставщик Север» сохранён.'),
  row('the source was removed', () => sources.removed('Поставщик Север'), 'Источник «Поставщик Север» удалён.'),
];

async function listSaved(say: (title: string) => string): Promise<string> {
  const answer = async () => ({ id: 1, title: 'Договор' });
  const list = createList({ list: async () => [], create: answer, rename: answer, remove: async () => {} });
  await list.create('  договор ');
  return say(list.savedTitle());
}
const LISTS: readonly Row[] = [
  row('the answer has the new row', () => listSaved(lists.added), 'Добавлено: Договор'),
  row('the answer has the renamed row', () => listSaved(lists.saved), 'Сохранено: Договор'),
  row('the row was removed', () => lists.removed('Договор'), 'Удалено: Договор'),
  row(
    'the answer has the tick',
    () => processes.flagged('Договор', true),
    '«Договор»: ознакомиться просим, когда согласуют все',
  ),
  row('the answer has no tick', () => processes.flagged('Договор', false), '«Договор»: ознакомиться просим сразу'),
];

const RIGHTS: readonly Row[] = [
  row('the service took the rights', () => accessTexts.access.saved, 'Настройки успешно записаны'),
];
const RIGHTS_COPIED: readonly Row[] = [
  row(
    'the ticks of a role were copied on the screen, nothing is sent yet',
    () => accessTexts.access.copied('Юрист', 'Бухгалтер'),
    'Права роли «Юрист» перенесены в «Бухгалтер». Проверьте и сохраните.',
  ),
];
const RIGHTS_RESTORED: readonly Row[] = [
  row(
    'the service restored the role of its answer',
    () => accessTexts.restore.done('Юрист'),
    'Роль «Юрист» снова такая, как была. Это записано новым изменением.',
  ),
];
const RIGHTS_FILE: readonly Row[] = [
  row(
    'the service took the file of rights',
    () => rightsFile.done,
    'Права изменены. Каждая роль записана в историю: её можно вернуть как было.',
  ),
];

const SLIDES: readonly Row[] = [
  row('the slide was saved, with the title of the answer', () => slides.saved('Скидки'), 'Слайд «Скидки» сохранён.'),
  row('the slide was removed', () => slides.removed('Скидки'), 'Слайд «Скидки» удалён.'),
  row(
    'the save was joined with that of another',
    () => editorTexts.conflict.merged({ uid: 'o', name: 'Олег', email: 'oleg@example.ru' }),
    'Пока вы правили, текст изменили (Олег (oleg@example.ru)): правки разных абзацев сведены и сохранены вместе.',
  ),
];
const RESTORED: readonly Row[] = [
  row('a former version is the newest again', () => editorTexts.history.restored(3), 'Версия 3 восстановлена.'),
];
const MOVED: readonly Row[] = [
  row(
    'the slide stands at another place of the list, not kept yet',
    () => slides.movedTo('Скидки', 2, 5),
    '«Скидки»: место 2 из 5.',
  ),
];
const PICTURE: readonly Row[] = [
  row('a picture is being sent', () => editorTexts.imageDialog.sending, 'Отправляем картинку…'),
  row(
    'the service kept the picture',
    () => editorTexts.imageDialog.sent('сайт.png'),
    'Картинка «сайт.png» отправлена и выбрана.',
  ),
];
const PAGES: readonly Row[] = [
  row('the service kept the text of the page', () => editorTexts.pageEditor.saved, 'Изменения сохранены.'),
];

const TAKEN: readonly Row[] = [
  row(
    'the request has its number',
    () => `${thanks.heading(12)}. ${thanks.lead}`,
    'Заявка № 12 отправлена. Менеджер проверит наличие и ответит вам. Запомните номер: по нему заявку быстро найдут.',
  ),
  row('the answer names where a copy goes', () => thanks.mailed(ANNA), 'Копию отправим на anna@example.ru.'),
];
const WISHED: readonly Row[] = [
  row(
    'the page has the number of the request',
    () => `${thanks.numbered} 12. ${thanks.lead}`,
    'Отправлена заявка № 12. Менеджер проверит наличие и ответит вам. Запомните номер: по нему заявку быстро найдут.',
  ),
];
const STAFF_REQUEST: readonly Row[] = Object.entries({
  ...{ new: 'Готово: заявка новая.', work: 'Готово: заявка в работе.' },
  ...{ done: 'Готово: заявка выполнена.', declined: 'Готово: заявка отклонена.' },
} satisfies Record<RequestState, string>).map(([state, text]) =>
  row(`the answer is a request that is ${state}`, () => staffRequest.done(state as RequestState), text),
);
const NOTES: readonly Row[] = [row('the service kept the note', () => staffRequest.noteAdded, 'Заметка добавлена.')];

async function crossSaid(act: 'added' | 'known' | 'removed'): Promise<string> {
  const found = { article: 'A-1', maker: 'БелМаг', crosses: [], isCut: false };
  const calls = { list: async () => found, add: async () => act === 'added', remove: async () => {} };
  const store = createCrossList(calls as never, 1, () => {});
  await store.load();
  if (act === 'removed') await store.remove(5, 'B-1');
  else await store.add({ article: 'B-1', maker: '', way: 'both' });
  const done = store.$done.get();
  return done ? crossEditor[done.kind](done.article) : '';
}
const CROSSES: readonly Row[] = [
  row('the answer says that the cross is new', () => crossSaid('added'), 'Замена «B-1» добавлена.'),
  row('the answer says that it was known', () => crossSaid('known'), 'Замена «B-1» уже была.'),
  row('the cross was removed', () => crossSaid('removed'), 'Замена «B-1» удалена.'),
];

async function wordSaid(act: 'save' | 'takeBack', replaced: SavedSearchWord['replaced'] = null): Promise<string> {
  const page = async () => ({ words: [], total: 0, next: null });
  const calls = { words: page, save: async () => ({ word: 'фильтр', replaced }), takeBack: async () => {} };
  const store = createWords(calls as never);
  await (act === 'save' ? store.save({ word: ' Фильтр ' } as never) : store.takeBack('фильтр'));
  const done = store.$done.get();
  if (done === null) return '';
  return done.kind === 'saved' ? wordTexts.words.saved(done) : wordTexts.words.takenBack(done);
}
const SETTLED_MAKERS: readonly Row[] = [
  row(
    'the answer has the name under which the maker is shown',
    () => wordTexts.words.settled({ word: 'CAT', means: ['Caterpillar'] }),
    '«CAT» теперь показывается как «Caterpillar».',
  ),
  row(
    'the answer has the name itself',
    () => wordTexts.words.settled({ word: 'CAT', means: ['CAT'] }),
    '«CAT» остаётся отдельным производителем.',
  ),
];
const WORDS: readonly Row[] = [
  row('the answer has the word, as it is kept', () => wordSaid('save'), 'Слово «фильтр» сохранено и уже действует.'),
  row(
    'the answer has what the shop had said before',
    () => wordSaid('save', { word: 'фильтры', kind: 'synonym', means: ['элемент', 'фильтр'] }),
    'Слово «фильтр» сохранено и уже действует. Раньше было: синоним «элемент; фильтр».',
  ),
  row(
    'the answer has that the shop had taken the word out',
    () => wordSaid('save', { word: 'фильтр', kind: 'none', means: [] }),
    'Слово «фильтр» сохранено и уже действует. Раньше было: не использовать.',
  ),
  row('an own word was taken back', () => wordSaid('takeBack'), '«фильтр» больше не изменено вами.'),
];
async function missForgotten(): Promise<string> {
  const store = createMisses({ misses: async () => ({ misses: [], next: null }), forget: async () => {} } as never);
  await store.forget('фильтер');
  const { last } = store.$forgetting.get();
  return last && last.failure === null ? wordTexts.misses.forgotten(last.wording) : '';
}
const MISSES: readonly Row[] = [
  row(
    'the wording was taken from the list',
    missForgotten,
    'Запрос «фильтер» убран из списка. Если его повторят, он появится снова.',
  ),
];

async function positionsSaid(
  act: 'hide' | 'remove' | 'restore' | 'change' | 'edit' | 'unchanged' | 'undo',
): Promise<string> {
  const calls = {
    list: async () => ({ positions: [], next: null }),
    show: async () => ({ runId: 4, changed: 2, unchanged: 1 }),
    change: async () => ({ runId: 4, changed: 1, unchanged: 1, refused: 1, samples: [] }),
    edit: async () => ({ position: { id: 1 }, runId: act === 'unchanged' ? null : 4 }),
    undo: async () => ({ restored: 1, removed: 0, kept: 1 }),
  };
  const store = createPositions(calls as never);
  if (act === 'undo') await store.undo(4);
  else if (act === 'edit' || act === 'unchanged') await store.edit(1, { title: 'Вал' }, { title: 'Вал' });
  else if (act === 'change') await store.change({ ids: [1, 2, 3], brandId: 7 });
  else await store.show(act, { ids: [1, 2, 3] });
  const done = store.$done.get();
  return done ? positions.done(done) : '';
}
const POSITIONS: readonly Row[] = [
  row(
    'of three marked positions the answer says that two are hidden',
    () => positionsSaid('hide'),
    'Скрыто: 2 позиции. Без изменений: 1 позиция.',
  ),
  row(
    'of three marked positions the answer says that two are removed',
    () => positionsSaid('remove'),
    'Удалено: 2 позиции. Без изменений: 1 позиция.',
  ),
  row(
    'of three marked positions the answer says that two are restored',
    () => positionsSaid('restore'),
    'Возвращено: 2 позиции. Без изменений: 1 позиция.',
  ),
  row(
    'of three marked positions one changed its brand, and one is there already',
    () => positionsSaid('change'),
    'Изменено: 1 позиция. Без изменений: 1 позиция. Оставлено как есть, потому что у бренда и поставщика такие уже есть: 1 позиция.',
  ),
  row('the answer has a run for the edit', () => positionsSaid('edit'), 'Позиция сохранена.'),
  row('the answer has no run: nothing is another', () => positionsSaid('unchanged'), 'Ничего не изменилось.'),
  row(
    'the answer says that one is as before and one was changed since',
    () => positionsSaid('undo'),
    'Отменено: 1 позиция. Оставлено как есть, потому что меняли позже: 1 позиция.',
  ),
];
async function kindSaid(): Promise<string> {
  const kinds = [
    { id: 'p1', title: 'Розничная', currency: '', isTaken: false },
    { id: 'p2', title: 'Оптовая', currency: '', isTaken: true },
  ];
  const answer = { kinds, setting: null, asks: false };
  const store = createPriceKinds({ kinds: async () => answer, choose: async () => answer });
  await store.choose('p1');
  const state = store.$kinds.get();
  const taken = state.phase === 'ready' ? state.value.kinds.find(({ isTaken }) => isTaken) : undefined;
  return taken ? priceKinds.chosen(taken.title) : '';
}
const PRICE_KINDS: readonly Row[] = [
  row('the answer names the kind that is taken', kindSaid, 'Следующий обмен возьмёт цены вида «Оптовая».'),
];
const STATE: readonly Row[] = [row('the service knows no problem', () => stateTexts.allWell, 'Всё в порядке.')];
const COPIED: Readonly<Record<string, Row>> = {
  'islands/requests/Request.tsx': row('the browser took the request', () => request.copied, 'Скопировано'),
  'islands/catalogue/CardSections.tsx': row('the browser took the article', () => card.copied, 'Скопировано'),
  'islands/catalogue/ListAnswer.tsx': row('the browser took the list', () => listSearch.copied, 'Скопировано'),
  'islands/accounts/MailTrouble.tsx': row('the browser took the link', () => mailTroubles.copied, 'Скопировано'),
  'islands/accounts/FactorSetup.tsx': row('the browser took the key', () => factorSetup.copied, 'Ключ скопирован'),
  'islands/accounts/SecondFactor.tsx': row('the browser took the codes', () => recoveryCodes.copied, 'Скопировано'),
};
const WRONG_AMOUNT: readonly Row[] = [
  row('nothing is put in', () => adding.wrongAmount, 'Укажите целое число от 1 до 100 000.'),
];
const ADDED: readonly Row[] = [
  row('the offers lie in the request of this device', () => adding.done.added, 'Добавлено в заявку.'),
  row(
    'the request is full',
    () => adding.done.full,
    'В заявке уже 100 позиций — больше одна заявка не вмещает. Отправьте её и начните следующую.',
  ),
  row(
    'the browser keeps nothing',
    () => adding.done.failed,
    'Не добавлено: браузер не может сохранить заявку, на устройстве нет места.',
  ),
];

const acts = Object.values(ACTS).flat();

/** A one-time link has worked, and the sign-in after it did not. */
const LINK_WORKED: readonly Row[] = [
  row('a link set the password', () => invitation.done, 'Пароль задан. Осталось войти.'),
  row(
    'a link set the password of an account with a second factor',
    () => invitation.doneCode,
    'Пароль задан. Чтобы войти, введите код двухэтапного входа.',
  ),
  row('a link made the first administrator', () => setup.done, 'Вы администратор магазина. Осталось войти.'),
  row(
    'a link made an administrator with a second factor',
    () => setup.doneCode,
    'Вы администратор магазина. Чтобы войти, введите код двухэтапного входа.',
  ),
];

/** Every green message of the pages but those of documents, which have their own table: by file, then by what is drawn. */
const GREEN: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  'islands/accounts/AuthScreen.tsx': { '{done.text}': AUTH },
  'islands/accounts/Cabinet.tsx': { '{said}': CABINET },
  'islands/accounts/CabinetPart.tsx': { '{said}': [...SESSIONS, ...SUBSTITUTE], '{text}': [...EMAIL, ...PASSWORD] },
  'islands/accounts/MailSwitch.tsx': { '{said}': MAIL_SWITCH },
  'islands/people/HandOver.tsx': { '{texts.done(handed)}': HANDED },
  'islands/accounts/SignInNext.tsx': { '{withCode ? texts.doneCode : texts.done}': LINK_WORKED },
  'islands/accounts/MailTrouble.tsx': { '{said?.text}': [...acts, ...INVITED, ...CREATED, ...PROFILE, ...HANDED] },
  'islands/accounts/SecondFactor.tsx': { '{said}': FACTOR, '{done}': FACTOR },
  'islands/ui/PhotoField.tsx': { '{photoField.saved}': PHOTO },
  'islands/price-lists/upload/CrossFile.tsx': { 'texts.listed(state.answer.counts.created)': CROSS_FILE },
  'islands/price-lists/upload/UploadForm.tsx': { '{texts.own}': OWN_LIST },
  'islands/price-lists/upload/UploadReport.tsx': { '{said}': UPLOADED },
  'islands/price-lists/sources/ReceivedFiles.tsx': { '{said(fileName)}': RECEIVED },
  'islands/price-lists/sources/Sources.tsx': { '{said}': SOURCES },
  'islands/price-lists/sources/PriceKinds.tsx': { '{texts.chosen(taken.title)}': PRICE_KINDS },
  'islands/price-lists/runs/RunActions.tsx': { '{texts.done(answer)}': UNDONE },
  'islands/price-lists/runs/RunList.tsx': { '{noticeTexts.ended}': ENDED },
  'islands/access/Level.tsx': { '{said}': RIGHTS_COPIED },
  'islands/access/ChangeHistory.tsx': { '{done}': RIGHTS_RESTORED },
  'islands/access/SaveDock.tsx': { '<SaveOutcome': RIGHTS },
  'islands/access/RightsFile.tsx': { '{texts.done}': RIGHTS_FILE },
  'islands/slides/SlideForm.tsx': { '{said}': RESTORED },
  'islands/slides/SlideList.tsx': { 'slides.saved(banner.title)': SLIDES },
  'islands/pages/PageEditor.tsx': { '{said}': RESTORED },
  'islands/pages/open-editor.tsx': { '{pageEditor.saved}': PAGES },
  'islands/requests/StaffRequest.tsx': { '{texts.done(state)}': STAFF_REQUEST, '{said}': NOTES },
  'islands/requests/Request.tsx': { 'thanks.mailed(sent.email)': TAKEN },
  'islands/requests/WishForm.tsx': { '{thanks.numbered}': WISHED },
  'islands/state/State.tsx': { '{texts.allWell}': STATE },
  'islands/catalogue/SearchMisses.tsx': { 'texts.forgotten(last.wording)': MISSES },
  'islands/catalogue/SearchWords.tsx': { '{texts.settled(saved)}': SETTLED_MAKERS, 'doneText(done)': WORDS },
  'islands/catalogue/CrossEditor.tsx': { 'texts[done.kind](done.article)': CROSSES },
  'islands/catalogue/PhotoRuns.tsx': { '{texts.applied(run)}': PHOTOS, '{texts.undone(run)}': PHOTOS },
  'islands/catalogue/positions/Positions.tsx': { '{refused || texts.done(done)}': POSITIONS },
  'islands/people/PersonRow.tsx': { '{said}': BOUND },
  'islands/people/StaffImport.tsx': { 'texts.added(added)': STAFF },
  'layouts/LinkResult.astro': { '{texts.done}': LINKS },
};

/**
 * Every text that the pages are given to say once a call has ended, in green or only read out: by file, then as the source
 * has it. What passes such a text on (`text`, `said`) is no text.
 */
const SAYINGS: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  'islands/access/ChangeHistory.tsx': { 'restore.done(role)': RIGHTS_RESTORED },
  'islands/access/Level.tsx': { 'access.copied(from.title, role.title)': RIGHTS_COPIED },
  'islands/accounts/Cabinet.tsx': { 'cabinet.saved': CABINET },
  'islands/accounts/ChangeEmail.tsx': {
    "{ kind: answer.mailTrouble ? 'warning' : 'success', text: texts.done(answer, former) }": EMAIL,
  },
  'islands/accounts/MailOutbox.tsx': { 'failureText(refused, accountErrors)': MAILS, 'mails.retried(mail.to)': MAILS },
  'islands/accounts/MailSwitch.tsx': { 'documents ? texts.on : texts.off': MAIL_SWITCH },
  'islands/accounts/OwnSessions.tsx': { 'sessions.ended': SESSIONS, 'sessions.othersEnded': SESSIONS },
  'islands/people/NewAccount.tsx': { "saidOfMail('created', answer.email, answer)": CREATED },
  'islands/accounts/SecondFactor.tsx': {
    '{ codes, done: state?.since ? recoveryCodes.replaced : recoveryCodes.enabled }': FACTOR,
    '{ codes, done: recoveryCodes.renewed }': FACTOR,
    'texts.removed': FACTOR,
  },
  'islands/accounts/Substitute.tsx': { 'came.substitute ? texts.saved : texts.cancelled': SUBSTITUTE },
  'islands/accounts/AuthScreen.tsx': {
    'authTexts.authDone.signup(made), made': AUTH,
    'authTexts.authDone.forgot(mailed), mailed': AUTH,
  },
  'islands/pages/PageEditor.tsx': { 'history.restored(version)': RESTORED },
  'islands/people/HandOver.tsx': { 'saidOfHandOver(said, outcome)': [...ACTS.disable, ...HANDED] },
  'islands/people/People.tsx': {
    outcome: [...CREATED, ...INVITED],
    "saidOfPerson(saidOfMail('invited', person.email, person), person)": INVITED,
  },
  'islands/people/PersonPage.tsx': {
    'saidOfPerson(done(textOf(changed)), changed)': PROFILE,
    "saidOfPerson(saidOfMail('invited', email, answer), { ...answer, email })": INVITED,
    'done(people.takenBack(email))': INVITED,
    outcome: acts,
  },
  'islands/people/PersonRow.tsx': { 'claimed ? binding.claimed : binding.saved': BOUND },
  'islands/price-lists/sources/Sources.tsx': { 'texts.removed(source.title)': SOURCES, 'texts.saved(title)': SOURCES },
  'islands/requests/StaffRequest.tsx': { '{ is: outcome }': STAFF_REQUEST, 'texts.noteAdded': NOTES },
  'islands/slides/SlideForm.tsx': { 'history.restored(version)': RESTORED },
  'islands/slides/SlideList.tsx': { 'slides.movedTo(note.title || slides.untitled, place + 1, rows.length)': MOVED },
  'islands/ui/DataList.tsx': { 'lists.added(list.savedTitle())': LISTS, 'lists.removed(row.title)': LISTS },
  'islands/ui/DataListRow.tsx': {
    'lists.saved(list.savedTitle())': LISTS,
    "texts.flagged?.(now.title, isFlagged(now)) ?? ''": LISTS,
  },
  'islands/ui/ImageDialog.tsx': { 'texts.sending': PICTURE, 'texts.sent(file.name)': PICTURE },
  'lib/requests/add-buttons.ts': {
    "adding.done[putting], putting !== 'added'": ADDED,
    'adding.wrongAmount, true': WRONG_AMOUNT,
  },
};

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const ALL = [
  ...acts,
  ...INVITED,
  ...CREATED,
  ...PROFILE,
  ...HANDED,
  ...STAFF,
  ...BOUND,
  ...EMAIL,
  ...AUTH,
  ...LINK_WORKED,
  ...LINKS,
  ...CABINET,
  ...PASSWORD,
  ...MAIL_SWITCH,
  ...SESSIONS,
  ...SUBSTITUTE,
  ...FACTOR,
  ...PHOTO,
  ...MAILS,
  ...UNDONE,
  ...UPLOADED,
  ...OWN_LIST,
  ...CROSS_FILE,
  ...RECEIVED,
  ...ENDED,
  ...SOURCES,
  ...LISTS,
  ...RIGHTS,
  ...RIGHTS_COPIED,
  ...RIGHTS_RESTORED,
  ...RIGHTS_FILE,
  ...SLIDES,
  ...RESTORED,
  ...MOVED,
  ...PICTURE,
  ...PAGES,
  ...TAKEN,
  ...STAFF_REQUEST,
  ...NOTES,
  ...CROSSES,
  ...WORDS,
  ...MISSES,
  ...POSITIONS,
  ...STATE,
  ...Object.values(COPIED),
  ...ADDED,
  ...WRONG_AMOUNT,
];

const SRC = join(import.meta.dirname, '../../../src');

async function sourcesOfPages(): Promise<[file: string, source: string][]> {
  const files = (await readdir(SRC, { recursive: true })).filter(
    (name) =>
      /\.(?:tsx|astro)$|^islands\/.*\.ts$|^lib\/requests\/add-buttons\.ts$/u.test(name) &&
      !name.startsWith('islands/documents/'),
  );
  return Promise.all(files.map(async (name) => [name, await readFile(join(SRC, name), 'utf8')]));
}

/** Elements that are green, or may be: with their content. */
function greenIn(source: string): string[] {
  const messages = (source.match(/<Message\b.*?<\/Message>/gsu) ?? []).filter((message) =>
    /^<Message\s+kind=(?:"success"|\{[^}]*'success'[^}]*\}|\{[\w.]+\})/u.test(message),
  );
  const others =
    source.match(/<(p|span|div|section)\b(?:=>|[^>])*?\b(?:ok-text|success)\b(?:=>|[^>])*>.*?<\/\1>/gsu) ?? [];
  return [...messages, ...others];
}

/** Calls by which a page says something, or hands over what is to be said. */
const SAYS =
  /(?<!function )(?<![.\w])(?:setSaid|part\.say|say|onSaid|setGiven|setDone|onDone|onSaved|onClose|finish|added|close)\(/gu;
/** What passes a text on, or says nothing. */
const PASSED =
  /^(?:|''|null|true|false|text|said|answer|converted|store\.savedTitle\(\)|value\.role\.title|await peopleCalls\.add\(typed\))$/u;

/** The arguments of these calls, each once. */
function sayingsIn(source: string): string[] {
  const said = [...source.matchAll(SAYS)].map(({ 0: call, index }) => {
    const begin = index + call.length;
    let end = begin;
    for (let depth = 1; depth > 0 && end < source.length; end += 1)
      depth += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0;
    return source
      .slice(begin, end - 1)
      .replace(/\s+/gu, ' ')
      .replace(/, ?$/u, '')
      .trim();
  });
  return [...new Set(said)].filter((text) => !PASSED.test(text));
}

describe('a message after a call', () => {
  beforeEach(() => $mailTrouble.set(null));
  afterEach(() => void vi.restoreAllMocks());

  for (const { when, said, text } of ALL)
    test(`says no more than happened: ${when}`, async () => {
      expect(plain(await said())).toBe(text);
    });

  test('that is green has rows in this table, on every page', async () => {
    const found = new Map((await sourcesOfPages()).map(([file, source]) => [file, greenIn(source)] as const));
    for (const [file, messages] of found)
      for (const message of messages) {
        const known = Object.keys(GREEN[file] ?? {}).filter((one) => message.includes(one));
        expect([file, message, known.length > 0]).toEqual([file, message, true]);
      }
    for (const [file, shown] of Object.entries(GREEN))
      for (const one of Object.keys(shown))
        expect([file, one, found.get(file)?.some((message) => message.includes(one))]).toEqual([file, one, true]);
  });

  test('that is said once a call has ended has rows in this table', async () => {
    const found = new Map((await sourcesOfPages()).map(([file, source]) => [file, sayingsIn(source)] as const));
    const known = Object.fromEntries(Object.entries(SAYINGS).map(([file, texts]) => [file, Object.keys(texts).sort()]));
    const said = [...found].filter(([, texts]) => texts.length > 0).map(([file, texts]) => [file, texts.sort()]);
    expect(Object.fromEntries(said)).toEqual(known);
  });

  test('of a button that copies has a row in this table', async () => {
    const found = (await sourcesOfPages()).filter(([, source]) => source.includes('<CopyButton'));
    expect(found.map(([file]) => file).sort()).toEqual(Object.keys(COPIED).sort());
  });
});
