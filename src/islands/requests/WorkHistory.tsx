import { type SubmitEvent, useRef, useState } from 'react';
import type { RequestEvent } from '../../../contract/requests/requests.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { failureText } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { site } from '../../lib/platform/site.ts';
import type { StaffRequestStore } from '../../lib/requests/staff-request-store.ts';
import { nameOf, staffRequestErrors, staffRequest as texts } from '../../lib/requests/staff-request-texts.ts';
import { Button, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { InParts } from '../ui/ListFrame.tsx';

/** What was done last is what is asked for; the beginning of a long story is there on request. */
const EVENTS_AT_ONCE = 20;

interface Props {
  readonly store: StaffRequestStore;
  readonly events: readonly RequestEvent[];
}

/** What was done with a request, the latest first, and a field for a note about it. */
export function WorkHistory({ store, events }: Props) {
  return (
    <section className="above-32">
      <h2>{texts.history}</h2>
      <NoteForm store={store} />
      {events.length === 0 && <p className="muted">{texts.nothingYet}</p>}
      <InParts rows={events.toReversed()} atOnce={EVENTS_AT_ONCE}>
        {(shown) => (
          <ol className="request-events below-20 stack gap-12" reversed>
            {shown.map((event) => (
              <li key={`${event.at} ${event.state ?? ''} ${event.note ?? ''}`}>
                <span className="muted small">
                  <time dateTime={event.at}>{formatMoment(new Date(event.at), site.timeZone)}</time>, {nameOf(event.by)}
                </span>
                {event.state && <span>{texts.became(event.state)}</span>}
                {event.note && <p className="request-note">{event.note}</p>}
              </li>
            ))}
          </ol>
        )}
      </InParts>
    </section>
  );
}

function NoteForm({ store }: Pick<Props, 'store'>) {
  const [text, setText] = useState('');
  const { busy, failure, run, forget } = useCall();
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  async function submit(event?: SubmitEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (busy) return;
    const isRight = text.trim() !== '' && [...text.trim()].length <= texts.noteMax;
    setSaid('');
    forget();
    setError(isRight ? '' : staffRequestErrors['invalid note']);
    if (!isRight) {
      field.current?.focus();
      return;
    }
    const failed = await run(async () => {
      const outcome = await store.note(text);
      return outcome && 'failure' in outcome ? outcome.failure : null;
    });
    if (failed !== null) return;
    setText('');
    setSaid(texts.noteAdded);
  }

  return (
    <form
      className="no-print"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => submitOnKey(event, () => void submit())}
    >
      <Field
        label={texts.note}
        hint={texts.noteHint}
        error={failure ? `${texts.noteFailed} ${failureText(failure, staffRequestErrors)}` : error}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            name="note"
            rows={3}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="buttons">
        <Button type="submit" busy={busy}>
          {texts.addNote}
        </Button>
        <span role="status" className="ok-text">
          {said}
        </span>
      </div>
    </form>
  );
}
