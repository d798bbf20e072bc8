import type { DestinationStream } from 'pino';

/** Characters that a terminal acts upon instead of showing them; what a request brought may hold some. */
const ACTED_UPON = /[\p{Cc}\p{Zl}\p{Zp}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

/** One line that a terminal shows as it is. */
export const plainText = (text: string): string => text.replace(ACTED_UPON, ' ').trim();

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
): DestinationStream => ({
  write: (line) => show(shownEntry(line, withStacks)),
});

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
