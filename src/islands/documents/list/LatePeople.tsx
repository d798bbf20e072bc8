// The page «Кто задерживает»: the people whom documents wait for, what stands because of them, and reminders. Their
// documents open in List.tsx.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { BellRing } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LatePerson, LateReminded } from '../../../../contract/documents/lists.ts';
import { idleAccounts, personName } from '../../../lib/documents/document-texts.ts';
import { remindedLines, lateTexts as texts } from '../../../lib/documents/late-texts.ts';
import { queryOfPerson, queryText } from '../../../lib/documents/list-query.ts';
import { createLatePeople, listCalls } from '../../../lib/documents/list-store.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { outcomeOf } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { Button, ConfirmButton, Message } from '../../ui/controls.tsx';
import { useCall } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';

export default function LatePeople() {
  const [store] = useState(() => createLatePeople(listCalls));
  const state = useStore(store.$list);
  const [reminded, setReminded] = useState<LateReminded | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void store.search(null);
    return store.leave;
  }, [store]);
  const { first, rows } = state;
  const show = (answer: LateReminded) => {
    setReminded(answer);
    requestAnimationFrame(() => outcome.current?.scrollIntoView({ block: 'nearest' }));
  };

  return (
    <div className="late-people stack gap-12">
      <p className="muted">{texts.lead}</p>
      <div ref={outcome}>
        {reminded && (
          <Message kind={reminded.mailTrouble ? 'warning' : reminded.people.length > 0 ? 'success' : 'info'}>
            {remindedLines(reminded).map((line) => (
              <p key={line} className="flush">
                {line}
              </p>
            ))}
          </Message>
        )}
      </div>
      <CursorFrame
        state={state}
        texts={texts}
        list="queue-list"
        bones={6}
        onAgain={() => void store.search(null)}
        onMore={() => void store.more()}>
        {first && rows.length === 0 && (
          <p className="data-list-empty muted" role="status">
            {texts.empty}
          </p>
        )}
        {first && rows.length > 0 && (
          <>
            {!first.isAccountsKnown && <Message kind="warning">{texts.accountsUnknown}</Message>}
            <div className="row middle apart gap-8-16">
              <p className="flush strong">{texts.totals(first.totals)}</p>
              <ConfirmButton
                className="button"
                question={texts.remindAllQuestion}
                details={texts.remindAllDetails}
                yes={texts.remind}
                onConfirm={async () => {
                  const { value, failure } = await outcomeOf(() => listCalls.remindLate(null));
                  if (!value) return { refused: `${texts.remindFailed} ${failure ? failureText(failure) : ''}` };
                  show(value);
                  return { done: true };
                }}>
                <BellRing size={18} aria-hidden="true" />
                {texts.remindAll}
              </ConfirmButton>
            </div>
            <section className="panel queue">
              <ul className="queue-list" aria-label={texts.list}>
                {rows.map((person) => (
                  <Person key={person.uid} person={person} onReminded={show} />
                ))}
              </ul>
            </section>
          </>
        )}
      </CursorFrame>
    </div>
  );
}

interface PersonProps {
  readonly person: LatePerson;
  readonly onReminded: (answer: LateReminded) => void;
}

function Person({ person, onReminded }: PersonProps) {
  const { uid, position, waiting, overdue, since, account, absence, uncovered, withoutRight, blocked } = person;
  const name = personName(person);
  const { busy, failure, run } = useCall();
  const remind = () => run(async () => onReminded(await listCalls.remindLate(uid)));
  return (
    <li className="queue-row gap-4-16 stack middle ruled">
      <a href={paths.documents(queryText(queryOfPerson(uid)))}>
        <span className="queue-title">{name}</span>
        <span className="muted small">{position}</span>
        {absence && <span className="muted small">{texts.absence(absence)}</span>}
        {account && <span className="doc-declined small">{idleAccounts[account]}</span>}
      </a>
      {(withoutRight > 0 || uncovered > 0 || blocked.count > 0) && (
        <div className="doc-declined breaks">
          {uncovered > 0 && <p className="flush">{texts.uncovered(uncovered)}</p>}
          {withoutRight > 0 && <p className="flush">{texts.withoutRight(withoutRight)}</p>}
          {blocked.count > 0 && <Blocked blocked={blocked} />}
        </div>
      )}
      <div className="queue-facts gap-4-12 flush row middle muted breaks small">
        <span className="strong">{texts.waiting(waiting)}</span>
        {since && <span>{texts.since(since)}</span>}
        {overdue > 0 && <span className="tag bad">{texts.overdue(overdue)}</span>}
        <Button busy={busy} aria-label={texts.remindOf(name)} onClick={() => void remind()}>
          <BellRing size={18} aria-hidden="true" />
          {texts.remind}
        </Button>
      </div>
      {failure && (
        <p className="field-error" role="alert">
          {texts.remindFailed} {failureText(failure)}
        </p>
      )}
    </li>
  );
}

function Blocked({ blocked: { count, documents } }: Pick<LatePerson, 'blocked'>) {
  return (
    <p className="flush">
      {texts.blocked(count)}{' '}
      {documents.map(({ id, num, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <a href={paths.document(id)}>{texts.document(num, title)}</a>
        </span>
      ))}
      {count > documents.length && ` ${texts.blockedMore(count - documents.length)}`}
    </p>
  );
}
