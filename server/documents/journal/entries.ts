// What an entry of the journal of documents says: made of a row of the history of documents, or of a change of rights.
import type { AccessChange } from '../../../contract/access/access.ts';
import type { Signatory } from '../../../contract/documents/documents.ts';
import type { JournalEntry } from '../../../contract/documents/journal.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { countOf, quoted } from '../../../rules/format/texts.ts';
import { editorOfRow } from '../../platform/database/types.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { insteadOfRow, keptSnapshotOf } from '../changes/read-history.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import { type Closing, calledName, sentToOf } from '../document/document.ts';

/** An entry with the names and e-mails by which a person is found: of who acted, and of whom it concerned. */
export interface FoundEntry {
  readonly entry: JournalEntry;
  readonly people: readonly Named[];
}

type Named = Readonly<Record<'uid' | 'name' | 'email', string>>;
type HistoryRow = Awaited<ReturnType<typeof selectHistory>>[number];

/** Which rows of the history; moments in milliseconds since the epoch. */
export interface HistoryWish {
  readonly document: number | null;
  /** null: all of them. */
  readonly events: ReadonlySet<string> | null;
  readonly from: number | null;
  /** Before this moment. */
  readonly until: number | null;
}

/** Rows older than the one with the id `before`, the newest first. */
export const selectHistory = (read: PortalSource, wish: HistoryWish, before: number, limit: number) =>
  read
    .selectFrom('document_history as change')
    .leftJoin('documents', 'documents.id', 'change.document_id')
    .leftJoin('tasks', 'tasks.id', 'documents.task_id')
    .select(['change.id', 'change.document_id', 'change.event', 'change.before', 'change.after', 'change.saved_at'])
    .select(['change.editor_uid', 'change.editor_name', 'change.editor_email'])
    .select(['change.instead_uid', 'change.instead_name', 'change.instead_email', 'change.sent_to'])
    .select(['documents.num', 'documents.state', 'documents.closing', 'tasks.title as task'])
    .where('change.id', '<', before)
    .$if(wish.document !== null, (query) => query.where('change.document_id', '=', wish.document ?? 0))
    .$if(wish.events !== null, (query) => query.where('change.event', 'in', [...(wish.events ?? [])] as never))
    .$if(wish.from !== null, (query) => query.where('change.saved_at', '>=', wish.from ?? 0))
    .$if(wish.until !== null, (query) => query.where('change.saved_at', '<', wish.until ?? 0))
    .orderBy('change.id', 'desc')
    .limit(limit)
    .execute();

export function entryOfHistory(row: HistoryRow): FoundEntry {
  const before = keptSnapshotOf(row.before);
  const after = keptSnapshotOf(row.after);
  const snapshot = after ?? before;
  const changes = changesOf(before, after);
  const by = editorOfRow(row);
  const insteadOf = insteadOfRow(row);
  const listed = changes.length > 0 ? changes.map(({ was, is }) => is ?? was) : listedIn(snapshot);
  const concerned = [...listed, ...(sentToOf(row.sent_to) ?? [])];
  return {
    entry: {
      id: `d${row.id}`,
      at: new Date(row.saved_at).toISOString(),
      event: row.event,
      by: by?.uid ? by : null,
      insteadOf,
      document: {
        id: row.document_id,
        num: row.num ?? snapshot?.place?.num ?? null,
        title: snapshot?.title ?? '',
        task: snapshot?.place?.task ?? row.task ?? '',
        version: snapshot?.version ?? 0,
        kept: row.state === null ? 'deleted' : row.state === 'binned' ? 'binned' : 'open',
      },
      subject: null,
      says: [...contentSays(before, after), ...peopleSay(row, changes, snapshot), ...reasonSays(row, changes)],
    },
    people: [by, insteadOf, ...concerned].filter((person) => person !== null && person !== undefined),
  };
}

const listedIn = (snapshot: KeptSnapshot | null): Signatory[] =>
  snapshot ? [...snapshot.acceptor, ...snapshot.recipient] : [];

/** A signatory whom an event changed: as listed before and after it, null where they were not. */
interface Change {
  readonly kind: 'acceptor' | 'recipient';
  readonly was: Signatory | null;
  readonly is: Signatory | null;
}

function changesOf(before: KeptSnapshot | null, after: KeptSnapshot | null): Change[] {
  return (['acceptor', 'recipient'] as const).flatMap((kind) => {
    const old = new Map((before?.[kind] ?? []).map((person) => [person.uid, person]));
    const now = new Map((after?.[kind] ?? []).map((person) => [person.uid, person]));
    return [...new Set([...now.keys(), ...old.keys()])]
      .map((uid) => ({ kind, was: old.get(uid) ?? null, is: now.get(uid) ?? null }))
      .filter(({ was, is }) => standOf(was) !== standOf(is));
  });
}

/** What of a signatory an event may change. */
const standOf = (person: Signatory | null): string =>
  person === null ? 'absent' : isPending(person) ? (isAsked(person) ? 'asked' : 'pending') : 'decided';

const isAsked = (person: Signatory | null): boolean =>
  person !== null && isPending(person) && !person.isWaiting && !person.isSpared;

const FILES = ['файл', 'файла', 'файлов'] as const;
/** Names that one sentence has. */
const NAMES_SHOWN = 30;

