// Beside a document on its page: who approves it (acceptors) and who acknowledges it (recipients), with the decisions
// so far. Buttons are in DecisionButtons.
import { useStore } from '@nanostores/react';
import { Check } from 'lucide-react';
import type { IdleState } from '../../../contract/accounts/accounts.ts';
import type { Document, DocumentRoute, Signatory, StepState, Unable } from '../../../contract/documents/documents.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { idleAccounts, personName } from '../../lib/documents/document-texts.ts';
import { documentPage as texts } from '../../lib/documents/page-texts.ts';
import { expectedOf, type Viewer } from '../../lib/documents/permissions.ts';
import { routeTexts } from '../../lib/documents/route-texts.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { StepFacts } from './RouteSteps.tsx';

type Kind = 'acceptor' | 'recipient';

export function Signatories({ document, viewer }: { readonly document: Document; readonly viewer: Viewer | null }) {
  const expected = viewer && expectedOf(document, viewer);
  const mine = (asked: readonly { readonly entry: Signatory }[] = []) => new Set(asked.map(({ entry }) => entry.uid));
  const unable = (kind: Kind) => (document.unable ?? []).filter((one) => one.kind === kind);
  return (
    <aside className="stack gap-16">
      <Block
        kind="acceptor"
        heading={texts.approvers}
        entries={document.acceptor}
        route={document.route}
        mine={mine(expected?.signature)}
        idle={document.idle ?? []}
        unable={unable('acceptor')}
      />
      <Block
        kind="recipient"
        heading={texts.recipients}
        entries={document.recipient}
        mine={mine(expected?.acknowledgement)}
        idle={document.idle ?? []}
        unable={unable('recipient')}
      />
    </aside>
  );
}

interface BlockProps {
  readonly kind: Kind;
  readonly heading: string;
  readonly entries: readonly Signatory[];
  /** Uids of the entries that the viewer decides about. */
  readonly mine: ReadonlySet<string>;
  readonly unable: readonly Unable[];
  readonly idle: NonNullable<Document['idle']>;
  /** The steps of acceptors; undefined: a plain list. */
  readonly route?: DocumentRoute | undefined;
}

function Block({ kind, heading, entries, mine, unable, idle, route }: BlockProps) {
  const id = `signatories-${kind}`;
  const draw = (entry: Signatory) => (
    <Entry
      key={entry.uid}
      kind={kind}
      entry={entry}
      isMine={mine.has(entry.uid)}
      unable={unable.find(({ uid }) => uid === entry.uid)}
      idle={idle.find(({ uid }) => uid === entry.uid)?.state}
    />
  );
  return (
    <section className="doc-signatories flush panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {entries.length === 0 ? (
        <p className="muted">{texts.noSignatory}</p>
      ) : route ? (
        route.steps.map((step, index) => {
          const own = entries.filter(({ uid }) => step.people.includes(uid));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its place
            <div className="doc-step stack gap-4" key={index}>
              <h3 className="gap-4-8 flush row baseline apart">
                {routeTexts.step(index + 1, step.title)}
                <span className={`tag ${STEP_TAGS[step.state]}`}>{routeTexts.states[step.state]}</span>
              </h3>
              <StepFacts step={{ ...step, names: step.people }} />
              <ul>{own.map(draw)}</ul>
            </div>
          );
        })
      ) : (
        <ul>{entries.map(draw)}</ul>
      )}
    </section>
  );
}

const STEP_TAGS: Readonly<Record<StepState, string>> = {
  ...{ done: 'ok', current: 'warn', declined: 'bad' },
  ...{ waiting: '', spared: '' },
};

interface EntryProps {
  readonly kind: Kind;
  readonly entry: Signatory;
  readonly isMine: boolean;
  readonly unable: Unable | undefined;
  readonly idle: IdleState | undefined;
}

function Entry({ kind, entry, isMine, unable, idle }: EntryProps) {
  const { acceptedBy, acceptedAt, declinedBy, declinedAt, reason, now } = entry;
  const actor = acceptedBy ?? declinedBy;
  const accepted = kind === 'acceptor' ? 'signed' : 'acknowledged';
  const by = texts.decidedFor[declinedAt === null ? accepted : 'declined'];
  const at = acceptedAt ?? declinedAt;
  return (
    <li className="doc-signatory row gap-4-12 ruled">
      <span className="doc-signatory-who">
        <strong title={entry.accept ? texts.uid(entry.uid) : undefined}>{personName(entry)}</strong>
        <span className="muted small">{entry.position}</span>
        {now && <span className="muted small">{texts.nowCalled(now.name, now.position)}</span>}
      </span>
      <span className="doc-signatory-mark gap-4 stack">
        {entry.isSpared ? (
          <span className="tag">{routeTexts.notNeeded}</span>
        ) : (
          <Mark kind={kind} entry={entry} isMine={isMine} />
        )}
        {at && (
          <time className="muted small" dateTime={at}>
            {texts.at(at)}
          </time>
        )}
      </span>
      {unable && (
        <span className="doc-signatory-more breaks shrinks doc-unable small">{texts.unable[unable.why][kind]}</span>
      )}
      {!unable && idle && isPending(entry) && !entry.isSpared && (
        <span className="doc-signatory-more breaks shrinks doc-unable small">{idleAccounts[idle]}</span>
      )}
      {actor !== null && actor.uid !== entry.uid && (
        <span className="doc-signatory-more breaks shrinks small">{by(personName(actor))}</span>
      )}
      {declinedAt !== null && <span className="doc-signatory-more breaks shrinks doc-declined">«{reason}»</span>}
    </li>
  );
}

interface MarkProps {
  readonly kind: Kind;
  readonly entry: Signatory;
  /** Waits for the viewer. */
  readonly isMine: boolean;
}

function Mark({ kind, entry, isMine }: MarkProps) {
  const { lang, docflow: words } = useStore($portalWords);
  if (entry.declinedAt !== null) return <span className="tag bad">{texts.declined}</span>;
  if (entry.accept && kind === 'recipient') {
    return (
      <span className="tag ok doc-check">
        <Check size={18} className="doc-check-icon" aria-hidden="true" />
        <span className="visually-hidden">{texts.acknowledged}</span>
      </span>
    );
  }
  if (entry.accept) {
    return (
      <span className="tag ok" lang={lang}>
        {words.signed}
      </span>
    );
  }
  if (entry.isWaiting) {
    const later = kind === 'acceptor' ? routeTexts.states.waiting : texts.waiting;
    return <span className="tag">{later}</span>;
  }
  if (!isMine || !isPending(entry)) return <span className="tag">{texts.pending}</span>;
  return (
    <span className="tag warn" lang={lang}>
      {kind === 'acceptor' ? words.signatureRequired : words.acknowledgementRequired}
    </span>
  );
}
