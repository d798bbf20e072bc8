import { useState } from 'react';
import type { RequestState } from '../../../contract/request-states.ts';
import type { StaffRequest } from '../../../contract/requests.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { deskErrors, staffRequest as texts } from '../../lib/request-desk/desk-texts.ts';
import { newRequests } from '../../lib/request-desk/new-requests.ts';
import type { Changing, StaffRequestStore } from '../../lib/request-desk/request-store.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

/** What a request may become next; the first is what is mostly done with it. */
const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  new: ['work', 'declined'],
  work: ['done', 'declined', 'new'],
  done: ['work'],
  declined: ['work'],
};

interface Props {
  readonly store: StaffRequestStore;
  readonly request: StaffRequest;
}

/** The buttons that give a request another state; a change of somebody else in between is told and overwritten by nobody. */
export function StateActs({ store, request }: Props) {
  const [busy, setBusy] = useState<RequestState | null>(null);
  const [said, setSaid] = useState<{ state: RequestState; outcome: Changing } | null>(null);

  async function change(state: RequestState): Promise<void> {
    if (busy) return;
    setBusy(state);
    setSaid(null);
    const outcome = await store.setState(state);
    if (outcome && 'failure' in outcome) askIfEnded(outcome.failure);
    setSaid({ state, outcome });
    setBusy(null);
    void newRequests.load();
  }

  return (
    <div className="request-acts no-print">
      <fieldset className="buttons">
        <legend className="visually-hidden">{texts.stateLabel}</legend>
        {NEXT[request.state].map((state, index) => (
          <Button
            key={state}
            kind={index === 0 ? 'main' : state === 'declined' ? 'danger' : 'plain'}
            busy={busy === state}
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

function Outcome({ state, outcome }: { readonly state: RequestState; readonly outcome: Changing }) {
  if (outcome === null) return <Message kind="success">{texts.done(state)}</Message>;
  if ('conflict' in outcome) {
    const { who, when } = outcome.conflict;
    return (
      <Message kind="warning">{texts.conflict(who, formatMoment(new Date(when), site.timeZone))}</Message>
    );
  }
  return (
    <Message kind="error">
      {texts.changeFailed} {failureText(outcome.failure, deskErrors)}
    </Message>
  );
}
