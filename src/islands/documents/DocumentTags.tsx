// Small labels that several screens of documents share: state, day by which an answer is due, name of a person.
import type { ReactNode } from 'react';
import type { DocumentState } from '../../../contract/documents/documents.ts';
import { stateNames } from '../../lib/documents/document-texts.ts';
import { dayText, listTexts as texts } from '../../lib/documents/list-texts.ts';
import { now } from '../../lib/platform/now.ts';

const KINDS: Readonly<Record<DocumentState, string>> = { pending: 'signal', declined: 'bad', done: 'ok', none: '' };

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

/** A person to choose or chosen: the name, and the position with what else is known below it. */
export function PersonOption({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <span className="person-name below-12 left stack gap-8">{name}</span>
      <span className="person-position gap-4-8 row middle muted dense breaks">{children}</span>
    </>
  );
}