function contentSays(before: KeptSnapshot | null, after: KeptSnapshot | null): string[] {
  if (!before || !after) return [];
  const names = (from: KeptSnapshot, other: KeptSnapshot) =>
    from.files
      .filter(({ fileName }) => !other.files.some((file) => file.fileName === fileName))
      .map(({ originalName }) => quoted(originalName));
  const [added, removed] = [names(after, before), names(before, after)];
  return [
    ...(after.version > before.version ? [`Новая версия ${after.version}: прежние решения сняты.`] : []),
    ...(after.title === before.title ? [] : [`Прежнее название: ${quoted(before.title)}.`]),
    ...(after.textId === before.textId ? [] : ['Изменён текст.']),
    ...(added.length === 0 ? [] : [`Добавлено ${countOf(added.length, FILES)}: ${list(added)}.`]),
    ...(removed.length === 0 ? [] : [`Убрано ${countOf(removed.length, FILES)}: ${list(removed)}.`]),
  ];
}

/** Events that ask no one anew, but went to people. */
const SENT: ReadonlySet<string> = new Set(['reminded', 'escalated']);

function peopleSay(row: HistoryRow, changes: readonly Change[], snapshot: KeptSnapshot | null): string[] {
  const sentence = (words: string, of: readonly (Pick<Signatory, 'name' | 'email'> | null)[]) => {
    const names = of.flatMap((person) => (person ? [calledName(person)] : []));
    return names.length === 0 ? [] : [`${words}: ${list([...new Set(names)])}.`];
  };
  const asked = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind && isAsked(change.is) && !isAsked(change.was)).map(({ is }) => is);
  /** Of entries of former releases only those are known who were asked. */
  const sentSays = () => {
    if (!SENT.has(row.event)) return [];
    const sentTo = sentToOf(row.sent_to);
    return sentTo ? sentence('Кому', sentTo) : sentence('Ждали решения', listedIn(snapshot).filter(isAsked));
  };
  const isFor = row.instead_uid !== null && row.event !== 'decision withdrawn';
  return [
    ...(isFor ? [`Замещает сотрудника: ${row.instead_name || row.instead_email}.`] : []),
    ...(row.event === 'decision withdrawn' ? withdrawnSays(changes) : []),
    ...sentence('Отправлен на согласование', asked('acceptor')),
    ...sentence('Отправлен на ознакомление', asked('recipient')),
    ...sentence(
      'В списке, но пока не спрошены',
      changes.filter(({ was, is }) => !was && is && !isAsked(is)).map(({ is }) => is),
    ),
    ...sentence(
      'Решения больше не ждут',
      changes.filter(({ was, is }) => isAsked(was) && is && isPending(is) && !isAsked(is)).map(({ was }) => was),
    ),
    ...(row.event === 'deleted'
      ? []
      : sentence(
          'Убраны из списка',
          changes.filter(({ is }) => !is).map(({ was }) => was),
        )),
    ...(snapshot?.handedOver ? [`Было: ${snapshot.handedOver.from}. Стало: ${snapshot.handedOver.to}.`] : []),
    ...sentSays(),
  ];
}

/** «Была подпись: Анна Петрова.» */
function withdrawnSays(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind, was, is }) => {
    if (!was || isPending(was) || !is || !isPending(is)) return [];
    const what =
      was.declinedAt !== null ? 'Было отклонение' : kind === 'acceptor' ? 'Была подпись' : 'Было ознакомление';
    const by = was.acceptedBy ?? was.declinedBy;
    const instead = by && by.uid !== was.uid ? ` (за сотрудника: ${calledName(was)})` : '';
    return [`${what}: ${instead ? calledName(by ?? was) : calledName(was)}${instead}.`];
  });
}

function reasonSays({ event, closing }: HistoryRow, changes: readonly Change[]): string[] {
  const declined = changes.find(({ was, is }) => is?.declinedAt && !was?.declinedAt)?.is;
  // A cancelled document is never opened again: its closing is that of this event.
  const reason =
    event === 'cancelled' && closing
      ? (JSON.parse(closing) as Closing).reason
      : event === 'declined'
        ? declined?.reason
        : '';
  return reason ? [`Причина: ${reason}`] : [];
}

const list = (names: readonly string[]): string =>
  names.length <= NAMES_SHOWN
    ? names.join(', ')
    : `${names.slice(0, NAMES_SHOWN).join(', ')} и ещё ${names.length - NAMES_SHOWN}`;

/** Who may see documents and decide has changed. */
export function entryOfRights(change: AccessChange): FoundEntry {
  const { id, at, by, kind, subject, added, removed, addedCount, removedCount } = change;
  const isBinding = kind === 'binding';
  return {
    entry: {
      ...{ id: `r${id}`, at, insteadOf: null, document: null, subject },
      event: isBinding ? 'role bound' : 'rights changed',
      by: by.uid ? by : null,
      says: isBinding
        ? [
            `Теперь: ${added[0] === undefined ? 'без роли' : quoted(added[0])}.`,
            `Прежде: ${removed[0] === undefined ? 'без роли' : quoted(removed[0])}.`,
          ]
        : [...rightsSay('Добавлено', added, addedCount), ...rightsSay('Снято', removed, removedCount)],
    },
    people: [by, ...(isBinding ? [{ uid: '', name: '', email: subject }] : [])],
  };
}

function rightsSay(word: string, names: readonly string[], count: number): string[] {
  if (count === 0) return [];
  const shown = names.slice(0, NAMES_SHOWN);
  return [`${word}: ${shown.join('; ')}${count > shown.length ? ` и ещё ${count - shown.length}` : ''}.`];
}
