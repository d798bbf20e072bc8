// Collects what a signed package says: steps, decisions of their moment, earlier versions and comments, as texts.

import type { Signatory as ShownSignatory } from '../../../contract/documents/documents.ts';
import { DECISION_EVENTS, hasReason, isDecisionEvent, SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { documentCheckPath } from '../../../rules/documents/check.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { formatDay, formatZonedMoment } from '../../../rules/format/texts.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { keptSnapshotOf } from '../changes/read-history.ts';
import { type StoredComment, selectComments } from '../comments/comments.ts';
import { type KeptSnapshot, snapshotOf } from '../document/answers.ts';
import { calledName, type StoredDocument, standingOf } from '../document/document.ts';
import type * as packages from './package.ts';

/** Former decisions, and comments, that a package names: the last ones. */
const EARLIER_MAX = 500;
const COMMENTS_MAX = 1000;

interface PackagePlace {
  readonly site: string;
  readonly timeZone: string;
  readonly fingerprint: string;
  readonly withComments: boolean;
}

/** Reads what a package of a document says now; equal states give equal contents. */
export async function packageContent(
  read: PortalSource,
  document: StoredDocument,
  { site, timeZone, fingerprint, withComments }: PackagePlace,
): Promise<packages.PackageContent> {
  const moment = (at: Date | string | number) => formatZonedMoment(new Date(at), timeZone);
  const { closed } = document;
  const isCancelled = closed?.state === 'cancelled';
  return {
    host: new URL(site).host,
    number: document.num,
    title: document.title,
    directing: document.directing.title,
    task: document.task.title,
    author: calledName(document.author),
    createdOn: formatDay(new Date(document.createdAt), timeZone),
    version: document.version,
    hash: document.hash,
    state: stateLabel(standingOf(document)),
    cancelled: isCancelled ? { at: moment(closed.at), by: calledName(closed.by), reason: closed.reason } : null,
    text: document.description,
    steps: stepsOf(document, moment),
    earlier: await earlierDecisions(read, document, moment),
    comments: withComments ? await commentsOf(read, document, moment) : null,
    checkAddress: site + documentCheckPath(document.id, document.hash),
    fingerprint,
    savedAt: document.savedAt,
  };
}

type ShowMoment = (at: Date | string | number) => string;

/** The steps of the route, or all acceptors, then the readers; groups without people are left out. */
function stepsOf(document: StoredDocument, moment: ShowMoment): packages.PackageStep[] {
  const { acceptor, recipient } = snapshotOf(document);
  const listed = document.entries.filter(({ kind }) => kind === 'acceptor');
  const route = document.route?.steps ?? [];
  const steps = route.map(({ title, mode }, place) => {
    const of = `Шаг ${place + 1} из ${route.length}`;
    return {
      title: `${title === '' ? of : `${of}: ${title}`}${mode === 'any' ? ' (достаточно одной подписи)' : ''}`,
      people: acceptor.filter((_, at) => listed[at]?.step === place + 1),
    };
  });
  if (!document.route) steps.push({ title: 'Согласование', people: acceptor });
  const shown = steps.map(({ title, people }) => ({
    title,
    decisions: people.map((person) => decisionOf(person, OF_ACCEPTOR, moment)),
  }));
  const readers = recipient.map((person) => decisionOf(person, OF_RECIPIENT, moment));
  return [...shown, { title: 'Ознакомление', decisions: readers }].filter(({ decisions }) => decisions.length > 0);
}

const OF_ACCEPTOR = { accepted: 'Подписано', pending: 'Ждёт подписи' };
const OF_RECIPIENT = { accepted: 'Ознакомление подтверждено', pending: 'Ждёт ознакомления' };

function decisionOf(person: ShownSignatory, words: typeof OF_ACCEPTOR, moment: ShowMoment): packages.PackageDecision {
  const at = person.acceptedAt ?? person.declinedAt;
  const actor = person.acceptedBy ?? person.declinedBy;
  return {
    name: calledName(person) || '—',
    position: person.position,
    now: person.now === null ? '' : withPosition(person.now.name, person.now.position),
    by: actor && actor.uid !== person.uid ? withPosition(calledName(actor), person.actorPosition ?? '') : '',
    outcome: outcomeOf(person, words),
    at: at === null ? '' : moment(at),
    reason: person.reason,
  };
}

function outcomeOf({ accept, declinedAt, isSpared, isWaiting }: ShownSignatory, words: typeof OF_ACCEPTOR): string {
  if (accept) return words.accepted;
  if (declinedAt !== null) return 'Отклонено';
  if (isSpared) return 'Не понадобилось';
  return isWaiting ? 'Очередь ещё не дошла' : words.pending;
}

const withPosition = (name: string, position: string): string => [name, position].filter(Boolean).join(', ');

/** Decisions about former versions, and those that were withdrawn, with their withdrawals. */
async function earlierDecisions(
  read: PortalSource,
  document: StoredDocument,
  moment: ShowMoment,
): Promise<packages.EarlierDecision[]> {
  const rows = await read
    .selectFrom('document_history')
    .select(['event', 'saved_at', 'editor_name', 'editor_email', 'instead_uid', 'instead_name', 'before', 'after'])
    .where('document_id', '=', document.id)
    .where('event', 'in', [...DECISION_EVENTS, 'decision withdrawn' as const])
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute();
  const made: { decision: packages.EarlierDecision; readonly of: string }[] = [];
  for (const row of rows.reverse()) {
    const [before, after] = [keptSnapshotOf(row.before), keptSnapshotOf(row.after)];
    const [by, at] = [row.editor_name || row.editor_email, moment(row.saved_at)];
    if (isDecisionEvent(row.event)) {
      const decided = newlyDecided(before, after);
      const decision = {
        ...{ event: row.event, by, insteadOf: row.instead_uid === null ? '' : row.instead_name, at },
        ...{ version: after?.version ?? document.version, hash: after?.hash ?? '' },
        ...{ reason: hasReason(row.event) ? (decided?.reason ?? '') : '', withdrawn: null },
      };
      made.push({ decision, of: decided?.key ?? '' });
    } else {
      const key = newlyDecided(after, before)?.key;
      const withdrawn = made.findLast(({ of }) => of === key);
      if (withdrawn) withdrawn.decision = { ...withdrawn.decision, withdrawn: { by, at } };
    }
  }
  return made
    .map(({ decision }) => decision)
    .filter(({ version, withdrawn }) => version !== document.version || withdrawn !== null);
}

/** The decision that the first of two states does not have: whose it is, as a key, and its reason. */
function newlyDecided(without: KeptSnapshot | null, having: KeptSnapshot | null) {
  for (const kind of SIGNATORY_KINDS) {
    const isDecided = ({ acceptedAt, declinedAt }: ShownSignatory) => (acceptedAt ?? declinedAt ?? null) !== null;
    const known = new Set(without?.[kind].filter(isDecided).map(({ uid }) => uid));
    const found = having?.[kind].find((person) => isDecided(person) && !known.has(person.uid));
    if (found) return { key: `${kind} ${found.uid}`, reason: found.reason };
  }
  return null;
}

async function commentsOf(read: PortalSource, { id }: StoredDocument, moment: ShowMoment) {
  const found: StoredComment[] = [];
  for (let last: number | null = null, more = true; more && found.length < COMMENTS_MAX; ) {
    const page = await selectComments(read, id, last);
    found.push(...page.comments);
    more = page.more;
    last = page.comments.at(-1)?.id ?? null;
  }
  return found
    .slice(0, COMMENTS_MAX)
    .reverse()
    .map(
      ({ kind, author, madeAt, version, text, files, withdrawnAt }): packages.PackageComment => ({
        kind,
        by: withPosition(calledName(author), author.position),
        at: moment(madeAt),
        version,
        text: withdrawnAt === null ? text : '',
        files: files.map(({ originalName }) => originalName),
      }),
    );
}
