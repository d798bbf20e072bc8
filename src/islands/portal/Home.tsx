import '../../styles/editing.css';
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { BookOpenCheck, Files, type LucideIcon, PenLine, Send } from 'lucide-react';
import { useEffect } from 'react';
import type { QueueItem } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { hasDocuments } from '../../lib/access/role-rights.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import { docflow, numberOf, pairOf, personName, documentQueue as texts } from '../../lib/documents/document-texts.ts';
import { queryText, TILE_NAMES, TILES, type Tile } from '../../lib/documents/list-query.ts';
import { expectedOf, type Viewer } from '../../lib/documents/permissions.ts';
import { createCounters, createQueue, rememberWaiting } from '../../lib/documents/queue-store.ts';
import { rememberDocument } from '../../lib/documents/return-address.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { $stepsOver } from '../../lib/portal/first-steps.ts';
import { CreateDocument, DocumentBanner, useViewer, WithoutRights } from '../documents/DocumentsHead.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave } from '../ui/hooks.ts';
import { ListSkeleton, LoadMore } from '../ui/ListFrame.tsx';
import { PortalHeading } from '../ui/PortalHeading.tsx';

const FirstSteps = chunk(() => import('./FirstSteps.tsx'), null);

const counters = createCounters(documentCalls);

const ICONS: Readonly<Record<Tile, LucideIcon>> = {
  forApproval: PenLine,
  forReview: BookOpenCheck,
  outgoing: Send,
  mine: Files,
};

/** The home of the document flow: tiles with counts, and the queue of the viewer. */
export default function Home() {
  const viewer = useViewer();
  const { counts, failure } = useStore(counters.$counters);
  const { lang, docflow: words } = useStore($portalWords);
  const isAdmin = useStore($account)?.rank === 'admin';
  const isOver = useStore($stepsOver);

  useEffect(() => {
    rememberDocument(null);
    const load = () => void (document.visibilityState === 'visible' && counters.load());
    load();
    // Counts change while the page is in the background.
    document.addEventListener('visibilitychange', load);
    window.addEventListener('focus', load);
    return () => {
      document.removeEventListener('visibilitychange', load);
      window.removeEventListener('focus', load);
    };
  }, []);
  useLeave(curedBySignIn(failure));

  return (
    <div className="docflow-home">
      <div className="docflow-head below-16 row middle apart gap-8-16">
        <PortalHeading text={words.documents} lang={lang} />
        <CreateDocument />
      </div>
      <DocumentBanner />
      {viewer && <Explanation viewer={viewer} />}
      {isAdmin && !isOver && <FirstSteps />}
      {failure && (
        <Failed failure={failure} onAgain={() => void counters.load()}>
          {docflow.countFailed}
        </Failed>
      )}
      <nav aria-label={docflow.tiles}>
        <ul className="docflow-tiles stack gap-16">
          {TILE_NAMES.map((tile) => (
            <li key={tile}>
              <TileLink tile={tile} title={words[tile]} lang={lang} count={counts[tile]} failed={failure !== null} />
            </li>
          ))}
        </ul>
      </nav>
      <Queue viewer={viewer} />
    </div>
  );
}

interface TileProps {
  readonly tile: Tile;
  readonly title: string;
  readonly lang: string;
  readonly count: number | null;
  readonly failed: boolean;
}

function TileLink({ tile, title, lang, count, failed }: TileProps) {
  const Icon = ICONS[tile];
  const isUrgent = (tile === 'forApproval' || tile === 'forReview') && count !== null && count > 0;
  return (
    <a
      className={
        isUrgent
          ? 'docflow-tile bare plain box stack middle gap-12 urgent'
          : 'docflow-tile bare plain box stack middle gap-12'
      }
      href={paths.documents(queryText(TILES[tile]))}>
      <Icon size={28} className="docflow-tile-icon" aria-hidden="true" />
      <span className="docflow-tile-title strong" lang={lang}>
        {title}
      </span>
      {count !== null ? (
        <span className="docflow-tile-count bold">
          {formatNumber(count)} <span className="visually-hidden">{docflow.count(count)}</span>
        </span>
      ) : failed ? (
        <span className="docflow-tile-count bold">
          <span aria-hidden="true">—</span>
          <span className="visually-hidden">{docflow.notCounted}</span>
        </span>
      ) : (
        <span className="skeleton docflow-tile-bone">
          <span className="visually-hidden">{docflow.counting}</span>
        </span>
      )}
    </a>
  );
}

