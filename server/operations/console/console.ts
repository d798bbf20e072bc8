/** The console of a process: events of a start, their summary and the log, for a person or for programs. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import pino from 'pino';
import { SETUP_TTL_HOURS } from '../../../contract/limits.ts';
import type { Wording } from '../../../settings/problem.ts';
import { isSet } from '../../../settings/read.ts';
import type { Environment } from '../../../settings/variables.ts';
import { startProblem } from './problems.ts';

/** What a process shows: Russian for a person where a stream is a terminal, lines for programs where it is none. */
export interface Console {
  readonly say: Announce;
  readonly log: { readonly destination: DestinationStream; readonly level: (set: string) => string };
  /** Reports why the process ends. */
  readonly showProblem: (error: unknown, dataFolder?: string) => void;
}

/** Standard output is for the person at the console, standard error for the log and for what ends the process. */
export function openConsole({ stdout, stderr }: Streams, environment: Environment): Console {
  const isAsked = isSet('LOG_LEVEL', environment);
  return {
    say: stdout.isTTY ? showToPerson(stdout, environment) : (event) => console.log(wordingOf(event).english),
    log: stderr.isTTY
      ? {
          destination: logLines((line) => console.error(line), { withStacks: environment.LOG_LEVEL === 'debug' }),
          // Routine entries are shown only where LOG_LEVEL asks for them.
          level: (set) => (isAsked ? set : 'warn'),
        }
      : { destination: pino.destination(2), level: (set) => set },
    showProblem: (error, dataFolder) => {
      const problem = startProblem(error, dataFolder);
      if (!('english' in problem)) console.error(problem.unknown);
      else console.error(stderr.isTTY ? problem.russian : problem.english);
    },
  };
}

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

function showToPerson(stdout: NodeJS.WriteStream, environment: Environment): Announce {
  let administrator: NewAccount | null = null;
  let setupLink = '';
  const demoUsers: NewAccount[] = [];
  return (event) => {
    if (event.kind === 'demo-user') {
      demoUsers.push(event);
      return;
    }
    // Shown at once and again at the end: the password would be lost if the start broke off.
    if (event.kind === 'administrator') administrator = event;
    if (event.kind === 'setup-link') setupLink = event.link;
    const line =
      event.kind === 'opened'
        ? startSummary({ opened: event, administrator, demoUsers, setupLink }, lookOf(stdout, environment))
        : wordingOf(event).russian.split('\n').map(plainText).join('\n');
    console.log(line);
  };
}

const UTF_8 = /utf-?8/i;

function lookOf(stdout: NodeJS.WriteStream, { LC_ALL, LC_CTYPE, LANG, TERM }: Environment): Look {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  return {
    columns: stdout.columns || 80,
    // Windows has no locale in its environment, and its consoles know the characters.
    hasLines: TERM !== 'dumb' && (process.platform === 'win32' || UTF_8.test(locale)),
    emphasise: (text) => styleText('bold', text, { stream: stdout }),
  };
}

/** Characters that a terminal acts upon instead of showing them; what a request brought may hold some. */
const ACTED_UPON = /[\p{Cc}\p{Zl}\p{Zp}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

/** One line that a terminal shows as it is. */
const plainText = (text: string): string => text.replace(ACTED_UPON, ' ').trim();

const LEVELS: Readonly<Record<number, string>> = {
  10: 'подробно',
  20: 'отладка',
  30: 'сведения',
  40: 'предупреждение',
  50: 'ошибка',
  60: 'сбой',
};
/** What every entry has, or what its line begins with. */
const KNOWN = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);
/** Longest value of a fact that is shown, characters. */
const FACT_LENGTH = 200;

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: LoggedError;
}

interface LoggedError {
  readonly message?: string;
  readonly code?: string;
  readonly stack?: string;
}

/** Takes the log of a process and shows each entry as a line for a person; `withStacks`: where errors came from as well. */
export const logLines = (
  show: (line: string) => void,
  { withStacks }: { readonly withStacks: boolean },
): DestinationStream => ({ write: (line) => show(shownEntry(line, withStacks)) });

function shownEntry(line: string, withStacks: boolean): string {
  const entry = read(line);
  if (!entry) return plainText(line);
  const { level, time, msg, err } = entry;
  const facts = Object.entries(entry).flatMap(([name, value]) =>
    KNOWN.has(name) ? [] : [`${name}=${shownValue(value)}`],
  );
  const about = [...(err ? [plainText(err.message || err.code || '')] : []), ...facts].filter(Boolean);
  const clock = new Date(time).toLocaleTimeString('ru');
  const said = `${clock} ${LEVELS[level] ?? level}: ${plainText(msg ?? '')}`;
  const stack = withStacks && err?.stack ? `\n${err.stack.split('\n').map(plainText).join('\n  ')}` : '';
  return `${about.length > 0 ? `${said} (${about.join(', ')})` : said}${stack}`;
}

