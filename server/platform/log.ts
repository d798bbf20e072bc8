// Opens the log of the process: lines of JSON with the id of their request, and with passwords, tokens and mailed
// links replaced.
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequest } from './request-context.ts';

export function openLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, mixin: () => ({ requestId: currentRequest()?.id }), hooks: { streamWrite: withoutSecrets } },
    destination,
  );
}

/** The beginning of an access token, whatever bears it. */
const TOKEN_BEGINS = /\beyJ[\w-]{8}/;
const BEARER = /\b(Bearer|Basic)\s+[\w.+/=~-]{8,}/gi;
/** Links of mails: with one a reader confirms an address, or sets a password. */
const MAIL_LINK = /(\/(?:confirm|forgot|invitation|invitations|email|setup)\/)[\w.~-]{16,}/g;
/** Scheme and user of an address that goes on with a password. */
const BEFORE_PASSWORD = /(?<=[a-z\d+.-]):\/\/[^:/]*:(?=.)/i;

/** A line of the log with credentials replaced: the last resort, since none should be logged at all. */
const withoutSecrets = (line: string): string =>
  line
    .replace(/[\w.-]+/g, withoutTokens)
    .replace(BEARER, '$1 [secret]')
    .replace(MAIL_LINK, '$1[token]')
    .replace(/[^\s"]+/g, withoutPasswords);

/** A token has three parts between dots; each stretch of the line is scanned once. */
function withoutTokens(stretch: string): string {
  if (!stretch.includes('eyJ')) return stretch;
  const parts = stretch.split('.');
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    const begin = parts[at + 1] && parts[at + 2] ? part.search(TOKEN_BEGINS) : -1;
    kept.push(begin === -1 ? part : `${part.slice(0, begin)}[token]`);
    if (begin !== -1) at += 2;
  }
  return kept.join('.');
}

/** Passwords in addresses: from the colon after the user to the last @ of the word, as both may contain an @. */
function withoutPasswords(word: string): string {
  const end = word.lastIndexOf('@');
  const begin = BEFORE_PASSWORD.exec(word.slice(0, Math.max(0, end)));
  return begin ? `${word.slice(0, begin.index)}${begin[0]}[secret]${word.slice(end)}` : word;
}
