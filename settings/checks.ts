// Checks of settings of any kind: from the text of a variable to a value, or what is wrong with it. Those of networks
// are in networks.ts, of places and backups in storage.ts; the settings are in table.ts.
import { resolve } from 'node:path';
import { readEmail } from '../contract/fields/email.ts';
import { cutEnd, cutEnds } from '../contract/fields/text.ts';

/** A checked value, or what is wrong: in English as the end of a sentence, in Russian what was expected. */
type Checked<T> = { readonly value: T } | { readonly problem: string; readonly russian: string };
export const wrong = (problem: string, russian: string) => ({ problem, russian });
/** Reads the text of a setting, which is empty only where its default is. */
export type Check<T> = (text: string) => Checked<T>;

/** Any text; `shortest` guards secrets against being too easy. */
export const text =
  (shortest = 0): Check<string> =>
  (value) =>
    value !== '' && value.length < shortest
      ? wrong(`must have at least ${shortest} characters`, `символов не меньше ${shortest}`)
      : { value };

/** A file or a folder, or empty. Relative ones begin at the current folder. */
export const path: Check<string> = (value) => ({ value: value && resolve(value) });

/** Text for pages and feeds: one line, without invisible characters. */
export const line: Check<string> = (value) =>
  /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u.test(value)
    ? wrong('must be one line of text without control characters', 'одна строка текста')
    : { value };

/** A comma list of such texts; empty ones between commas do not count. */
export const lines: Check<readonly string[]> = (value) => {
  const checked = line(value);
  return 'problem' in checked ? checked : { value: commaList(checked.value) };
};

export const integer =
  (least: number, most: number): Check<number> =>
  (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most
      ? { value: number }
      : wrong(`must be a whole number from ${least} to ${most}, not "${value}"`, `целое число от ${least} до ${most}`);
  };

/** A part of a whole: 0 is nothing of it, 1 all. */
export const share: Check<number> = (value) => {
  const number = /^(?:0|1|0?\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  return number >= 0 && number <= 1
    ? { value: number }
    : wrong(`must be a number from 0 to 1, not "${value}"`, 'число от 0 до 1');
};

export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Check<T> =>
  (value) => {
    const found = allowed.find((each) => each === value);
    const words = allowed.join(', ');
    if (found !== undefined) return { value: found };
    return wrong(`must be one of ${words}, not "${value}"`, `одно из слов: ${words}`);
  };

const MODES = ['production', 'development', 'test'] as const;

/** How the program is run: one of MODES, or empty. A misspelt mode would silently mean none. */
export const mode: Check<(typeof MODES)[number] | ''> = (value) => {
  const found = value === '' ? '' : MODES.find((each) => each === value);
  if (found !== undefined) return { value: found };
  const meant = MODES.find((each) => each[0] === value[0]?.toLowerCase());
  const hint = meant ? `: did you mean ${meant}?` : '';
  const words = MODES.join(', ');
  const likely = meant ? `; вероятно, ${meant}` : '';
  return wrong(`must be ${words} or empty, not "${value}"${hint}`, `${words} или ничего${likely}`);
};

export const list =
  <const T extends string>(allowed: readonly T[]): Check<readonly T[]> =>
  (value) => {
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !allowed.includes(name as T));
    if (unknown.length === 0) return { value: names as T[] };
    const known = allowed.join(', ');
    const problem = `names unknown services: ${unknown.join(', ')} (known: ${known})`;
    return wrong(problem, `службы через запятую, какие есть: ${known}`);
  };

const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];

export const flag: Check<boolean> = (value) => {
  if (YES.includes(value)) return { value: true };
  if (NO.includes(value)) return { value: false };
  return wrong(`must be on or off, not "${value}"`, 'on или off');
};

export const onOrOff: Check<boolean> = (value) => {
  const checked = oneOf('on', 'off')(value);
  return 'problem' in checked ? checked : { value: checked.value === 'on' };
};

export const commaList = (value: string): string[] => value.split(',').flatMap((item) => item.trim() || []);

export const timeZone: Check<string> = (value) => {
  try {
    new Intl.DateTimeFormat('ru', { timeZone: value });
    return { value };
  } catch {
    return wrong(`is not a time zone: ${value}`, 'часовой пояс вида Asia/Yekaterinburg');
  }
};

/** A town in the form in which a Russian sentence continues with it: the pages decline no names. */
export const town: Check<string> = (value) => {
  if (/^(?:во?|на) \S/iu.test(value)) return line(value);
  const problem = `must be the town with its preposition, like "в Челябинске", not "${value}"`;
  return wrong(problem, 'город с предлогом, например «в Челябинске»');
};

/** Fewest digits of a phone, as a small town has them. */
const DIGITS_LEAST = 5;

/** A phone as people write it: any characters around its digits. */
export const phone: Check<string> = (value) => {
  const checked = line(value);
  if ('problem' in checked || value.replace(/\D/g, '').length >= DIGITS_LEAST) return checked;
  const problem = `must be a phone with at least ${DIGITS_LEAST} digits, not "${value}"`;
  return wrong(problem, `телефон, в котором не меньше ${DIGITS_LEAST} цифр`);
};

