import { readEmail } from '../contract/fields/email.ts';
import { cutEnd, cutEnds } from '../contract/fields/text.ts';
import { type Check, commaList, line } from './checks.ts';

/** An absolute address of one of the given protocols, or empty. Kept without a trailing slash. */
export const url =
  (...protocols: readonly string[]): Check<string> =>
  (value) => {
    const begins = protocols.map((protocol) => `${protocol}//`);
    if (value === '') return { value };
    return URL.canParse(value) && begins.some((begin) => value.toLowerCase().startsWith(begin))
      ? { value: cutEnd(value, /\//) }
      : {
          problem: `must be an address that begins with ${begins.join(' or ')}, not "${hideUser(value)}"`,
          russian: `адрес, который начинается с ${begins.join(' или ')}`,
        };
  };

/** A text that may be an address with a password, however mistyped: what stands before its last @ is not shown. */
export const hideUser = (text: string): string => {
  const [colon, at] = [text.indexOf(':'), text.lastIndexOf('@')];
  return colon !== -1 && colon < at ? `…${text.slice(at)}` : text;
};

/** The address of a site: pages and mails put their own paths behind it. */
export const siteAddress: Check<string> = (value) => {
  const checked = url('http:', 'https:')(value);
  return 'problem' in checked || !/[?#@]/.test(value)
    ? checked
    : {
        problem: `must be the address of a site, without anything behind ? or # and without a user, not "${hideUser(value)}"`,
        russian: 'адрес сайта вида https://shop.example, без пользователя и того, что пишут после ? или #',
      };
};

/** Scheme and user, hosts, the rest. */
const SERVERS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** The same of one database on several servers: `postgres://user@one:5432,two:5432/shop`. Each host must be one. */
export const servers = (...protocols: readonly string[]): Check<string> => {
  const one = url(...protocols);
  return (value) => {
    const [, start = '', hosts = '', rest = ''] = SERVERS.exec(value) ?? [];
    if (!hosts.includes(',')) return one(value);
    const wrong = hosts
      .split(',')
      .map((host) =>
        host === ''
          ? { problem: 'names an empty host', russian: 'адреса серверов через запятую, без пустых' }
          : one(`${start}${host}${rest}`),
      )
      .find((checked) => 'problem' in checked);
    return wrong ?? { value: cutEnd(value, /\//) };
  };
};

/** A comma list of sites. */
export const sites: Check<readonly string[]> = (value) => {
  const named = commaList(value);
  const wrong = named.find((site) => !URL.canParse(site) || !/^https?:\/\//.test(site));
  return wrong === undefined
    ? { value: named }
    : {
        problem: `names something that is no site: ${hideUser(wrong)}`,
        russian: 'сайты через запятую вида https://shop.example',
      };
};

const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** A bare e-mail address, or empty. */
export const mailAddress: Check<string> = (value) => (value === '' || ADDRESS.test(value) ? { value } : noMail(value));

const noMail = (value: string) => ({
  problem: `must be an e-mail address, not "${value}"`,
  russian: 'адрес почты вида zakaz@shop.example',
});

/** An e-mail address that people write to. */
export const contactAddress: Check<string> = (value) => {
  const checked = line(value);
  return 'problem' in checked || readEmail(value) ? checked : noMail(value);
};

/** The address of a mail server with a user and a password that can be decoded, or empty. */
export const mailServer: Check<string> = (value) => {
  const checked = url('smtp:', 'smtps:')(value);
  if ('problem' in checked || checked.value === '') return checked;
  if (!new URL(checked.value).hostname)
    return { problem: 'must name the mail server', russian: 'адрес вида smtp://user:password@host:587' };
  return userOf(checked.value) === null
    ? {
        problem: 'has a user or a password with a bare %: write it as %25',
        russian: 'пользователь и пароль, в которых знак % записан как %25',
      }
    : checked;
};

/** Whom mails come from where nobody says it: the mail server's user where that is an address, else one of the site. */
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
  return folder === '' || FOLDER.test(folder)
    ? { value: folder }
    : {
        problem: `must be a folder of the site like shop or shop/parts, not "${value}"`,
        russian: 'папка сайта вида shop или shop/parts',
      };
};
