// Everything that was done to a document, newest first, on its page; and a comparison of the texts of its versions.
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { DocumentChange, DocumentSnapshot } from '../../../contract/documents/documents.ts';
import { hasReason, SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import * as documentStore from '../../lib/documents/document-store.ts';
import { personName } from '../../lib/documents/document-texts.ts';
import { documentHistory as texts } from '../../lib/documents/page-texts.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { createCursorList } from '../../lib/ui/cursor-list.ts';
import { Button, Failed, Field } from '../ui/controls.tsx';
import { Difference } from '../ui/Difference.tsx';
import { LoadMore } from '../ui/ListFrame.tsx';

const createHistory = (id: number) =>
  createCursorList(
    {
      page: async (_all: null, last) => {
        const rows = await documentCalls.history(id, last === null ? null : Number(last));
        const oldest = rows.at(-1);
        return { rows, next: oldest && oldest.event !== 'created' ? String(oldest.id) : null };
      },
      rowsOf: ({ rows }) => rows,
    },
    null,
  );

export default function DocumentHistory({ id }: { readonly id: number }) {
  const [store] = useState(() => createHistory(id));
  const { phase, rows: changes, next, loadingMore, failure } = useStore(store.$list);
  const versions = useMemo(() => documentStore.versionsOf(changes), [changes]);
  useEffect(() => {
    void store.search(null);
    return store.leave;
  }, [store]);
  useEffect(() => askIfEnded(failure), [failure]);

  return (
    <section className="history doc-history no-print" aria-labelledby="doc-history">
      <h2 id="doc-history">{texts.heading}</h2>
      {failure && phase === 'failed' && (
        <Failed failure={failure} onAgain={() => void store.search(null)}>
          {texts.failed}
        </Failed>
      )}
      {phase === 'loading' && <p role="status">{texts.loading}</p>}
      {phase === 'ready' && (
        <>
          {versions.size > 1 && <CompareVersions versions={versions} />}
          <ol className="history-rows">
            {changes.map((change) => (
              <HistoryRow key={change.id} change={change} />
            ))}
          </ol>
          {next !== null && (
            <LoadMore
              texts={{ ...texts, moreFailed: texts.failed }}
              state={{ loadingMore, failure }}
              onMore={() => void store.more()}
            />
          )}
        </>
      )}
    </section>
  );
}

function HistoryRow({ change }: { readonly change: DocumentChange }) {
  const { at, by, insteadOf, event, before, after, handedOver } = change;
  const [open, setOpen] = useState(false);
  const name = texts.events[event];
  const handed = event === 'handed over' ? documentStore.handedOver(change).map(personName) : [];
  const reason = hasReason(event) ? reasonOf(change) : '';
  return (
    <li>
      <div className="history-row gap-4-16 row middle apart">
        <div className="history-text gap-0-8 row baseline breaks shrinks">
          <strong>
            {name}
            {handed.length > 0 && `: ${handed.join(' → ')}`}
            {documentStore.startedVersion(change) && after && `: ${texts.newVersion(after.version)}`}
          </strong>
          <span className="muted small">{texts.row(at, by, insteadOf)}</span>
          {handedOver && <span className="breaks">{texts.handedOver(handedOver.from, handedOver.to)}</span>}
          {change.sentTo && <span className="small">{texts.sentTo(change.sentTo)}</span>}
          {change.comment && <span className="doc-said">{texts.said(change.comment)}</span>}
          {reason !== '' && <span className="doc-declined breaks">{texts.reason(reason)}</span>}
        </div>
        {documentStore.hasDifference(change) && (
          <Button
            kind="quiet"
            aria-expanded={open}
            aria-label={texts.compareOf(name, at)}
            onClick={() => setOpen(!open)}>
            {texts.compare}
          </Button>
        )}
      </div>
      {documentStore.startedVersion(change) && before && <ClearedMarks state={before} />}
      {open && before && after && <Changed before={before} after={after} />}
    </li>
  );
}

/** The reason that this change gave: an entry declined after it, and not before. */
function reasonOf({ before, after }: DocumentChange): string {
  for (const kind of SIGNATORY_KINDS) {
    const known = new Set(documentStore.signatoriesDecided(before?.[kind] ?? []).map(({ uid }) => uid));
    const declined = after?.[kind].find(({ uid, declinedAt }) => declinedAt !== null && !known.has(uid));
    if (declined) return declined.reason;
  }
  return '';
}

function Changed({ before, after }: { readonly before: DocumentSnapshot; readonly after: DocumentSnapshot }) {
  const [was, is] = [before, after].map((state) => documentStore.stateText(state, texts.filesOf)) as [string, string];
  if (was === is) return <p className="muted">{texts.same}</p>;
  return <Difference label={texts.difference} before={was} after={is} />;
}

/** Who had signed the version that an edit ended. */
function ClearedMarks({ state }: { readonly state: DocumentSnapshot }) {
  const rows = [
    ...documentStore
      .signatoriesDecided(state.acceptor)
      .map((entry) =>
        entry.acceptedAt
          ? texts.signed(personName(entry), entry.acceptedAt)
          : texts.declined(personName(entry), entry.declinedAt ?? '', entry.reason),
      ),
    ...documentStore
      .signatoriesDecided(state.recipient)
      .map((entry) => texts.acknowledged(personName(entry), entry.acceptedAt ?? '')),
  ];
  if (rows.length === 0) return null;
  return (
    <div className="doc-cleared small">
      <p>{texts.cleared(state.version)}</p>
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </div>
  );
}

function CompareVersions({ versions }: { readonly versions: documentStore.Versions }) {
  const numbers = [...versions.keys()].sort((one, other) => other - one);
  const [from, setFrom] = useState(numbers[1]);
  const [to, setTo] = useState(numbers[0]);
  const before = versions.get(from ?? 0);
  const after = versions.get(to ?? 0);
  const select = (label: string, value: number | undefined, onChange: (version: number) => void) => (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(Number(target.value))}>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {texts.version(number)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <details className="doc-versions">
      <summary>{texts.versions}</summary>
      <div className="compare-choice gap-0-20 stack">
        {select(texts.from, from, setFrom)}
        {select(texts.to, to, setTo)}
      </div>
      {before && after && (
        <Difference
          label={texts.difference}
          before={documentStore.stateText(before, texts.filesOf)}
          after={documentStore.stateText(after, texts.filesOf)}
        />
      )}
    </details>
  );
}