/** An absolute address of one of the given protocols, or empty. Kept without a trailing slash. */
export const url =
  (...protocols: readonly string[]): Check<string> =>
  (value) => {
    const begins = protocols.map((protocol) => `${protocol}//`);
    if (value === '') return { value };
    const isOne = URL.canParse(value) && begins.some((begin) => value.toLowerCase().startsWith(begin));
    if (isOne) return { value: cutEnd(value, /\//) };
    const problem = `must be an address that begins with ${begins.join(' or ')}, not "${hideUser(value)}"`;
    return wrong(problem, `адрес, который начинается с ${begins.join(' или ')}`);
  };

/** A text that may be an address with a password, however mistyped: what precedes its last @ is hidden. */
export const hideUser = (text: string): string => {
  const [colon, at] = [text.indexOf(':'), text.lastIndexOf('@')];
  return colon !== -1 && colon < at ? `…${text.slice(at)}` : text;
};

export const siteAddress: Check<string> = (value) => {
  const checked = url('http:', 'https:')(value);
  if ('problem' in checked || !/[?#@]/.test(value)) return checked;
  return wrong(
    `must be the address of a site, without anything behind ? or # and without a user, not "${hideUser(value)}"`,
    'адрес сайта вида https://shop.example, без пользователя и того, что пишут после ? или #',
  );
};

const SERVER_PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** The scheme with the user, the hosts and the rest of an address that may name several servers. */
function partsOf(address: string): {
  readonly start: string;
  readonly hosts: readonly string[];
  readonly rest: string;
} {
  const [, start = '', hosts = '', rest = ''] = SERVER_PARTS.exec(address) ?? [];
  return { start, hosts: hosts.split(','), rest };
}

/** One database on several servers: `postgres://user@one:5432,two:5432/shop`. Each host must be valid. */
export const servers = (...protocols: readonly string[]): Check<string> => {
  const one = url(...protocols);
  return (value) => {
    const { start, hosts, rest } = partsOf(value);
    if (hosts.length === 1) return one(value);
    const empty = wrong('names an empty host', 'адреса серверов через запятую, без пустых');
    const checked = hosts.map((host) => (host === '' ? empty : one(`${start}${host}${rest}`)));
    return checked.find((each) => 'problem' in each) ?? { value: cutEnd(value, /\//) };
  };
};

/** Which server of a database takes changes is always found out, whatever the address asks for. */
const LOGGED_ELSEWHERE = /(?<=[?&])target_session_attrs=[^&]*&?/;

/** Each server of such an address as its own address; one that names a single server as it is. */
export function serversOf(address: string): readonly string[] {
  const { start, hosts, rest } = partsOf(address);
  const end = rest.replace(LOGGED_ELSEWHERE, '').replace(/[?&]$/, '');
  return hosts.length === 1 ? [address] : hosts.map((host) => `${start}${host}${end}`);
}

export const sites: Check<readonly string[]> = (value) => {
  const named = commaList(value);
  const other = named.find((site) => !URL.canParse(site) || !/^https?:\/\//.test(site));
  if (other === undefined) return { value: named };
  return wrong(`names something that is no site: ${hideUser(other)}`, 'сайты через запятую вида https://shop.example');
};

const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** A bare e-mail address, or empty. */
export const mailAddress: Check<string> = (value) => (value === '' || ADDRESS.test(value) ? { value } : noMail(value));

const noMail = (value: string) =>
  wrong(`must be an e-mail address, not "${value}"`, 'адрес почты вида zakaz@shop.example');

export const contactAddress: Check<string> = (value) => {
  const checked = line(value);
  return 'problem' in checked || readEmail(value) ? checked : noMail(value);
};

/** The address of a mail server with a user and a password that can be decoded, or empty. */
export const mailServer: Check<string> = (value) => {
  const checked = url('smtp:', 'smtps:')(value);
  if ('problem' in checked || checked.value === '') return checked;
  if (!new URL(checked.value).hostname)
    return wrong('must name the mail server', 'адрес вида smtp://user:password@host:587');
  if (userOf(checked.value) !== null) return checked;
  const problem = 'has a user or a password with a bare %: write it as %25';
  return wrong(problem, 'пользователь и пароль, в которых знак % записан как %25');
};

/** Default sender of mails: the mail server's user where that is an address, else one of the site. */
export function senderOf(smtpUrl: string, siteUrl: string): string {
  const user = userOf(smtpUrl) ?? '';
  if (ADDRESS.test(user)) return user;
  return `no-reply@${URL.parse(siteUrl)?.hostname || 'localhost'}`;
}

/** The user that an address names, decoded; null when user or password cannot be decoded. */
function userOf(address: string): string | null {
  const { username = '', password = '' } = URL.parse(address) ?? {};
  try {
    decodeURIComponent(password);
    return decodeURIComponent(username);
  } catch {
    return null;
  }
}

const FOLDER = /^(?!\.{1,2}(?:\/|$))[\p{L}\p{N}._~-]+(?:\/(?!\.{1,2}(?:\/|$))[\p{L}\p{N}._~-]+)*$/u;

/** A folder below the root of the site, or empty. Kept without slashes around it. */
export const folderOfSite: Check<string> = (value) => {
  const folder = cutEnds(value, /\//);
  if (folder === '' || FOLDER.test(folder)) return { value: folder };
  const problem = `must be a folder of the site like shop or shop/parts, not "${value}"`;
  return wrong(problem, 'папка сайта вида shop или shop/parts');
};
