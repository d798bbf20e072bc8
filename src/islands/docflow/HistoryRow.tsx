import { useState } from 'react';
import type { DocumentChange, DocumentSnapshot } from '../../../contract/docflow.ts';
import {
  hasDifference,
  signatoriesDecided,
  startedVersion,
  stateText,
} from '../../lib/docflow/document-history.ts';
import { personName, documentHistory as texts } from '../../lib/docflow/document-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Difference } from '../ui/Difference.tsx';

/** One change of a document: what, who, when; on demand what it changed. */
export function HistoryRow({ change }: { readonly change: DocumentChange }) {
  const { at, by, insteadOf, event, before, after } = change;
  const [open, setOpen] = useState(false);
  const name = texts.events[event];
  const reason = event === 'declined' ? reasonOf(change) : '';
  return (
    <li>
      <div className="history-row">
        <div className="history-text">
          <strong>
            {name}
            {startedVersion(change) && after && `: ${texts.newVersion(after.version)}`}
          </strong>
          <span className="muted small">{texts.row(at, by, insteadOf)}</span>
          {change.comment && <span className="doc-said">{texts.said(change.comment)}</span>}
          {reason !== '' && <span className="doc-declined">{texts.reason(reason)}</span>}
        </div>
        {hasDifference(change) && (
          <Button
            kind="quiet"
            aria-expanded={open}
            aria-label={texts.compareOf(name, at)}
            onClick={() => setOpen(!open)}
          >
            {texts.compare}
          </Button>
        )}
      </div>
      {startedVersion(change) && before && <ClearedMarks state={before} />}
      {open && before && after && <Changed before={before} after={after} />}
    </li>
  );
}

/** The reason that this change gave: an entry declined after it, and not before. */
function reasonOf({ before, after }: DocumentChange): string {
  const known = new Set(signatoriesDecided(before?.acceptor ?? []).map(({ uid }) => uid));
  return after?.acceptor.find(({ uid, declinedAt }) => declinedAt !== null && !known.has(uid))?.reason ?? '';
}

function Changed({ before, after }: { readonly before: DocumentSnapshot; readonly after: DocumentSnapshot }) {
  const [was, is] = [before, after].map((state) => stateText(state, texts.filesOf)) as [string, string];
  if (was === is) return <p className="muted">{texts.same}</p>;
  return <Difference label={texts.difference} before={was} after={is} />;
}

/** Who had signed the version that an edit ended. */
function ClearedMarks({ state }: { readonly state: DocumentSnapshot }) {
  const rows = [
    ...signatoriesDecided(state.acceptor).map((entry) =>
      entry.acceptedAt
        ? texts.signed(personName(entry), entry.acceptedAt)
        : texts.declined(personName(entry), entry.declinedAt ?? '', entry.reason),
    ),
    ...signatoriesDecided(state.recipient).map((entry) =>
      texts.acknowledged(personName(entry), entry.acceptedAt ?? ''),
    ),
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
