import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths/paths.ts';
import { basket } from '../../lib/request/basket.ts';
import { lyingOf } from '../../lib/request/basket-store.ts';
import { offers, sendingStore } from '../../lib/request/page.ts';
import { request as texts } from '../../lib/request/request-texts.ts';
import { rowsOf } from '../../lib/request/rows.ts';
import { Failed } from '../ui/Failed.tsx';
import { withinBoundary } from '../ui/within-boundary.tsx';
import { PriceChanges } from './PriceChanges.tsx';
import { RequestForm } from './RequestForm.tsx';
import { RequestRows } from './RequestRows.tsx';
import { RequestTools } from './RequestTools.tsx';
import { Shared } from './Shared.tsx';
import { Thanks } from './Thanks.tsx';

function OwnRequest() {
  const lying = lyingOf(useStore(basket.$kept));
  const { answers, failure } = useStore(offers.$offers);
  const sending = useStore(sendingStore.$sending);
  const [isRenewed, setRenewed] = useState(false);
  const ids = lying.map(({ id }) => id);
  const asked = ids.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the ids
  useEffect(() => void offers.need(ids).then(() => setRenewed(true)), [asked]);
  useEffect(() => {
    // What an offer is called is kept, so that it has a name when it is gone; a price that nobody has seen is seen now.
    for (const { id, price, title } of basket.lying()) {
      const offer = answers.get(id);
      if (offer && (price === null || title === ''))
        basket.change(id, { article: offer.article, title: offer.title, price: price ?? offer.price });
    }
  }, [answers]);

  // The thanks for the one before would stand above another request.
  useEffect(() => {
    if (basket.lying().length > 0) sendingStore.forget();
  }, []);

  const rows = rowsOf(lying, answers);
  return (
    <div className="request">
      <Shared />
      {sending.phase === 'sent' && <Thanks sent={sending.sent} />}
      {lying.length === 0 ? (
        sending.phase !== 'sent' && <Empty />
      ) : (
        <>
          <p className="muted no-print">{texts.lead}</p>
          {failure && (
            <Failed failure={failure} onAgain={() => void offers.ask(ids)}>
              {texts.failed}
            </Failed>
          )}
          <p role="status" className="visually-hidden">
            {!isRenewed && !failure && texts.loading}
          </p>
          <PriceChanges rows={rows} />
          <RequestRows rows={rows} />
          <RequestTools rows={rows} />
          <RequestForm rows={rows} />
        </>
      )}
    </div>
  );
}

/** The buyer's request: its offers as they stand now, and the form that sends it. */
export const Request = withinBoundary(OwnRequest);

function Empty() {
  return (
    <section className="request-empty">
      <h2>{texts.empty}</h2>
      <p>{texts.emptyHow}</p>
      <p className="buttons">
        <a className="button main" href={paths.catalog}>
          {texts.toCatalogue}
        </a>
        <a className="button" href={paths.catalogList}>
          {texts.toList}
        </a>
      </p>
    </section>
  );
}
