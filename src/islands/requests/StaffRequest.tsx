import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { StaffRequest as Answer } from '../../../contract/requests/requests.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { failureText } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import { newRequests, staffRequestCalls } from '../../lib/requests/staff-request-calls.ts';
import {
  type ChangeOutcome,
  createStaffRequest,
  type StaffRequestStore,
} from '../../lib/requests/staff-request-store.ts';
import { staffRequestErrors, staffRequest as texts } from '../../lib/requests/staff-request-texts.ts';
import { Button, DownloadButton, Failed, Message } from '../ui/controls.tsx';
import { curedBySignIn, useAddressId, useCall, useLeave } from '../ui/hooks.ts';
import { ListSkeleton } from '../ui/ListFrame.tsx';
import { RequestItems, StateTag } from './RequestItems.tsx';
import { WorkHistory } from './WorkHistory.tsx';

/** One request: who asks for what, what was done with it, and what can be done next. */
export default function StaffRequest() {
  const id = useAddressId();
  const [store] = useState(() => createStaffRequest(staffRequestCalls, id));
  const state = useStore(store.$request);
  useEffect(() => void store.load(), [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useLeave(curedBySignIn(failure));

  return (
    <div className="staff-request">
      <p className="no-print">
        <a href={paths.requests}>{texts.all}</a>
      </p>
      {state.phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list="records carded" bone="row-bone" count={3} />
      )}
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
              ask={() => staffRequestCalls.file(id)}
              name={texts.fileName(state.value.value.number)}
              label={texts.download}
            />
          </div>
          <WorkHistory store={store} events={state.value.value.events} />
        </>
      )}
    </div>
  );
}

/** Who asks, and how to answer. */
function Facts({ request }: { readonly request: Answer }) {
  const { number, state, at, name, phone, email, comment, signedIn } = request;
  const mail = `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(texts.mailSubject(number))}`;
  return (
    <section className="panel">
      <h2>
        {texts.heading(number)} <StateTag state={state} />
      </h2>
      <dl className="facts">
        <div>
          <dt>{texts.sent}</dt>
          <dd>
            <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
          </dd>
        </div>
        <div>
          <dt>{texts.name}</dt>
          <dd>{name}</dd>
        </div>
        {phone && (
          <div>
            <dt>{texts.phone}</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>{texts.email}</dt>
            <dd>
              <a href={mail}>{email}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.signedIn}</dt>
          <dd>{signedIn ? texts.yes : texts.no}</dd>
        </div>
        {comment && (
          <div className="request-comment">
            <dt>{texts.comment}</dt>
            <dd>{comment}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What a request may become next; the first is what is mostly done with it. */
const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  new: ['work', 'declined'],
  work: ['done', 'declined', 'new'],
  done: ['work'],
  declined: ['work'],
};

interface Props {
  readonly store: StaffRequestStore;
  readonly request: Answer;
}

/** The buttons that give a request another state; a change of somebody else in between is told and overwritten by nobody. */
function StateButtons({ store, request }: Props) {
  const [asked, setAsked] = useState<RequestState | null>(null);
  const { busy, run } = useCall();
  const [said, setSaid] = useState<{ state: RequestState; outcome: ChangeOutcome } | null>(null);

  const change = (state: RequestState) =>
    run(async () => {
      setAsked(state);
      setSaid(null);
      const outcome = await store.setState(state);
      setSaid({ state, outcome });
      void newRequests.load();
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
            onClick={() => void change(state)}
          >
            {texts.acts[state]}
          </Button>
        ))}
      </fieldset>
      {said && <Outcome {...said} />}
    </div>
  );
}

function Outcome({ state, outcome }: { readonly state: RequestState; readonly outcome: ChangeOutcome }) {
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
