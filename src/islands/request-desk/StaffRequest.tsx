import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StaffRequest as Answer } from '../../../contract/requests.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';
import { deskCalls } from '../../lib/request-desk/desk-calls.ts';
import { deskErrors, staffRequest as texts } from '../../lib/request-desk/desk-texts.ts';
import { createStaffRequest } from '../../lib/request-desk/request-store.ts';
import { site } from '../../lib/site/site.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { DownloadButton } from '../import-runs/DownloadButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { Message } from '../ui/Message.tsx';
import { RequestItems } from './RequestItems.tsx';
import { StateActs } from './StateActs.tsx';
import { StateTag } from './StateTag.tsx';
import { WorkHistory } from './WorkHistory.tsx';

/** One request: who asks for what, what was done with it, and what can be done next. */
export default function StaffRequest() {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  const [store] = useState(() => createStaffRequest(deskCalls, id));
  const state = useStore(store.$request);
  useEffect(() => void store.load(), [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useEffect(() => {
    if (failure?.kind === 'login' || failure?.kind === 'forbidden') leaveToAuth(failure);
  }, [failure]);

  return (
    <div className="staff-request">
      <p className="no-print">
        <a href={paths.requests}>{texts.all}</a>
      </p>
      {state.phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list="requests-list" bone="requests-bone" count={3} />
      )}
      {failure?.kind === 'missing' && <Message kind="error">{texts.missing}</Message>}
      {failure && failure.kind !== 'missing' && (
        <Failed failure={failure} errors={deskErrors} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && (
        <>
          <Facts request={state.stored.value} />
          <StateActs store={store} request={state.stored.value} />
          <RequestItems request={state.stored.value} />
          <div className="buttons no-print">
            <Button onClick={() => window.print()}>{texts.print}</Button>
            <DownloadButton
              ask={() => deskCalls.file(id)}
              name={texts.fileName(state.stored.value.number)}
              label={texts.download}
            />
          </div>
          <WorkHistory store={store} events={state.stored.value.events} />
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
