/** The console of a process: events of a start, their summary and the log, for a person or for programs. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import pino from 'pino';
import { SETUP_TTL_HOURS } from '../../../contract/limits.ts';
import type { Wording } from '../../../settings/problem.ts';
import { isSet } from '../../../settings/read.ts';
import type { Environment } from '../../../settings/variables.ts';
import { startProblem } from './problems.ts';
import { type Look, type NewAccount, type Opened, startSummary } from './start-summary.ts';

/** What a process shows: Russian for a person where a stream is a terminal, lines for programs where it is none. */
export interface Console {
  readonly say: Announce;
  readonly log: { readonly destination: DestinationStream; readonly level: (set: string) => string };
  readonly showProblem: (error: unknown, dataFolder?: string) => void;
}

/** Standard output is for the person at the console, standard error for the log and for what ends the process. */
export function openConsole({ stdout, stderr }: NodeJS.Process, environment: Environment): Console {
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
const FACT_LENGTH = 200;

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly code?: string; readonly stack?: string };
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
