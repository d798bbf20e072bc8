import type { DocumentState } from '../../../contract/documents/documents.ts';
import { stateNames } from '../../lib/documents/document-texts.ts';
import { dayText, listTexts as texts } from '../../lib/documents/list-texts.ts';
import { now } from '../../lib/platform/now.ts';

const KINDS: Readonly<Record<DocumentState, string>> = { pending: 'signal', declined: 'bad', done: 'ok', none: '' };

/** The state of a document. */
export function StateTag({ state }: { readonly state: DocumentState }) {
  return <span className={`tag ${KINDS[state]}`.trim()}>{stateNames[state]}</span>;
}

/** The day by which an answer is expected; an overdue one is marked, in words too. */
export function DueDay({ at }: { readonly at: string }) {
  const isLate = Date.parse(at) < now().getTime();
  return (
    <time dateTime={at} className={isLate ? 'doc-late' : 'muted'}>
      {isLate && <span className="visually-hidden">{texts.late} </span>}
      {texts.due(dayText(at))}
    </time>
  );
}
