/** Access tokens, whatever bears them. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
/** What an Authorization header bears. */
const BEARER = /\b(Bearer|Basic)\s+[\w.+/=~-]{8,}/gi;
/** Links of mails: whoever follows one confirms an address, or gives a password. */
const MAIL_LINK = /(\/(?:confirm|forgot|invitation|invitations|email)\/)[\w.~-]{16,}/g;
/** Passwords in addresses of databases and mail servers. */
const ADDRESS = /(\b[a-z][a-z\d+.-]*:\/\/[^\s:/@"]*):[^\s@"]+@/gi;

/** A line of the log in which what opens a door is replaced: the last resort, since nothing is to be told of it at all. */
export const withoutSecrets = (line: string): string =>
  line
    .replace(TOKEN, '[token]')
    .replace(BEARER, '$1 [secret]')
    .replace(MAIL_LINK, '$1[token]')
    .replace(ADDRESS, '$1:[secret]@');
