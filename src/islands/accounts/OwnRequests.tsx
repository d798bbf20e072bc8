// The part of the cabinet (a user's own account) with the requests that a buyer sent while signed in; each can be put
// into a new request.
import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OwnRequest } from '../../../contract/requests/requests.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { createOwnRequests, ownRequests as texts } from '../../lib/accounts/own-requests.ts';
import { paths } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import { itemsText } from '../../lib/requests/request-address.ts';
import { RequestItems, StateTag } from '../requests/RequestItems.tsx';
import { LoadMore } from '../ui/ListFrame.tsx';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';

export default function OwnRequests() {
  const [store] = useState(createOwnRequests);
  const { phase, rows, next, loadingMore, failure } = useStore(store.$list);
  const part = useCabinetPart();
  const load = () => void store.search({});
  useEffect(() => {
    void store.search({});
    return store.leave;
  }, [store]);
  const isReady = phase === 'ready';
  return (
    <CabinetPart
      part={part}
      texts={texts}
      failure={isReady ? null : failure}
      loading={phase === 'loading'}
      onLoad={load}>
      {isReady && rows.length === 0 && (
        <p>
          {texts.empty} <a href={paths.catalog}>{texts.toCatalogue}</a>
        </p>
      )}
      {rows.map((request) => (
        <Own key={request.id} request={request} />
      ))}
      {isReady && next !== null && (
        <LoadMore texts={texts} state={{ loadingMore, failure }} onMore={() => void store.more()} />
      )}
    </CabinetPart>
  );
}

function Own({ request }: { readonly request: OwnRequest }) {
  const { number, state, at, comment, items } = request;
  const again = items.flatMap(({ positionId, amount, now }) => (now ? [{ id: positionId, amount }] : []));
  return (
    <details className="own-request ruled">
      <summary>
        {texts.titleOf(number, formatMoment(new Date(at), site.timeZone))} <StateTag state={state} />{' '}
        <span className="muted small">{texts.sum(request)}</span>
      </summary>
      {comment && <p className="request-note">{comment}</p>}
      <RequestItems request={request} />
      {again.length > 0 && (
        <p>
          <a className="button" href={paths.requestOf(itemsText(again))}>
            {texts.again}
          </a>
        </p>
      )}
    </details>
  );
}