function read(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}

function shownValue(value: unknown): string {
  const text = plainText(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > FACT_LENGTH ? `${text.slice(0, FACT_LENGTH)}…` : text;
}

/** What was found empty and filled with demonstration data. */
type Filled = 'catalogue' | 'pages' | 'roles' | 'documents' | 'slides';

/** Where a process that has started is reached, as far as it knows. */
export interface Opened {
  readonly kind: 'opened';
  /** On this machine. */
  readonly listensAt: string;
  /** SITE_URL, or empty. */
  readonly siteUrl: string;
  /** Visitors come through a proxy, whose address is known from SITE_URL only. */
  readonly isBehindProxy: boolean;
  /** Other machines reach it as well. */
  readonly isOpenToOthers: boolean;
  /** False: it answers the API alone. */
  readonly servesPages: boolean;
  /** Whether mails are shown instead of sent. */
  readonly showsMails: boolean;
}

/** An event that is announced at the console during a start. */
type StartEvent =
  | Opened
  | { readonly kind: 'filled'; readonly what: Filled }
  /** `password`: the one that was made up; empty where it was given in ADMIN_PASSWORD. */
  | { readonly kind: 'administrator'; readonly email: string; readonly password: string }
  /** There is no administrator: the link makes one. */
  | { readonly kind: 'setup-link'; readonly link: string }
  | { readonly kind: 'demo-user'; readonly email: string; readonly password: string }
  | { readonly kind: 'building' }
  | { readonly kind: 'build-failed'; readonly reason: string }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'note'; readonly text: Wording };

export type Announce = (event: StartEvent) => void;

const FILLED: Readonly<Record<Filled, Wording>> = {
  catalogue: {
    english: 'The catalogue was empty: filled with demonstration data.',
    russian: 'Каталог был пуст: заполнен примерами.',
  },
  pages: {
    english: 'There were no company pages: made with demonstration texts.',
    russian: 'Страниц о компании не было: созданы с примерами текстов.',
  },
  roles: {
    english: 'There were no roles: made with demonstration rights.',
    russian: 'Ролей не было: созданы с примерами прав.',
  },
  documents: {
    english: 'There were no documents: made some between demonstration users.',
    russian: 'Документов не было: созданы примеры.',
  },
  slides: {
    english: 'There were no slides: made with demonstration offers.',
    russian: 'Слайдов не было: созданы примеры предложений.',
  },
};

/** What a process says of an event: the English lines are read by programs and stay as they are. */
export function wordingOf(event: StartEvent): Wording {
  switch (event.kind) {
    case 'opened':
      return { english: `Open ${event.listensAt}`, russian: `Сайт работает: ${event.listensAt}` };
    case 'filled':
      return FILLED[event.what];
    case 'administrator':
      return administrator(event.email, event.password);
    case 'setup-link':
      return {
        english: `No administrator yet. Make yourself one with this link, once, within ${SETUP_TTL_HOURS} hours: ${event.link}`,
        russian: `Администратора ещё нет. Станьте им по ссылке (один раз, ${SETUP_TTL_HOURS} часа): ${event.link}`,
      };
    case 'demo-user':
      return {
        english: `Demonstration user: ${event.email}, password: ${event.password} (shown once)`,
        russian: `Пользователь для примера: ${event.email}, пароль: ${event.password}`,
      };
    case 'building':
      return { english: 'Building the pages (a few seconds)…', russian: 'Строю страницы (несколько секунд)…' };
    case 'build-failed':
      return {
        english: `${event.reason}\nThe pages of the last build are shown.`,
        russian: `Страницы не построены, показаны прежние. Причина: ${event.reason}`,
      };
    case 'stopping':
      return { english: 'Stopping…', russian: 'Останавливаюсь…' };
    case 'note':
      return event.text;
  }
}

function administrator(email: string, password: string): Wording {
  const english = `Administrator: ${email}`;
  const russian = `Администратор создан: ${email}`;
  return password === ''
    ? { english, russian }
    : { english: `${english}, password: ${password} (shown once)`, russian: `${russian}, пароль: ${password}` };
}

/** An account that was made at this start. */
export interface NewAccount {
  readonly email: string;
  /** Empty: it was given in ADMIN_PASSWORD. */
  readonly password: string;
}

interface Summary {
  readonly opened: Opened;
  /** Null: none was made now. */
  readonly administrator: NewAccount | null;
  readonly demoUsers: readonly NewAccount[];
  /** What makes an administrator; empty or missing: there is one. */
  readonly setupLink?: string;
}

