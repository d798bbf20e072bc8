// The page on which staff process one request of a buyer: who asks for what, what was done with it, and what can be
// done next.
import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { StaffRequest as Answer } from '../../../contract/requests/requests.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import * as staffRequestStore from '../../lib/requests/staff-request-store.ts';
import { nameOf, staffRequestErrors, staffRequest as texts } from '../../lib/requests/staff-request-texts.ts';
import { Button, DownloadButton, Failed, Field, Message } from '../ui/controls.tsx';
import { curedBySignIn, useAddressId, useCall, useLeave } from '../ui/hooks.ts';
import { InParts, ListSkeleton } from '../ui/ListFrame.tsx';
import { RequestItems, StateTag } from './RequestItems.tsx';

export default function StaffRequest() {
  const id = useAddressId();
  const [store] = useState(() => staffRequestStore.createStaffRequest(staffRequestStore.staffRequestCalls, id));
  const state = useStore(store.$request);
  useEffect(() => void store.load(), [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useLeave(curedBySignIn(failure));

  return (
    <div className="staff-request">
      <p className="no-print">
        <a href={paths.requests}>{texts.all}</a>
      </p>
      {state.phase === 'loading' && <ListSkeleton loading={texts.loading} list="records carded" count={3} />}
      {failure?.kind === 'missing' && <Message kind="error">{texts.missing}</Message>}
      {failure && failure.kind !== 'missing' && (
        <Failed failure={failure} errors={staffRequestErrors} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && (
        <>
          <Facts request={state.value.value} />
          <StateButtons store={store} request={state.value.value} />
          <RequestItems request={state.value.value} />
          <div className="buttons no-print">
            <Button onClick={() => window.print()}>{texts.print}</Button>
            <DownloadButton
              ask={() => staffRequestStore.staffRequestCalls.file(id)}
              name={texts.fileName(state.value.value.number)}
              label={texts.download}
            />
          </div>
          <WorkHistory store={store} request={state.value.value} />
        </>
      )}
    </div>
  );
}

function Facts({ request }: Pick<Props, 'request'>) {
  const { number, state, at, name, phone, email, company, inn, city, carrier, comment, consent, signedIn } = request;
  const mail = `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(texts.mailSubject(number))}`;
  return (
    <section className="panel">
      <h2>
        {texts.heading(number)} <StateTag state={state} />
      </h2>
      <dl className="facts">
        <Fact label={texts.sent}>
          <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
        </Fact>
        <Fact label={texts.name}>{name}</Fact>
        <Fact label={texts.phone}>{phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}</Fact>
        <Fact label={texts.email}>{email && <a href={mail}>{email}</a>}</Fact>
        <Fact label={texts.company}>{company}</Fact>
        <Fact label={texts.inn}>{inn}</Fact>
        <Fact label={texts.city}>{city}</Fact>
        <Fact label={texts.carrier}>{carrier}</Fact>
        <Fact label={texts.consent}>
          {consent && texts.consentTo(consent.text, formatMoment(new Date(consent.at), site.timeZone))}
        </Fact>
        <Fact label={texts.signedIn}>{signedIn ? texts.yes : texts.no}</Fact>
        <Fact label={texts.comment} className="request-comment">
          {comment}
        </Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Nothing without a value. */
const Fact = ({ label, className, children }: FactProps) =>
  children && (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );

/** What a request may become next; the first is what is mostly done with it. */
const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  new: ['work', 'declined'],
  work: ['done', 'declined', 'new'],
  done: ['work'],
  declined: ['work'],
};

interface Props {
  readonly store: staffRequestStore.StaffRequestStore;
  readonly request: Answer;
}

/** The buttons that give a request another state; a change by another user in between is shown and never overwritten. */
function StateButtons({ store, request }: Props) {
  const [asked, setAsked] = useState<RequestState | null>(null);
  const { busy, run } = useCall();
  const [said, setSaid] = useState<{ readonly is: staffRequestStore.ChangeOutcome } | null>(null);

  const change = (state: RequestState) =>
    run(async () => {
      setAsked(state);
      setSaid(null);
      const outcome = await store.setState(state);
      setSaid({ is: outcome });
      void staffRequestStore.newRequests.load();
      return outcome && 'failure' in outcome ? outcome.failure : null;
    });

  return (
    <div className="request-acts no-print">
      <fieldset className="buttons">
        <legend className="visually-hidden">{texts.stateLabel}</legend>
        {NEXT[request.state].map((state, index) => (
          <Button
            key={state}
            kind={index === 0 ? 'main' : state === 'declined' ? 'danger' : 'plain'}
            busy={busy && asked === state}
            onClick={() => void change(state)}>
            {texts.acts[state]}
          </Button>
        ))}
      </fieldset>
      {said && <Outcome outcome={said.is} state={request.state} />}
    </div>
  );
}

interface Said {
  /** As the server answered it. */
  readonly state: RequestState;
  readonly outcome: staffRequestStore.ChangeOutcome;
}

function Outcome({ state, outcome }: Said) {
  if (outcome === null) return <Message kind="success">{texts.done(state)}</Message>;
  if ('conflict' in outcome) {
    const { who, when } = outcome.conflict;
    return <Message kind="warning">{texts.conflict(who, formatMoment(new Date(when), site.timeZone))}</Message>;
  }
  return (
    <Message kind="error">
      {texts.changeFailed} {failureText(outcome.failure, staffRequestErrors)}
    </Message>
  );
}

/** What was done last is what is asked for; the beginning of a long story is there on request. */
const EVENTS_AT_ONCE = 20;

function WorkHistory({ store, request: { events } }: Props) {
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
    if (!isRight) return field.current?.focus();
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
      onKeyDown={(event) => submitOnKey(event, () => void submit())}>
      <Field
        label={texts.note}
        hint={texts.noteHint}
        error={failure ? `${texts.noteFailed} ${failureText(failure, staffRequestErrors)}` : error}>
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
