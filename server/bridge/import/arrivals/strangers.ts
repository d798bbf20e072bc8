import type { ImapFlow } from 'imapflow';
import type { ArrivalContext } from './context.ts';
import { fromSender } from './mail-rules.ts';
import type { MailSource } from './mailbox.ts';
import type { Source } from './source.ts';
import { listSources } from './source-store.ts';

/**
 * How many mails after `last` are from nobody that any source of this mailbox waits for. Of several sources the first one
 * counts them, the others answer 0.
 */
export async function countStrangers(
  { database }: ArrivalContext,
  client: ImapFlow,
  source: MailSource,
  last: number,
): Promise<number> {
  const beside = (await listSources(database.read)).filter((other) => sharesMailbox(other, source));
  if (beside.some(({ id }) => id < source.id)) return 0;
  const range = `${last + 1}:*`;
  const search = async (from?: string) =>
    (await client.search({ uid: range, ...(from === undefined ? {} : fromSender(from)) }, { uid: true })) ||
    [];
  const left = new Set((await search()).filter((uid) => uid > last));
  if (left.size === 0) return 0;
  for (const sender of new Set([source, ...beside].map(({ settings }) => settings.sender)))
    for (const uid of await search(sender)) left.delete(uid);
  return left.size;
}

function sharesMailbox(other: Source, source: MailSource): other is MailSource {
  if (other.kind !== 'mail' || other.id === source.id || !other.isEnabled) return false;
  const { host, user, mailbox } = source.settings;
  return other.settings.host === host && other.settings.user === user && other.settings.mailbox === mailbox;
}
