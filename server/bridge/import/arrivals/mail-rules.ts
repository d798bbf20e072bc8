import type { MessageStructureObject, SearchObject } from 'imapflow';
import { readDomain } from '../../../../contract/fields/domain.ts';
import { emailKey } from '../../../../contract/fields/email.ts';
import type { MailSettings } from '../../../../contract/import-sources.ts';
import { UPLOAD_EXTENSIONS } from '../../../../contract/upload.ts';

const ENDINGS = UPLOAD_EXTENSIONS.split(',');

/** A file that hangs on a mail. */
export interface Attachment {
  /** Its number in the mail. */
  readonly part: string;
  readonly name: string;
  /** Once it is decoded, roughly. */
  readonly bytes: number;
}

/** The ways in which mails may write a sender, an address or `@domain`, whose domain has letters of its own. */
function spellingsOf(sender: string): string[] {
  const at = sender.lastIndexOf('@');
  const domain = readDomain(sender.slice(at + 1));
  if (!domain) return [sender];
  return [...new Set([domain.unicode, domain.ascii])].map((name) => `${sender.slice(0, at)}@${name}`);
}

/** What a mailbox is searched by for the mails of a sender. */
export function fromSender(sender: string): SearchObject {
  const [first = sender, ...others] = spellingsOf(sender);
  return others.length === 0 ? { from: first } : { or: [first, ...others].map((from) => ({ from })) };
}

/**
 * Whether a mail counts: whom it is from, exactly or by domain, and what its subject holds. Each of several authors has to be
 * wanted: a stranger may name whomever he likes beside himself.
 */
export function isWanted(
  { sender, subject }: Pick<MailSettings, 'sender' | 'subject'>,
  mail: { readonly from: readonly string[]; readonly subject: string },
): boolean {
  const spellings = spellingsOf(sender);
  const isSender = (address: string) => {
    const key = emailKey(address);
    return spellings.some((one) => (one.startsWith('@') ? key.endsWith(one) : key === one));
  };
  return (
    mail.from.length > 0 &&
    mail.from.every(isSender) &&
    mail.subject.toLowerCase().includes(subject.toLowerCase())
  );
}

/** The price lists that hang on a mail, by the names of its files; pictures of signatures and the like are none. */
export function priceLists(structure: MessageStructureObject | undefined): Attachment[] {
  if (!structure) return [];
  if (structure.childNodes) return structure.childNodes.flatMap(priceLists);
  const name = structure.dispositionParameters?.filename ?? structure.parameters?.name ?? '';
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) return [];
  const sent = structure.size ?? 0;
  const bytes = structure.encoding?.toLowerCase() === 'base64' ? Math.floor((sent * 3) / 4) : sent;
  return [{ part: structure.part ?? '1', name, bytes }];
}
