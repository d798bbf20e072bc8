import type { SourceKind } from '../../../../contract/source-kinds.ts';
import {
  isFolderName,
  isMailHost,
  isPort,
  isSender,
  isSourceAddress,
  usualPort,
} from '../../../../rules/source-place.ts';
import type { SourcePlace } from './source.ts';

type Given = Readonly<Record<string, unknown>>;

const TEXT_MAX = 500;
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, TEXT_MAX) : '';

/** What the settings of a source say, checked; null when its kind cannot be looked at so. */
export function readPlace(kind: SourceKind, given: Given): SourcePlace | null {
  if (kind === 'folder') return readFolder(given);
  return kind === 'address' ? readAddress(given) : readMail(given);
}

function readFolder(given: Given): SourcePlace | null {
  const folder = text(given.folder);
  return isFolderName(folder) ? { kind: 'folder', settings: { folder } } : null;
}

function readAddress(given: Given): SourcePlace | null {
  const url = URL.parse(text(given.url));
  if (!url || !isSourceAddress(url.href)) return null;
  url.hash = '';
  return { kind: 'address', settings: { url: url.href, user: text(given.user) } };
}

function readMail(given: Given): SourcePlace | null {
  const isSecure = ![false, 'false', '0', 'off', ''].includes(given.isSecure as never);
  const port = Number(text(given.port) || usualPort(isSecure));
  const settings = {
    host: text(given.host),
    port,
    isSecure,
    user: text(given.user),
    mailbox: text(given.mailbox) || 'INBOX',
    sender: text(given.sender).toLowerCase(),
    subject: text(given.subject),
  };
  const isRight = isMailHost(settings.host) && isSender(settings.sender) && isPort(port);
  return isRight && settings.user !== '' ? { kind: 'mail', settings } : null;
}
