// The queue: documents that wait for the user, to decide, returned or stuck; those due first and waiting longest first.
import '../../styles/editing.css';
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Signatory } from '../../../contract/documents/documents.ts';
import type { QueueItem } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import { docflow, numberOf, pairOf, personName, documentQueue as texts } from '../../lib/documents/document-texts.ts';
import { expectedSignatories, permittedOn, type Viewer } from '../../lib/documents/permissions.ts';
import { createQueue, rememberWaiting } from '../../lib/documents/queue-store.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave } from '../ui/hooks.ts';
import { ListSkeleton, LoadMore } from '../ui/ListFrame.tsx';

const store = createQueue(documentCalls);

export function Queue({ viewer }: { readonly viewer: Viewer | null }) {
  const { queue, failure, loadingMore } = useStore(store.$queue);
  useEffect(() => {
    const load = () => void (document.visibilityState === 'visible' && store.load());
    load();
    document.addEventListener('visibilitychange', load);
    return () => document.removeEventListener('visibilitychange', load);
  }, []);
  useLeave(curedBySignIn(failure));
  useEffect(() => {
    const ids = queue?.waiting.map(({ id }) => id);
    if (ids) rememberWaiting(tabMemory, ids);
  }, [queue]);

  if (!queue) {
    return failure ? (
      <Failed failure={failure} onAgain={() => void store.load()}>
        {texts.failed}
      </Failed>
    ) : (
      <ListSkeleton loading={texts.loading} list="queue-list" bone="row-bone" />
    );
  }
  return (
    <div className="above-28 stack gap-16">
      {SECTIONS.map((list) => (
        <Section key={list} list={list} items={queue[list]} count={queue.counts[list]} viewer={viewer} />
      ))}
      {QUEUE_LISTS.every((list) => queue.counts[list] === 0 && queue[list].length === 0) && (
        <p className="panel queue muted">{texts.nothing}</p>
      )}
      {queue.next !== null ? (
        <LoadMore texts={texts} state={{ loadingMore, failure }} onMore={() => void store.more()} />
      ) : (
        failure && (
          <Failed failure={failure} onAgain={() => void store.load()}>
            {texts.failed}
          </Failed>
        )
      )}
    </div>
  );
}

interface SectionProps {
  readonly list: QueueList;
  readonly items: readonly QueueItem[];
  readonly count: number;
  readonly viewer: Viewer | null;
}

/** The lists in the order of the page: what returned to its author stands before all else. */
const SECTIONS: readonly QueueList[] = ['returned', 'waiting', 'stuck'];

/** One list of the queue; an empty one is hidden. */
function Section({ list, items, count, viewer }: SectionProps) {
  if (items.length === 0) return null;
  const id = `queue-${list}`;
  return (
    <section className="panel queue" aria-labelledby={id}>
      <h2 id={id}>
        {texts.headings[list]} {count > 0 && <span className="queue-count muted">{count}</span>}
      </h2>
      <ul className="queue-list">
        {items.map((item) => (
          <Row key={item.id} list={list} item={item} viewer={viewer} />
        ))}
      </ul>
    </section>
  );
}

function Row({ list, item, viewer }: Omit<SectionProps, 'items' | 'count'> & { readonly item: QueueItem }) {
  const isReturned = list === 'returned';
  const declined = isReturned && item.acceptor.find(({ declinedAt }) => declinedAt !== null);
  const question = isReturned && item.question;
  const acts = viewer && permittedOn(item, viewer);
  const asked = acts ? [...acts.asked.acceptor, ...acts.asked.recipient] : [];
  const instead = [...new Set(asked.filter(({ isOwn }) => !isOwn).map(({ entry }) => personName(entry)))];
  return (
    <li className="queue-row gap-4-16 stack middle ruled">
      <a href={paths.document(item.id)}>
        <span className="queue-title breaks">{item.title}</span>
        <span className="muted small breaks">
          {numberOf(item)}, {pairOf(item)}
        </span>
      </a>
      {declined && <p className="doc-declined breaks">{docflow.declined(declinerOf(declined), declined.reason)}</p>}
      {question && <p className="doc-declined breaks">{texts.asks(personName(question.by), question.text)}</p>}
      <p className="queue-facts gap-4-12 flush row middle muted breaks small">
        {list === 'waiting' && <span>{texts.from(personName(item.author))}</span>}
        {instead.length > 0 && <span className="tag warn">{docflow.forWhom(instead.join(', '))}</span>}
        {question ? (
          <span className="tag signal">{texts.question}</span>
        ) : (
          (item.questions ?? 0) > 0 && <span className="tag signal">{docflow.question}</span>
        )}
        {list === 'stuck' && <span>{texts.openedBy(waitedFor(item))}</span>}
        <span>{stateLabel(item)}</span>
        {item.dueAt !== null && <DueDay at={item.dueAt} />}
        <time dateTime={item.since} className="queue-age to-end nowrap">
          {texts.age(item.since, now())}
        </time>
        {declined && acts?.edit && (
          <a className="button" href={paths.documentEdit(item.id)} aria-label={texts.mendOf(item.title)}>
            {texts.mend}
          </a>
        )}
        {question && (
          <a className="button" href={paths.document(item.id)} aria-label={texts.answerOf(item.title)}>
            {texts.answer}
          </a>
        )}
      </p>
    </li>
  );
}

/** Who declined: the signatory as called then, or the substitute for them. */
function declinerOf({ uid, declinedBy, ...signatory }: Signatory): string {
  if (!declinedBy || declinedBy.uid === uid) return personName(signatory);
  return texts.declinedFor(personName(declinedBy), personName(signatory));
}

function DueDay({ at }: { readonly at: string }) {
  const isOverdue = Date.parse(at) < now().getTime();
  return (
    <time dateTime={at} className={isOverdue ? 'queue-overdue strong' : undefined}>
      {isOverdue ? texts.overdue(at) : texts.due(at)}
    </time>
  );
}

const waitedFor = (item: QueueItem): readonly string[] => [...new Set(expectedSignatories(item).map(personName))];
