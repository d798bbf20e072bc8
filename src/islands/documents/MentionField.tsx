// The text field of a comment on a document, in which @ offers people who see the document; arrows and Enter, or a
// click, insert the name.
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import type { Colleague } from '../../../contract/documents/documents.ts';
import * as discussionStore from '../../lib/documents/discussion-store.ts';
import { discussionTexts as texts } from '../../lib/documents/discussion-texts.ts';
import { personName } from '../../lib/documents/document-texts.ts';
import { createPeopleSearch } from '../../lib/documents/signatories.ts';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { Field } from '../ui/controls.tsx';

interface MentionFieldProps {
  readonly document: number;
  readonly label: string;
  readonly text: string;
  readonly error: string;
  /** The text is being sent: the field is read-only. */
  readonly isSending: boolean;
  readonly field: Ref<HTMLTextAreaElement>;
  readonly onText: (text: string) => void;
  readonly onPick: (person: discussionStore.Mentioned, text: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

export function MentionField(props: MentionFieldProps) {
  const { document, label, text, error, isSending, field, onText, onPick, onKey } = props;
  const [search] = useState(() =>
    createPeopleSearch((part, signal) => discussionStore.discussionCalls.mentionable(document, part, signal)),
  );
  const { phase, people } = useStore(search.$people);
  const [fragment, setFragment] = useState<discussionStore.Fragment | null>(null);
  const [active, setActive] = useState(0);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const list = useId();
  const isTyping = fragment !== null && fragment.text.trim() !== '';
  const offered: readonly Colleague[] = isTyping ? people : [];
  const isOpen = offered.length > 0;
  const place = Math.min(active, offered.length - 1);

  function follow(next: string, caret: number) {
    const found = discussionStore.fragmentAt(next, caret);
    setFragment(found);
    setActive(0);
    search.type(found?.text ?? '');
  }
  function close() {
    setFragment(null);
    search.clear();
  }
  function pick(person: Colleague) {
    if (!fragment) return;
    const name = personName(person);
    const { text: next, caret } = discussionStore.withName(text, fragment, name);
    onPick({ uid: person.uid, name }, next);
    close();
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const person = offered[place];
    if (!person || event.ctrlKey || event.metaKey) return onKey(event);
    if (event.key === 'ArrowDown') setActive((place + 1) % offered.length);
    else if (event.key === 'ArrowUp') setActive((place + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(person);
    else if (event.key === 'Escape') close();
    else return onKey(event);
    event.preventDefault();
  }

  return (
    <div className="comment-field relative">
      <Field label={label} hint={`${keysHint(texts.keys)} ${texts.hint}`.trim()} error={error}>
        {(control) => (
          <textarea
            {...control}
            ref={(element) => {
              area.current = element;
              if (typeof field === 'function') field(element);
              else if (field) field.current = element;
            }}
            rows={3}
            readOnly={isSending}
            value={text}
            aria-autocomplete="list"
            {...(isOpen && { 'aria-controls': list, 'aria-activedescendant': `${list}-${place}` })}
            onChange={({ target }) => {
              onText(target.value);
              follow(target.value, target.selectionStart);
            }}
            onKeyDown={press}
            onBlur={close}
          />
        )}
      </Field>
      {isOpen && (
        <div id={list} role="listbox" aria-label={texts.people} className="comment-people">
          {offered.map((person, at) => (
            <div
              key={person.uid}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === place}
              onMouseDown={(event) => {
                // The field keeps the focus.
                event.preventDefault();
                pick(person);
              }}>
              <span className="person-name below-12 left stack gap-8">{personName(person)}</span>
              <span className="person-position gap-4-8 row middle muted dense breaks small">{person.position}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="field-hint comment-said">
        {isOpen && texts.foundPeople(offered.length)}
        {isTyping && phase === 'ready' && people.length === 0 && texts.noneFound}
      </p>
    </div>
  );
}
