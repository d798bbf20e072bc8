// Texts of the page where administrators see all people, invite them and give roles.
import type { AdministrationError, PeopleError } from '../../../contract/errors.ts';
import { HAND_OVER_MAX } from '../../../contract/limits.ts';
import type { ChangedPerson, Person } from '../../../contract/people/people.ts';
import type { HandedOver, KeptReason } from '../../../contract/people/ties.ts';
import type { PersonState } from '../../../contract/people/words.ts';
import { countOf, dottedDay, formatDay, formatMoment, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { brokenRoutes } from '../access/access-texts.ts';
import { accountErrors } from '../accounts/account-texts.ts';
import { $mailTrouble, done, type Said } from '../accounts/mail-trouble.ts';
import { personSubstitute } from '../accounts/substitute-texts.ts';
import { type ErrorTexts, nameMistake } from '../platform/failure-texts.ts';
import { now } from '../platform/now.ts';
import { site } from '../platform/site.ts';

const PASSED = ['документ', 'документа', 'документов'] as const;
const PEOPLE = ['человек', 'человека', 'человек'] as const;

export const people = typographed({
  lead: 'Все, у кого есть учётная запись: роль, состояние и последнее посещение. Роль можно дать заранее: она подействует с первого входа.',
  pageOf: (name: string) => `Всё о сотруднике: ${name}`,
  unconfirmed: 'почта не подтверждена',
  secondFactor: 'двухэтапный вход',
  mailedPassword: 'временный пароль',
  search: 'поиск по имени или почте',
  state: 'Состояние',
  anyState: 'любое состояние',
  role: 'Роль',
  anyRole: 'любая роль',
  withoutRole: 'без роли',
  invite: 'Пригласить',
  list: 'Список людей',
  loading: 'Загружаем список…',
  total: (count: number) => countOf(count, PEOPLE),
  empty: 'Пока никого нет.',
  noneFound: 'По этому отбору никого нет.',
  moreFailed: 'Не удалось загрузить продолжение.',
  noName: 'имя не указано',
  admin: 'администратор',
  own: 'это вы',
  mailsOff: 'письма о документах выключены',
  substitute: (name: string, from: string, to: string) => `заместитель: ${name}, ${from} – ${to}`,
  lastVisit: (moment: string) => `последнее посещение ${moment}`,
  neverSeen: 'входов ещё не было',
  until: (day: string) => `ссылка действует до ${day}`,
  over: 'ссылка устарела',
  name: 'Ф. И. О.',
  renameHint:
    'Новое имя появится в учётной записи, в списках и в письмах. Подписи, которые уже поставлены, останутся с прежним именем.',
  save: 'Сохранить имя',
  mailsOn: 'Включить письма о документах',
  mailsOffAction: 'Выключить письма о документах',
  inviteNow: 'Отправить приглашение',
  inviteAgain: 'Отправить приглашение ещё раз',
  takeBack: 'Отозвать приглашение',
  renamed: (name: string) => `Сохранено: ${name}`,
  nameRemoved: 'Имя убрано.',
  mailsAreOn: site.stated.mail
    ? 'Письма о документах включены.'
    : 'Письма о документах включены, но пока не уходят: почта не настроена.',
  mailsAreOff: 'Письма о документах выключены.',
  /** Follows the text of a change that claimed an unconfirmed account. */
  claimed: (done: string) =>
    `${done.replace(/\.$/, '')}. Учётная запись была заведена посторонним: его доступ закрыт, для владельца создано приглашение.`,
  takeBackQuestion: 'Отозвать приглашение?',
  takeBackDetails: (email: string, documents: number, written: number, routes: number) => {
    const tied = [
      documents > 0 && `ждут решения — ${countOf(documents, PASSED)}`,
      written > 0 && `написаны и ещё в пути — ${countOf(written, PASSED)}`,
      routes > 0 && `маршруты — ${formatNumber(routes)}`,
    ].filter(Boolean);
    const rest =
      tied.length === 0
        ? ''
        : ` За этим человеком закреплены: ${tied.join(', ')}. Пока это не передадут, документы будут ждать.`;
    return `${email} не сможет войти по ссылке из письма.${rest}`;
  },
  takenBack: (email: string) => `Приглашение отозвано: ${email}`,
  sessionsOf: (email: string) => `Сеансы: ${email}`,
  sessions: (count: number) => (count > 0 ? `Сеансы (${formatNumber(count)})` : 'Сеансы'),
  noSessions: 'Открытых сеансов нет.',
  endAll: 'Завершить все сеансы',
  endAllQuestion: 'Завершить все сеансы?',
  endAllDetails: (email: string) => `${email}: на всех устройствах придётся войти заново.`,
} as const);

export const personStates: Readonly<Record<PersonState, string>> = {
  works: 'работает',
  invited: 'приглашение создано',
  never: 'без входов',
  disabled: 'отключён',
};

/** What a change did to a person; an account that it claimed was invited too, by a mail that may not have left. */
export function saidOfPerson(said: Said, { email, claimed }: Pick<ChangedPerson, 'email' | 'claimed'>): Said {
  if (!claimed) return said;
  const text = people.claimed(said.text);
  return $mailTrouble.get() === null ? { ...said, text } : { kind: 'warning', text, linkFor: email };
}

/** What passed to a colleague, after what was said of the account when it was disabled; a warning where something stayed. */
export function saidOfHandOver(disabled: Said | null, handed: HandedOver | null): Said {
  const text = [disabled?.text.replace(/\.$/, ''), handed && handOver.done(handed)].filter(Boolean).join('. ');
  return handed && isPartial(handed) ? { kind: 'warning', text } : { ...(disabled ?? done('')), text };
}

/** Whether something stayed with the former person, or nothing passed. */
export const isPartial = ({ keptDocumentCount, keptTemplates, hasMore, ...passed }: HandedOver): boolean =>
  keptDocumentCount + keptTemplates.length > 0 ||
  hasMore ||
  passed.documentCount + passed.templates.length + passed.substitutions === 0;

/** Last visit, invitation and substitute of a person, in one line. */
export function factsOf({ lastVisitAt, invitationUntil, substitute }: Person): string {
  const day = (moment: string) => formatDay(new Date(moment), site.timeZone);
  const invitation =
    invitationUntil && (new Date(invitationUntil) > now() ? people.until(day(invitationUntil)) : people.over);
  return [
    lastVisitAt ? people.lastVisit(formatMoment(new Date(lastVisitAt), site.timeZone)) : people.neverSeen,
    invitation,
    substitute &&
      people.substitute(substitute.name || substitute.email, dottedDay(substitute.from), dottedDay(substitute.to)),
  ]
    .filter(Boolean)
    .join(', ');
}

export const personPage = typographed({
  back: '← Все люди',
  loading: 'Загружаем сведения…',
  photoOf: (name: string) => `Фото: ${name}`,
  since: (day: string) => `учётная запись с ${day}`,
  role: 'Роль и права',
  profile: 'Имя и письма',
  account: 'Учётная запись',
  ties: 'Закреплено за сотрудником',
  tiesLoading: 'Собираем документы и маршруты…',
  handOver: 'Передать другому',
} as const);

const WAITING = ['документ ждёт', 'документа ждут', 'документов ждут'] as const;
const ROUTES = ['маршрут', 'маршрута', 'маршрутов'] as const;
const MORE = ['ещё один', 'ещё', 'ещё'] as const;
const STAYED = ['документ остался', 'документа остались', 'документов остались'] as const;
const ROUTES_STAYED = ['маршрут остался', 'маршрута остались', 'маршрутов остались'] as const;
const ENDED = ['замещение', 'замещения', 'замещений'] as const;

export const handOver = typographed({
  heading: (name: string) => `Передать дела: ${name}`,
  disableHeading: (name: string) => `Отключить: ${name}`,
  lead: 'Коллега станет подписантом вместо этого сотрудника там, где решения ещё нет, и тем, кто решает, если срок прошёл. Готовые подписи останутся. Вернуть одним действием нельзя.',
  nothing: 'За этим сотрудником ничего не закреплено: ни документов, ни маршрутов, ни замещений.',
  unknownTies: 'Не удалось узнать, что закреплено за сотрудником.',
  documents: (count: number) =>
    count >= HAND_OVER_MAX
      ? `Документов, которые ждут решения: не меньше ${formatNumber(count)}`
      : `${countOf(count, WAITING)} решения:`,
  written: (count: number) => `Автор документов в пути и отклонённых: ${formatNumber(count)}.`,
  writtenStay:
    'Автор у документа не меняется: исправить такой документ и отправить его заново сможет любой, кому роль разрешает «Редактировать».',
  document: brokenRoutes.document,
  templates: (count: number) => `Указан в маршрутах: ${formatNumber(count)}`,
  substitute: (name: string) => `Замещает этого сотрудника: ${name}.`,
  represents: personSubstitute.represents,
  more: (count: number) => (count === 1 ? MORE[0] : `${MORE[1]} ${formatNumber(count)}`),
  choice:
    'Можно сразу выбрать, кому передать. Иначе документы и маршруты останутся за отключённым сотрудником и будут ждать, пока их не передадут.',
  to: 'Кому',
  search: {
    person: 'Кому передать',
    placeholder: personSubstitute.placeholder,
    found: personSubstitute.found,
    asking: personSubstitute.asking,
    noPerson: 'Никого не нашли.',
    other: personSubstitute.other,
  },
  submit: 'Передать',
  disableAndHandOver: 'Отключить и передать',
  cancel: 'Отмена',
  close: 'Закрыть',
  doneHeading: 'Что передано',
  disabled: (name: string) => `${name}: учётная запись отключена.`,
  disabledOnly: 'Учётная запись отключена, но дела не переданы.',
  done: ({ to, documentCount, templates, substitutions }: HandedOver) => {
    const passed = [
      documentCount > 0 && countOf(documentCount, PASSED),
      templates.length > 0 && countOf(templates.length, ROUTES),
    ].filter(Boolean);
    const what = passed.length === 0 ? 'ничего не передано' : `передано: ${passed.join(', ')}`;
    const ended = substitutions > 0 ? `; закончено: ${countOf(substitutions, ENDED)}` : '';
    return `${to.name || to.email}: ${what}${ended}`;
  },
  kept: (count: number) => `${countOf(count, STAYED)} за прежним сотрудником:`,
  keptTemplates: (count: number) => `${countOf(count, ROUTES_STAYED)} без изменений:`,
  hasMore: 'Это не все документы: передайте остальные ещё раз.',
} as const);

export const keptReasons = typographed<Readonly<Record<KeptReason, string>>>({
  'listed already': 'коллега уже указан в этом документе',
  'no right': 'у коллеги нет права на такое решение',
  'changed meanwhile': 'маршрут изменили, пока вы смотрели',
  'signs already': 'коллега уже подписывает на другом шаге этого маршрута',
  'route breaks': 'с этим коллегой маршрут не сработает: проверьте его права и шаги',
});

export const invitePerson = typographed({
  heading: 'Приглашение сотрудника',
  lead: site.stated.mail
    ? 'Человек получит письмо со ссылкой, по которой сам задаст пароль.'
    : 'Почта не настроена: после приглашения получите ссылку и передайте её сами. По ней человек задаст пароль.',
  email: 'Электронная почта',
  name: 'Ф. И. О.',
  nameHint: 'Необязательно',
  role: 'Роль',
  noRole: 'без роли',
  submit: 'Пригласить',
  cancel: 'Отмена',
} as const);

export const peopleErrors = typographed<ErrorTexts<AdministrationError | PeopleError>>({
  ...accountErrors,
  'invalid uid': 'Этому сотруднику передать нельзя: у него нет профиля, или его учётная запись отключена.',
  'incorrect name': nameMistake,
  'invalid form': 'Страница устарела: обновите её.',
  'invalid name': nameMistake,
  'invalid role id': 'Такой роли больше нет: обновите страницу.',
  'invalid state': 'Такого состояния нет: обновите страницу.',
});
