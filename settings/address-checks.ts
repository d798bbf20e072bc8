import { type Check, commaList } from './checks.ts';
import { type ProxyTrust, proxyTrustOf } from './proxy-trust.ts';

/** An absolute address of one of the given protocols, or empty. Kept without a trailing slash. */
export const url =
  (...protocols: readonly string[]): Check<string> =>
  (value) => {
    if (value === '') return { value };
    return URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? { value: value.replace(/\/+$/, '') }
      : { problem: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` };
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
      .map((host) => (host === '' ? { problem: 'names an empty host' } : one(`${start}${host}${rest}`)))
      .find((checked) => 'problem' in checked);
    return wrong ?? { value: value.replace(/\/+$/, '') };
  };
};

/** A comma list of sites. */
export const sites: Check<readonly string[]> = (value) => {
  const named = commaList(value);
  const wrong = named.find((site) => !URL.canParse(site) || !/^https?:/.test(site));
  return wrong === undefined ? { value: named } : { problem: `names something that is no site: ${wrong}` };
};

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** A bare e-mail address, or empty. */
export const mailAddress: Check<string> = (value) =>
  value === '' || ADDRESS.test(value) ? { value } : { problem: `must be an e-mail address, not "${value}"` };

/** The address of a mail server with a user and a password that can be decoded, or empty. */
export const mailServer: Check<string> = (value) => {
  const checked = url('smtp:', 'smtps:')(value);
  if ('problem' in checked || checked.value === '') return checked;
  return userOf(checked.value) === null
    ? { problem: 'has a user or a password with a bare %: write it as %25' }
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
  const folder = value.replace(/^\/+|\/+$/g, '');
  return folder === '' || FOLDER.test(folder)
    ? { value: folder }
    : { problem: `must be a folder of the site like shop or shop/parts, not "${value}"` };
};

/** Whose word about a client counts. */
export const proxies: Check<ProxyTrust> = (value) => {
  const trust = proxyTrustOf(value);
  return trust
    ? { value: trust }
    : {
        problem: `must be off, on, a number of proxies up to 10, or addresses and networks like 127.0.0.1,10.0.0.0/8, not "${value}"`,
      };
};
