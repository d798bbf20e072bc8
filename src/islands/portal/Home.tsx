// The home of the staff portal: tiles with numbers of documents, and the queue (documents that wait for the user,
// Queue.tsx).
import { Queue } from './Queue.tsx';
import '../../styles/editing.css';
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { BookOpenCheck, Files, type LucideIcon, PenLine, Send } from 'lucide-react';
import { useEffect } from 'react';
import { formatNumber } from '../../../rules/format/texts.ts';
import { hasDocuments } from '../../lib/access/role-rights.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import { docflow } from '../../lib/documents/document-texts.ts';
import { queryText, TILE_NAMES, TILES, type Tile } from '../../lib/documents/list-query.ts';
import type { Viewer } from '../../lib/documents/permissions.ts';
import { createCounters } from '../../lib/documents/queue-store.ts';
import { rememberDocument } from '../../lib/documents/return-address.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { $stepsOver } from '../../lib/portal/first-steps.ts';
import { CreateDocument, DocumentBanner, useViewer, WithoutRights } from '../documents/DocumentsHead.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave } from '../ui/hooks.ts';
import { PortalHeading } from '../ui/PortalHeading.tsx';

const FirstSteps = chunk(() => import('./FirstSteps.tsx'), null);

const counters = createCounters(documentCalls);

const ICONS: Readonly<Record<Tile, LucideIcon>> = {
  forApproval: PenLine,
  forReview: BookOpenCheck,
  outgoing: Send,
  mine: Files,
};

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
      className={`docflow-tile bare plain box stack middle gap-12${isUrgent ? ' urgent' : ''}`}
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

function Explanation({ viewer: { roles } }: { readonly viewer: Viewer }) {
  if (hasDocuments(roles)) return null;
  return <WithoutRights hasRole={roles.length > 0} lacking={docflow.noPairs} />;
}