/** Explains why a viewer without rights sees no documents. */
function Explanation({ viewer: { roles } }: { readonly viewer: Viewer }) {
  if (hasDocuments(roles)) return null;
  return <WithoutRights hasRole={roles.length > 0} lacking={docflow.noPairs} />;
}

const store = createQueue(documentCalls);

/** The work queue of the viewer: to decide, returned and stuck documents; those due first and waiting longest first. */
function Queue({ viewer }: { readonly viewer: Viewer | null }) {
  const { queue, failure, loadingMore } = useStore(store.$queue);
  useEffect(() => {
    const load = () => void (document.visibilityState === 'visible' && store.load());
    load();
    document.addEventListener('visibilitychange', load);
    return () => document.removeEventListener('visibilitychange', load);
  }, []);
  useLeave(curedBySignIn(failure));
  useEffect(() => {
    if (queue)
      rememberWaiting(
        tabMemory,
        queue.waiting.map(({ id }) => id),
      );
  }, [queue]);

  if (!queue) {
    return failure ? (
      <Failed failure={failure} onAgain={() => void store.load()}>
        {texts.failed}
      </Failed>
    ) : (
      <ListSkeleton loading={texts.loading} list="queue-list" />
    );
  }
  return (
    <div className="above-28 stack gap-16">
      {QUEUE_LISTS.map((list) => (
        <Section key={list} list={list} items={queue[list]} count={queue.counts[list]} viewer={viewer} />
      ))}
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

/** One list of the queue. An empty one is hidden, but for the list of documents to decide. */
function Section({ list, items, count, viewer }: SectionProps) {
  if (items.length === 0 && list !== 'waiting') return null;
  const id = `queue-${list}`;
  return (
    <section className="panel queue" aria-labelledby={id}>
      <h2 id={id}>
        {texts.headings[list]} {count > 0 && <span className="queue-count muted">{count}</span>}
      </h2>
      {items.length === 0 ? (
        <p className="muted">{texts.nothing}</p>
      ) : (
        <ul className="queue-list">
          {items.map((item) => (
            <Row key={item.id} list={list} item={item} viewer={viewer} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ list, item, viewer }: Omit<SectionProps, 'items' | 'count'> & { readonly item: QueueItem }) {
  const declined = item.acceptor.find(({ declinedAt }) => declinedAt !== null);
  const expected = viewer && expectedOf(item, viewer);
  const asked = expected ? [...expected.signature, ...expected.acknowledgement] : [];
  const instead = [...new Set(asked.filter(({ isOwn }) => !isOwn).map(({ entry }) => personName(entry)))];
  return (
    <li className="queue-row gap-4-16 stack middle ruled">
      <a href={paths.document(item.id)}>
        <span className="queue-title">{item.title}</span>
        <span className="muted small">
          {numberOf(item)}, {pairOf(item)}
        </span>
      </a>
      {list === 'returned' && declined && (
        <p className="doc-declined breaks">{docflow.declined(personName(declined), declined.reason)}</p>
      )}
      <p className="queue-facts gap-4-12 flush row muted breaks small">
        {list === 'waiting' && <span>{texts.from(personName(item.author))}</span>}
        {instead.length > 0 && <span className="tag warn">{docflow.forWhom(instead.join(', '))}</span>}
        {(item.questions ?? 0) > 0 && <span className="tag signal">{docflow.question}</span>}
        {list === 'stuck' && <span>{texts.openedBy(waitedFor(item))}</span>}
        {item.stage.count > 1 && <span>{texts.stage(item.stage)}</span>}
        {item.dueAt !== null && <DueDay at={item.dueAt} />}
        <time dateTime={item.since} className="queue-age to-end nowrap">
          {texts.age(item.since, now())}
        </time>
      </p>
    </li>
  );
}

/** The day by which an answer is expected; an overdue one is marked. */
function DueDay({ at }: { readonly at: string }) {
  const isOverdue = Date.parse(at) < now().getTime();
  return (
    <time dateTime={at} className={isOverdue ? 'queue-overdue strong' : undefined}>
      {isOverdue ? texts.overdue(at) : texts.due(at)}
    </time>
  );
}

/** Names of those whose answer is missing. */
const waitedFor = ({ acceptor, recipient }: QueueItem): readonly string[] => [
  ...new Set(
    [...acceptor, ...recipient]
      .filter(({ accept, declinedAt, isWaiting }) => !accept && declinedAt === null && !isWaiting)
      .map(personName),
  ),
];
