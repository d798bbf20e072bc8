import type { MessageStructureObject } from 'imapflow';
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

/**
 * Whether a mail counts: whom it is from, exactly or by domain, and what its subject holds. Each of several authors has to be
 * wanted: a stranger may name whomever he likes beside himself.
 */
export function isWanted(
  { sender, subject }: Pick<MailSettings, 'sender' | 'subject'>,
  mail: { readonly from: readonly string[]; readonly subject: string },
): boolean {
  const isSender = (address: string) =>
    sender.startsWith('@') ? address.toLowerCase().endsWith(sender) : address.toLowerCase() === sender;
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
