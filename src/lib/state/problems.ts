// The problems, with advice, that administrators see on the page «Состояние» (state of the server).
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { countOf, formatNumber, quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { paths } from '../platform/paths.ts';
import { roomText, serviceName, spanText } from './state-texts.ts';

/** A problem that needs the attention of an administrator. */
interface Problem {
  /** Unique within an answer. */
  readonly id: string;
  readonly kind: 'error' | 'warning';
  readonly text: string;
  readonly advice: string;
  /** Where to do it, if that is a page. */
  readonly href?: string;
}

/** Least free share of the disk. */
const DISK_LEAST = 0.1;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The problems of an answer, errors first. Spans are counted from the moment of the answer. */
export function problemsOf(answer: StateAnswer): Problem[] {
  const now = Date.parse(answer.at);
  const since = (iso: string | null) => (iso === null ? 0 : now - Date.parse(iso));
  const found = [
    ...databaseProblems(answer),
    ...diskProblems(answer),
    ...storageProblems(answer),
    ...indexProblems(answer, since),
    ...backupProblems(answer, since),
    ...mailProblems(answer, since),
    ...siteProblems(answer),
    ...importProblems(answer),
    ...requestProblems(answer),
    ...contactProblems(answer),
    ...accountProblems(answer),
  ];
  return found.toSorted((one, other) => Number(one.kind === 'warning') - Number(other.kind === 'warning'));
}

type Since = (iso: string | null) => number;

const databaseProblems = ({ databases }: StateAnswer): Problem[] =>
  databases
    .filter(({ state }) => state === null)
    .map(({ name }) => ({ id: `database ${name}`, kind: 'error', ...problemTexts.database(serviceName(name)) }));

function diskProblems({ disk }: StateAnswer): Problem[] {
  if (!disk || disk.free >= disk.size * DISK_LEAST) return [];
  const percent = Math.floor((disk.free / disk.size) * 100);
  return [{ id: 'disk', kind: 'error', ...problemTexts.disk(roomText(disk.free), percent) }];
}

const storageProblems = ({ storage }: StateAnswer): Problem[] =>
  storage && !storage.answers ? [{ id: 'storage', kind: 'error', ...problemTexts.storage }] : [];

function indexProblems({ index }: StateAnswer, since: Since): Problem[] {
  if (!index || since(index.asOf) < MINUTE) return [];
  return [{ id: 'index', kind: 'error', ...problemTexts.index(spanText(since(index.asOf))) }];
}

function backupProblems({ backups }: StateAnswer, since: Since): Problem[] {
  if (!backups) return [];
  const { lastAt, error } = backups;
  if (error === '' && lastAt !== null && since(lastAt) < 25 * HOUR) return [];
  const age = lastAt === null ? null : spanText(since(lastAt));
  return [{ id: 'backups', kind: 'error', ...problemTexts.backups(age, error) }];
}

const mailProblems = ({ mails }: StateAnswer, since: Since): Problem[] =>
  mails.flatMap(({ name, state }): Problem[] => {
    if (!state) return [];
    const href = paths.users;
    const what = serviceName(name);
    if (state.waiting > 0 && since(state.oldestAt) > HOUR) {
      const late = problemTexts.mailsLate(what, state.waiting, spanText(since(state.oldestAt)), state.problem);
      return [{ id: `late mails ${name}`, kind: 'error', ...late, href }];
    }
    if (state.failed === 0) return [];
    const lost = problemTexts.mailsFailed(what, state.failed, state.problem);
    return [{ id: `failed mails ${name}`, kind: 'warning', ...lost, href }];
  });

const siteProblems = ({ site }: StateAnswer): Problem[] =>
  site?.state === 'failed' ? [{ id: 'site', kind: 'error', ...problemTexts.site(site.error) }] : [];

function importProblems({ imports }: StateAnswer): Problem[] {
  const [newest] = imports?.last ?? [];
  if (newest?.state !== 'failed' && newest?.state !== 'interrupted') return [];
  const href = paths.importRun(newest.id);
  return [{ id: 'import', kind: 'warning', ...problemTexts.run(newest.fileName, newest.state), href }];
}

function requestProblems({ requests }: StateAnswer): Problem[] {
  if (!requests) return [];
  const { sent, senders, strangersMet, newcomersMet } = requests;
  const href = paths.requests;
  if (strangersMet) return [{ id: 'requests', kind: 'error', ...problemTexts.requestsOver(sent), href }];
  if (newcomersMet) return [{ id: 'requests', kind: 'error', ...problemTexts.requestsOfNewcomersOver, href }];
  return senders === 0
    ? []
    : [{ id: 'requests', kind: 'warning', ...problemTexts.requestSenders(senders), href: paths.journal }];
}

const contactProblems = ({ placeholders }: StateAnswer): Problem[] =>
  placeholders.length === 0
    ? []
    : [{ id: 'contacts', kind: 'warning', ...problemTexts.contacts(placeholders.join(', ')) }];

function accountProblems({ accounts }: StateAnswer): Problem[] {
  if (!accounts) return [];
  const { openAdministrators, withoutEmail, trustsSignUps } = accounts;
  const found: Problem[] = [];
  if (trustsSignUps) found.push({ id: 'unproven e-mails', kind: 'warning', ...problemTexts.trustsSignUps });
  if (withoutEmail.length > 0)
    found.push({ id: 'same e-mails', kind: 'warning', ...problemTexts.sameEmails(withoutEmail.join(', ')) });
  if (openAdministrators > 0) {
    const texts = problemTexts.openAdministrators(openAdministrators);
    found.push({ id: 'open administrators', kind: 'warning', ...texts, href: paths.secondFactor });
  }
  return found;
}

const MAILS = ['письмо', 'письма', 'писем'] as const;

const because = (problem: string | null): string => (problem ? ` Почтовый сервер ответил: ${problem}` : '');

/** Texts and advice of the problems. */
const problemTexts = typographed({
  database: (service: string) => ({
    text: `База данных не отвечает: ${service}.`,
    advice: 'Проверьте, работает ли сервер базы данных и есть ли место на его диске.',
  }),
  disk: (free: string, percent: number) => ({
    text: `На диске осталось ${free}, это ${percent} %.`,
    advice: 'Удалите ненужное или добавьте места: на полном диске не сохраняются ни файлы, ни изменения.',
  }),
  storage: {
    text: 'Хранилище файлов не отвечает: фотографии и вложения не открываются и не сохраняются.',
    advice:
      'Проверьте, работает ли оно и верны ли настройки FILES_URL, FILES_ENDPOINT и ключа. Когда оно ответит, всё заработает само.',
  },
  index: (age: string) => ({
    text: `Поиск показывает каталог таким, каким он был ${age} назад.`,
    advice: 'Проверьте связь с сервером PostgreSQL. Когда она восстановится, поиск догонит сам.',
  }),
  backups: (age: string | null, error: string) => ({
    text: `${age === null ? 'Резервной копии ещё нет.' : `Последняя резервная копия сделана ${age} назад.`}${
      error ? ` Причина: ${error}` : ''
    }`,
    advice: 'Проверьте, есть ли место и доступ к папке копий, или сделайте копию командой parts backup.',
  }),
  mailsLate: (service: string, count: number, age: string, problem: string | null) => ({
    text: `Не уходят письма (${service}): ${countOf(count, MAILS)}, самое давнее ждёт ${age}.${because(problem)}`,
    advice: 'Проверьте настройку SMTP_URL и почтовый сервер. Письма уйдут сами, как только он ответит.',
  }),
  mailsFailed: (service: string, count: number, problem: string | null) => ({
    text: `Не отправлено: ${countOf(count, MAILS)} (${service}).${because(problem)}`,
    advice: 'Проверьте адреса и почтовый сервер, потом отправьте письма ещё раз.',
  }),
  site: (error: string) => ({
    text: `Страницы сайта не собрались: видны прежние.${error ? ` Причина: ${error}` : ''}`,
    advice: 'Сборка повторится сама. Если не поможет, перезапустите сервер и прочтите его журнал.',
  }),
  requestsOver: (sent: number) => ({
    text: `Сегодня больше не принимаются заявки без входа на сайт: их уже ${formatNumber(String(sent))}.`,
    advice: 'Посмотрите, настоящие ли они. Предел задаёт настройка REQUESTS_PER_DAY, завтра счёт начнётся заново.',
  }),
  requestsOfNewcomersOver: {
    text: 'Сегодня больше не принимаются заявки новых покупателей, которые вошли на сайт.',
    advice:
      'Посмотрите, настоящие ли они. Чьи заявки вы уже брали в работу, те отправляют дальше. Предел задаёт REQUESTS_PER_DAY, завтра счёт начнётся заново.',
  },
  requestSenders: (senders: number) => ({
    text: `Слишком много заявок за день: приём остановлен для ${countOf(senders, ['отправителя', 'отправителей', 'отправителей'])}.`,
    advice:
      'Откуда они, сказано в журнале. Если там стоит адрес вашего прокси, проверьте TRUST_PROXY; предел задаёт REQUESTS_PER_ADDRESS.',
  }),
  contacts: (settings: string) => ({
    text: 'Посетители видят вымышленные контакты магазина.',
    advice: `Укажите свои в настройках сервера и перезапустите его: ${settings}.`,
  }),
  openAdministrators: (count: number) => ({
    text: `У ${countOf(count, ['администратора', 'администраторов', 'администраторов'])} нет двухэтапного входа.`,
    advice:
      'Пароль можно подсмотреть или выманить, а код с телефона — нет. Каждый включает двухэтапный вход в своём кабинете; настройка SECOND_FACTOR=admin сделает его обязательным.',
  }),
  sameEmails: (emails: string) => ({
    text: `Две учётные записи с одной почтой, записанной по-разному: ${emails}.`,
    advice:
      'Во вторую войти нельзя, пока у неё не будет другой почты: команда parts admin email, uid указан в журнале сервера.',
  }),
  trustsSignUps: {
    text: 'Любой может зарегистрироваться с чужой почтой: её никто не подтверждает.',
    advice:
      'Кто займёт почту сотрудника заранее, получит и его роль. Включите подтверждение (VERIFICATION=on) или закройте регистрацию (REGISTRATION=closed).',
  },
  run: (fileName: string, state: 'failed' | 'interrupted') => ({
    text: `Последний импорт ${state === 'failed' ? 'не удался' : 'прерван'}${
      fileName === '' ? '' : `: ${quoted(fileName)}`
    }.`,
    advice: 'Каталог остался прежним. Откройте импорт, чтобы узнать причину.',
  }),
} as const);