/** How a terminal shows it. */
export interface Look {
  /** Width of the terminal, characters. */
  readonly columns: number;
  /** Whether it knows the characters of boxes. */
  readonly hasLines: boolean;
  readonly emphasise: (text: string) => string;
}

const WIDEST = 72;
const INDENT = '  ';

/**
 * What a start ends with. The frame has no sides: an address, an e-mail or a password stands on a line of its own, which
 * is never broken and is copied without anything around it.
 */
export function startSummary({ opened, administrator, demoUsers, setupLink = '' }: Summary, look: Look): string {
  const width = Math.min(Math.max(look.columns, 1), WIDEST);
  const prose = (text: string) => wrapped(text, width - INDENT.length).map((line) => INDENT + line);
  const value = (text: string) => INDENT + look.emphasise(text);
  const parts = [
    addressPart(opened),
    ...(administrator ? [accountPart('Администратор создан сейчас:', [administrator])] : []),
    ...(setupLink ? [setupPart(setupLink)] : []),
    ...(demoUsers.length > 0 ? [accountPart('Сотрудники для примера:', demoUsers)] : []),
    ...(hasPassword([administrator, ...demoUsers]) ? [[text('Пароли показаны один раз: сохраните их сейчас.')]] : []),
    [text(nextStep(opened, administrator !== null || setupLink !== '')), text('Остановить: Ctrl+C.')],
  ];
  const lines = parts.flatMap((part) => [
    ...part.flatMap((one) => (one.isValue ? [value(one.text)] : prose(one.text))),
    '',
  ]);
  const title = opened.servesPages ? 'Сайт запущен' : 'Службы запущены';
  const [top, bottom] = frame(title, width, look.hasLines);
  return ['', top, '', ...lines, bottom, ''].join('\n');
}

interface Piece {
  readonly text: string;
  readonly isValue: boolean;
}
const text = (said: string): Piece => ({ text: said, isValue: false });
const value = (said: string): Piece => ({ text: said, isValue: true });

function addressPart({ listensAt, siteUrl, servesPages, ...opened }: Opened): Piece[] {
  const mails = opened.showsMails
    ? [text('Письма никуда не отправляются, прочитать их можно здесь:'), value(`${listensAt}/dev/mail`)]
    : [];
  if (siteUrl)
    return [
      text(servesPages ? 'Адрес сайта:' : 'Адрес сайта, для которого работают службы:'),
      value(siteUrl),
      ...(siteUrl === listensAt ? [] : [text('Сервер слушает здесь:'), value(listensAt)]),
      ...mails,
    ];
  const own = [text(servesPages ? 'Откройте в браузере:' : 'Отвечают по адресу:'), value(listensAt), ...mails];
  if (opened.isBehindProxy)
    return [
      text('Сервер слушает здесь, посетители приходят через прокси:'),
      value(listensAt),
      text(
        'Адрес сайта снаружи неизвестен: укажите его в настройке SITE_URL, иначе ссылки в письмах поведут на этот адрес.',
      ),
    ];
  return opened.isOpenToOthers
    ? [...own, text(`С других компьютеров: адрес этой машины, порт ${new URL(listensAt).port}.`)]
    : own;
}

const setupPart = (link: string): Piece[] => [
  text(`Администратора ещё нет. Станьте им по ссылке (один раз, ${SETUP_TTL_HOURS} часа):`),
  value(link),
];

const accountPart = (heading: string, accounts: readonly NewAccount[]): Piece[] => [
  text(heading),
  ...accounts.flatMap(({ email, password }) => [
    value(email),
    password === '' ? text('(с паролем из настройки ADMIN_PASSWORD)') : value(password),
  ]),
];

const hasPassword = (accounts: readonly (NewAccount | null)[]): boolean =>
  accounts.some((account) => account !== null && account.password !== '');

function nextStep({ servesPages }: Opened, isNew: boolean): string {
  if (!servesPages) return 'Дальше: запустите процесс со страницами или проверьте /ready.';
  return isNew
    ? 'Дальше: откройте адрес, нажмите «Войти» и загрузите свой прайс («Прайс» → «Загрузка прайса»).'
    : 'Дальше: откройте адрес и войдите. Если администратора ещё нет: npm run admin -- create you@example.ru';
}

/** Top and bottom. */
function frame(title: string, width: number, hasLines: boolean): [string, string] {
  const [left, line, right, lowLeft, lowRight] = hasLines ? ['┌', '─', '┐', '└', '┘'] : ['+', '-', '+', '+', '+'];
  const rest = Math.max(0, width - title.length - 5);
  return [
    `${left}${line} ${title} ${line.repeat(rest)}${right}`,
    `${lowLeft}${line.repeat(Math.max(0, width - 2))}${lowRight}`,
  ];
}

/** A text in lines of at most so many characters; a word that is longer has a line of its own. */
function wrapped(said: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of said.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
