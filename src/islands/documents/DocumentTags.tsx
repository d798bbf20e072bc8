// Small labels that several screens of documents share: state, day by which an answer is due, name of a person.
import type { ReactNode } from 'react';
import type { DocumentState } from '../../../contract/documents/documents.ts';
import { type Standing, stateLabel } from '../../../rules/documents/standing.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { dayText, listTexts as texts } from '../../lib/documents/list-texts.ts';
import { now } from '../../lib/platform/now.ts';

const KINDS: Readonly<Record<DocumentState, string>> = {
  pending: 'signal',
  declined: 'bad',
  done: 'ok',
  none: '',
  cancelled: 'bad',
};

export const StateTag = ({ document }: { readonly document: Standing }) => (
  <span className={`tag ${KINDS[document.state]}`.trim()}>{typographed(stateLabel(document))}</span>
);

interface DueDayProps {
  readonly at: string;
  /** A heading says «Срок» already, except on a phone. */
  readonly isUnderHeading?: boolean;
}

/** The day by which an answer is expected; an overdue one is marked, in words too. */
export function DueDay({ at, isUnderHeading = false }: DueDayProps) {
  const isLate = Date.parse(at) < now().getTime();
  return (
    <time dateTime={at} className={isLate ? 'doc-late' : 'muted'}>
      {isLate && <span className="visually-hidden">{texts.late} </span>}
      {isUnderHeading ? (
        <>
          <span className="doc-col-signed-word">{texts.until}</span>
          {dayText(at)}
        </>
      ) : (
        texts.due(dayText(at))
      )}
    </time>
  );
}

/** A person to choose or chosen: the name, and the position with what else is known below it. */
export function PersonOption({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <span className="person-name breaks below-12 left stack gap-8">{name}</span>
      <span className="person-position gap-4-8 row middle muted dense breaks">{children}</span>
    </>
  );
}
