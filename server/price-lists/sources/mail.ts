// Takes price lists from new mails of a supplier. The connection to the mailbox is in mailbox.ts.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImapFlow } from 'imapflow';
import { DAY_MS, PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { isMailHost, isPort, isSender, usualPort } from '../../../rules/price-lists/source-place.ts';
import { shownFileName } from '../../platform/http/upload.ts';
import { type Attachment, fromSender, nameOf, priceLists, subjectOf, verdictOf, withMailbox } from './mailbox.ts';
import * as sourceStore from './source.ts';

/** Mails of one look; the rest comes with the next. */
const MAILS_MAX = 50;
const ATTACHMENTS_MAX = 20;
const NO_SUBJECT = 'Письмо без темы';
/** How old a mail may be when a mailbox is looked at for the first time, ms. */
const FIRST_LOOK_MS = 7 * DAY_MS;

/** How far a mailbox has been read: UIDs grow as long as its UIDVALIDITY stays (RFC 9051, 2.3.1.1). */
interface Mark {
  readonly validity: string;
  readonly uid: number;
}

/** Takes the price lists that hang on the new mails of a sender. */
const checkMail: sourceStore.Checker<'mail'> = (context, source, reception) =>
  withMailbox(context, source, reception.signal, async (client, isFlooded) => {
    if (!client.mailbox) return;
    const { uidValidity, uidNext } = client.mailbox;
    const validity = String(uidValidity);
    const known: Mark | null = source.mark === null ? null : JSON.parse(source.mark);
    const last = known?.validity === validity ? known.uid : null;
    const end = Math.max(last ?? 0, uidNext - 1);
    const found = await newMails(client, source, context.clock(), last);
    const unknownSenders = last === null ? 0 : await countUnknownSenders(context, client, source, last);
    for (const uid of found.slice(0, MAILS_MAX)) {
      reception.signal.throwIfAborted();
      try {
        await takeMail(context, client, source, reception, uid);
      } catch (error) {
        if (isFlooded()) {
          // It would be found again at every check, and the mails behind it never read.
          await reception.ignore({ name: typographed(`№ ${uid}`), bytes: 0 }, 'Письмо слишком велико');
          await reception.mark(JSON.stringify({ validity, uid } satisfies Mark));
        }
        throw error;
      }
      await reception.mark(JSON.stringify({ validity, uid } satisfies Mark));
    }
    const left = found[MAILS_MAX];
    const uid = left === undefined ? end : left - 1;
    await reception.mark(JSON.stringify({ validity, uid } satisfies Mark), unknownSenders);
  });

export const mailKind: sourceStore.KindOfSource<'mail'> = {
  read: (given) => {
    const isSecure = ![false, 'false', '0', 'off', ''].includes(given.isSecure as never);
    const port = Number(sourceStore.givenText(given.port) || usualPort(isSecure));
    const settings = {
      host: sourceStore.givenText(given.host),
      port,
      isSecure,
      user: sourceStore.givenText(given.user),
      mailbox: sourceStore.givenText(given.mailbox) || 'INBOX',
      sender: sourceStore.givenText(given.sender).toLowerCase(),
      subject: sourceStore.givenText(given.subject),
    };
    const isRight = isMailHost(settings.host) && isSender(settings.sender) && isPort(port);
    return isRight && settings.user !== '' ? settings : null;
  },
  check: checkMail,
};

/** The mails of the sender that have not been looked at, the oldest first. */
async function newMails(
  client: ImapFlow,
  source: sourceStore.Source<'mail'>,
  now: number,
  last: number | null,
): Promise<number[]> {
  const { sender } = source.settings;
  const since = new Date(Math.min(now, source.createdAt) - FIRST_LOOK_MS);
  const range = last === null ? { since } : { uid: `${last + 1}:*` };
  const found = await client.search({ ...fromSender(sender), ...range }, { uid: true });
  // A range beyond the last mail still names that one.
  return (found || []).filter((uid) => uid > (last ?? 0)).sort((a, b) => a - b);
}

async function takeMail(
  context: sourceStore.SourceContext,
  client: ImapFlow,
  source: sourceStore.Source<'mail'>,
  reception: sourceStore.Reception,
  uid: number,
): Promise<void> {
  const mail = await client.fetchOne(
    String(uid),
    { envelope: true, bodyStructure: true, internalDate: true },
    { uid: true },
  );
  if (!mail) return;
  const from = (mail.envelope?.from ?? []).map(({ address }) => address ?? '');
  const subject = await subjectOf(client, mail);
  const ignored = { name: shownFileName(subject) || NO_SUBJECT, bytes: 0 };
  const verdict = verdictOf(source.settings, { from, subject });
  if (verdict === 'foreign') return;
  if (verdict !== 'wanted') return reception.ignore(ignored, verdict.refusal);
  const attachments = priceLists(mail.bodyStructure);
  if (attachments.length === 0) await reception.ignore(ignored, typographed('В письме нет прайса'));
  if (attachments.length > ATTACHMENTS_MAX)
    return reception.ignore(ignored, typographed(`В письме больше ${ATTACHMENTS_MAX} прайсов: ни один не принят`));
  const madeAt = new Date(mail.internalDate ?? Number.NaN).getTime() || null;
  for (const attachment of attachments) await takeAttachment(context, client, reception, { uid, madeAt }, attachment);
}

async function takeAttachment(
  { incomingFolder }: sourceStore.SourceContext,
  client: ImapFlow,
  reception: sourceStore.Reception,
  { uid, madeAt }: { readonly uid: number; readonly madeAt: number | null },
  attachment: Attachment,
): Promise<void> {
  const { part, bytes } = attachment;
  const shown = shownFileName(await nameOf(client, uid, attachment));
  if (bytes > PRICE_FILE_MAX) return reception.ignore({ name: shown, bytes }, 'Файл слишком велик');
  const path = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
  await mkdir(incomingFolder, { recursive: true });
  try {
    const { content } = await client.download(String(uid), part, { uid: true, maxBytes: PRICE_FILE_MAX });
    if (!content) return reception.ignore({ name: shown, bytes }, typographed('Вложение не отдано'));
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: reception.signal });
    const { size } = await stat(path);
    await reception.take({ path, name: shown, bytes: size, madeAt });
  } finally {
    await rm(path, { force: true });
  }
}

/** Mails after `last` of senders no source of this mailbox waits for; of several sources only the first counts. */
async function countUnknownSenders(
  { database }: sourceStore.SourceContext,
  client: ImapFlow,
  source: sourceStore.Source<'mail'>,
  last: number,
) {
  const beside = (await sourceStore.listSources(database.read)).filter((other) => sharesMailbox(other, source));
  if (beside.some(({ id }) => id < source.id)) return 0;
  const range = `${last + 1}:*`;
  const search = async (from?: string) =>
    (await client.search({ uid: range, ...(from === undefined ? {} : fromSender(from)) }, { uid: true })) || [];
  const left = new Set((await search()).filter((uid) => uid > last));
  if (left.size === 0) return 0;
  for (const sender of new Set([source, ...beside].map(({ settings }) => settings.sender)))
    for (const uid of await search(sender)) left.delete(uid);
  return left.size;
}

function sharesMailbox(
  other: sourceStore.Source,
  source: sourceStore.Source<'mail'>,
): other is sourceStore.Source<'mail'> {
  if (other.kind !== 'mail' || other.id === source.id || !other.isEnabled) return false;
  const { host, user, mailbox } = source.settings;
  return other.settings.host === host && other.settings.user === user && other.settings.mailbox === mailbox;
}
