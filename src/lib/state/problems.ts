// The problems, with advice, that administrators see on the page «Состояние» (state of the server).
import type { DocumentTemplates } from '../../../contract/documents/documents.ts';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { countOf, formatNumber, quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { templates } from '../documents/template-texts.ts';
import { paths } from '../platform/paths.ts';
import { roomText, serviceName, spanText } from './state-texts.ts';

/** A problem that needs the attention of an administrator. */
interface Problem {
  /** Unique within an answer. */
  readonly id: string;
  readonly kind: 'error' | 'warning';
  readonly text: string;
  readonly advice: string;
  /** What the machine said, settings and commands; may be empty. */
  readonly details?: string;
  /** Where to do it, if that is a page. */
  readonly href?: string;
}

/** Least free share of the disk. */
const DISK_LEAST = 0.1;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The problems of an answer and of the routes of documents, errors first. Spans are counted from the moment of the answer. */
export function problemsOf(answer: StateAnswer, routes: DocumentTemplates = []): Problem[] {
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
    ...routeProblems(routes),
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

/** Routes by which no document can be sent, or that wait for people who have never signed in. */
function routeProblems(routes: DocumentTemplates): Problem[] {
  const found = routes.flatMap(({ directing, task, attention: { problems, unseen } }) => {
    const lines = templates.attention({ problems, unseen, repeats: [] });
    return lines.length > 0 ? [`${directing.title} / ${task.title}. ${lines.join(' ')}`] : [];
  });
  if (found.length === 0) return [];
  const texts = problemTexts.routes(found.length);
  return [{ id: 'routes', kind: 'warning', ...texts, details: found.join('\n'), href: paths.templates }];
}

const storageProblems = ({ storage }: StateAnswer): Problem[] =>
  storage && !storage.answers ? [{ id: 'storage', kind: 'error', ...problemTexts.storage }] : [];

function indexProblems({ index }: StateAnswer, since: Since): Problem[] {
  if (!index || since(index.asOf) < MINUTE) return [];
  return [{ id: 'index', kind: 'error', ...problemTexts.index(spanText(since(index.asOf))) }];
}

function backupProblems({ backups }: StateAnswer, since: Since): Problem[] {
  if (!backups) return [{ id: 'backups', kind: 'warning', ...problemTexts.noBackups }];
  const { lastAt, error } = backups;
  if (error === '' && lastAt !== null && since(lastAt) < 25 * HOUR) return [];
  const age = lastAt === null ? null : spanText(since(lastAt));
  return [{ id: 'backups', kind: 'error', ...problemTexts.backups(age, error) }];
}

function mailProblems({ mails }: StateAnswer, since: Since): Problem[] {
  const href = paths.mails;
  if (mails.some(({ state }) => state?.trouble === 'not set up'))
    return [{ id: 'no mail', kind: 'warning', ...problemTexts.noMail, href }];
  return mails.flatMap(({ name, state }): Problem[] => {
    if (!state) return [];
    const what = serviceName(name);
    if (state.waiting > 0 && since(state.oldestAt) > HOUR) {
      const late = problemTexts.mailsLate(what, state.waiting, spanText(since(state.oldestAt)), state.problem);
      return [{ id: `late mails ${name}`, kind: 'error', ...late, href }];
    }
    if (state.trouble === 'failing')
      return [
        { id: `refused mails ${name}`, kind: 'warning', ...problemTexts.mailsRefused(what, state.problem), href },
      ];
    if (state.failed === 0) return [];
    const lost = problemTexts.mailsFailed(what, state.failed, state.problem);
    return [{ id: `failed mails ${name}`, kind: 'warning', ...lost, href }];
  });
}

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

const BROKEN = ['маршрут требует', 'маршрута требуют', 'маршрутов требуют'] as const;

/** Texts of the problems: what is wrong, what to do, and for who mends it what the machine said and which setting counts. */
const problemTexts = typographed({
  routes: (count: number) => ({
    text: `${countOf(count, BROKEN)} внимания.`,
    advice: 'Документы по ним не отправить, или они будут ждать. Какие шаги исправить, видно в подробностях.',
  }),
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
    advice: 'Проверьте, работает ли оно и верны ли адрес и ключ. Когда оно ответит, всё заработает само.',
    details: 'Настройки: FILES_URL, FILES_ENDPOINT и ключ.',
  },
  index: (age: string) => ({
    text: `Поиск показывает каталог таким, каким он был ${age} назад.`,
    advice: 'Проверьте связь с сервером базы данных. Когда она восстановится, поиск догонит сам.',
  }),
  backups: (age: string | null, error: string) => ({
    text: age === null ? 'Резервной копии ещё нет.' : `Последняя резервная копия сделана ${age} назад.`,
    advice: 'Проверьте, есть ли место и доступ к папке копий.',
    details: [error, 'Сделать копию сейчас: команда parts backup.'].filter(Boolean).join('\n'),
  }),
  noBackups: {
    text: 'Резервные копии не настроены.',
    advice: 'Если откажет диск, данные пропадут. Укажите папку для копий: сервер будет делать их сам, раз в день.',
    details: 'Настройка: BACKUP_DIR. После изменения перезапустите сервер.',
  },
  noMail: {
    text: 'Почта не настроена: письма не уходят.',
    advice: 'Приглашения и новые пароли передавайте ссылкой. Чтобы письма уходили, укажите почтовый сервер.',
    details: 'Настройка: SMTP_URL. После изменения перезапустите сервер.',
  },
  mailsRefused: (service: string, problem: string | null) => ({
    text: `Письма сейчас не уходят (${service}).`,
    advice: 'Сервер пробует ещё раз сам, с растущими паузами. Если так и останется, проверьте почтовый сервер.',
    details: ofMail(problem),
  }),
  mailsLate: (service: string, count: number, age: string, problem: string | null) => ({
    text: `Не уходят письма (${service}): ${countOf(count, MAILS)}, самое давнее ждёт ${age}.`,
    advice: 'Проверьте почтовый сервер. Письма уйдут сами, как только он их примет.',
    details: ofMail(problem),
  }),
  mailsFailed: (service: string, count: number, problem: string | null) => ({
    text: `Не отправлено: ${countOf(count, MAILS)} (${service}).`,
    advice: 'Проверьте адреса и почтовый сервер, потом отправьте письма ещё раз.',
    details: ofMail(problem),
  }),
  site: (error: string) => ({
    text: 'Страницы сайта не собрались: видны прежние.',
    advice: 'Сборка повторится сама. Если не поможет, перезапустите сервер и прочтите его журнал.',
    details: error,
  }),
  requestsOver: (sent: number) => ({
    text: `Сегодня больше не принимаются заявки без входа на сайт: их уже ${formatNumber(String(sent))}.`,
    advice: 'Посмотрите, настоящие ли они. Завтра счёт начнётся заново.',
    details: 'Предел: настройка REQUESTS_PER_DAY.',
  }),
  requestsOfNewcomersOver: {
    text: 'Сегодня больше не принимаются заявки новых покупателей, которые вошли на сайт.',
    advice:
      'Посмотрите, настоящие ли они. Покупатели, чьи заявки вы уже брали в работу, отправляют их по-прежнему. Завтра счёт начнётся заново.',
    details: 'Предел: настройка REQUESTS_PER_DAY.',
  },
  requestSenders: (senders: number) => ({
    text: `Слишком много заявок за день: приём остановлен для ${countOf(senders, ['отправителя', 'отправителей', 'отправителей'])}.`,
    advice: 'Откуда они, сказано в журнале.',
    details:
      'Если там стоит адрес вашего прокси, проверьте настройку TRUST_PROXY. Предел: настройка REQUESTS_PER_ADDRESS.',
  }),
  contacts: (settings: string) => ({
    text: 'Посетители видят вымышленные контакты магазина.',
    advice: 'Укажите свои в настройках сервера и перезапустите его.',
    details: `Настройки: ${settings}.`,
  }),
  openAdministrators: (count: number) => ({
    text: `У ${countOf(count, ['администратора', 'администраторов', 'администраторов'])} нет двухэтапного входа.`,
    advice:
      'Пароль можно подсмотреть или выманить, а код с телефона — нет. Каждый включает двухэтапный вход в своём кабинете.',
    details: 'Обязательным его делает настройка SECOND_FACTOR=admin.',
  }),
  sameEmails: (emails: string) => ({
    text: `Две учётные записи с одной почтой, записанной по-разному: ${emails}.`,
    advice: 'Во вторую войти нельзя, пока у неё не будет другой почты.',
    details: 'Изменить почту: команда «parts admin email»; uid указан в журнале сервера.',
  }),
  trustsSignUps: {
    text: 'Любой может зарегистрироваться с чужой почтой: её никто не подтверждает.',
    advice:
      'Тот, кто займёт почту сотрудника заранее, получит и его роль. Включите подтверждение почты или закройте регистрацию.',
    details: 'Настройки: VERIFICATION=on или REGISTRATION=closed.',
  },
  run: (fileName: string, state: 'failed' | 'interrupted') => ({
    text: `Последняя загрузка прайса ${state === 'failed' ? 'не удалась' : 'не закончена'}${
      fileName === '' ? '' : `: ${quoted(fileName)}`
    }.`,
    advice: 'Каталог остался прежним. Откройте загрузку, чтобы узнать причину.',
  }),
} as const);

function ofMail(problem: string | null): string {
  const answer = problem && `Почтовый сервер ответил: ${problem}`;
  return [answer, 'Настройка: SMTP_URL.'].filter(Boolean).join('\n');
}
