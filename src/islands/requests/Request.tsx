// The page on which a buyer sees the own request (offers put together on this device, as they stand now) and sends it
// to the shop.
import { useStore } from '@nanostores/react';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { offerTitle } from '../../../rules/catalogue/part.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $hint } from '../../lib/platform/session-store.ts';
import { phoneLink, site } from '../../lib/platform/site.ts';
import { adding } from '../../lib/requests/add-texts.ts';
import { basket, basketOffers, type Putting } from '../../lib/requests/basket.ts';
import { type Row, requestCalls, rowsOf } from '../../lib/requests/offers.ts';
import { offers, sendingStore } from '../../lib/requests/own-request.ts';
import { itemsText, readItems, type SharedItems, type Wanted } from '../../lib/requests/request-address.ts';
import { requestText, sharing, request as texts, thanks } from '../../lib/requests/request-texts.ts';
import type { Sent } from '../../lib/requests/sending.ts';
import { withinBoundary } from '../ui/Boundary.tsx';
import { Button, ConfirmButton, CopyButton, DownloadButton, Failed, Message } from '../ui/controls.tsx';
import { useOnChange } from '../ui/hooks.ts';
import { RequestForm } from './RequestForm.tsx';
import { RemovedNote, type RemovedOffer, RequestRows } from './RequestRows.tsx';

function OwnRequest() {
  const lying = basketOffers(useStore(basket.$kept));
  const { answers, failure } = useStore(offers.$offers);
  const sending = useStore(sendingStore.$sending);
  const [isRenewed, setRenewed] = useState(false);
  const ids = lying.map(({ id }) => id);
  const asked = ids.join(',');
  useOnChange(asked, () => void offers.need(ids).then(() => setRenewed(true)));
  useEffect(() => {
    // What an offer is called is kept, so that it has a name when it is gone; a price that was not seen before is seen now.
    for (const { id, price, title } of basket.lying()) {
      const offer = answers.get(id);
      if (offer && (price === null || title === ''))
        basket.change(id, { article: offer.article, title: offerTitle(offer), price: price ?? offer.price });
    }
  }, [answers]);

  // The thanks for the one before would stand above another request.
  useEffect(() => {
    if (basket.lying().length > 0) sendingStore.forget();
  }, []);

  const rows = rowsOf(lying, answers);
  const [removed, setRemoved] = useState<RemovedOffer | null>(null);
  const putBack = () => {
    if (removed) basket.put(removed);
    setRemoved(null);
  };
  const note = <RemovedNote removed={removed} onBack={putBack} />;
  return (
    <div className="request">
      <SharedOffers />
      {sending.phase === 'sent' && <Thanks sent={sending.sent} />}
      {lying.length === 0 ? (
        sending.phase !== 'sent' && (
          <>
            {note}
            <Empty />
          </>
        )
      ) : (
        <>
          {failure && (
            <Failed failure={failure} onAgain={() => void offers.ask(ids)}>
              {texts.failed}
            </Failed>
          )}
          <p role="status" className="visually-hidden">
            {!isRenewed && !failure && texts.loading}
          </p>
          <PriceChanges rows={rows} />
          <RequestRows rows={rows} onRemoved={setRemoved} />
          {note}
          <RequestTools rows={rows} />
          <RequestForm rows={rows} />
        </>
      )}
    </div>
  );
}

export const Request = withinBoundary(OwnRequest);

function Empty() {
  return (
    <section className="above-20">
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

/** What the address of this page brought; null when it names no offers. */
function sharedOf(search: string): SharedItems | null {
  const text = new URLSearchParams(search).get('items');
  return text === null ? null : readItems(text);
}

/** Whether all of these lie there already, as many of each. */
const liesThere = (items: readonly Wanted[]): boolean => {
  const amounts = new Map(basket.lying().map(({ id, amount }) => [id, amount]));
  return items.every(({ id, amount }) => amounts.get(id) === amount);
};

/** Takes over the offers of the address; over a request that lies there already it asks first. */
function SharedOffers() {
  const [shared] = useState(() => sharedOf(location.search));
  const [own] = useState(() => basket.lying().length);
  const [isAsking, setAsking] = useState(() => shared !== null && own > 0 && !liesThere(shared.items));
  const [putting, setPutting] = useState<Putting>('added');

  function settle(act: () => Putting): void {
    setPutting(act());
    setAsking(false);
    // A reload must not bring back what is taken out meanwhile.
    history.replaceState(null, '', paths.ownRequest);
  }

  // Nothing lies there that could be lost.
  useOnChange(shared, () => {
    if (!shared || isAsking) return;
    if (shared.items.length > 0) sendingStore.forget();
    settle(() => (liesThere(shared.items) ? 'added' : basket.replace(shared.items)));
  });

  if (!shared) return null;
  const { items, unread } = shared;
  return (
    <>
      {unread > 0 && <Message kind="warning">{items.length === 0 ? sharing.nothing : sharing.unread(unread)}</Message>}
      {putting !== 'added' && <Message kind="warning">{adding.done[putting]}</Message>}
      {isAsking && (
        <Message
          kind="warning"
          actions={
            <>
              <Button onClick={() => settle(() => basket.replace(items))}>{sharing.replace}</Button>
              <Button onClick={() => settle(() => basket.merge(items))}>{sharing.add}</Button>
              <Button onClick={() => settle(() => 'added')}>{sharing.keep}</Button>
            </>
          }>
          {sharing.question(items.length, own)}
        </Message>
      )}
    </>
  );
}

/** What stands in the place of a request that was taken: its number, and what comes next. */
function Thanks({ sent }: { readonly sent: Sent }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSignedIn = useStore($hint) !== null;
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <section className="request-thanks message success" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {thanks.heading(sent.number)}
      </h2>
      <p>
        {thanks.lead} {sent.email && thanks.mailed(sent.email)}
      </p>
      <p>
        {thanks.call} <a href={phoneLink}>{site.phone}</a>
      </p>
      {sent.lines.length > 0 && (
        <details className="request-sent" open>
          <summary>{thanks.sent}</summary>
          {sent.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      )}
      <p className="buttons no-print">
        <a className="button main" href={paths.catalog} onClick={() => sendingStore.forget()}>
          {thanks.toCatalogue}
        </a>
        {isSignedIn && (
          <a className="button" href={paths.user}>
            {thanks.own}
          </a>
        )}
      </p>
    </section>
  );
}

/** Reports prices that differ from those seen before, and asks to agree. */
function PriceChanges({ rows }: { readonly rows: readonly Row[] }) {
  const changed = rows.filter(({ before }) => before !== null);
  const accept = () => {
    for (const { id, offer } of changed) if (offer) basket.change(id, { price: offer.price });
  };
  if (changed.length === 0) return null;
  return (
    <div id="price-changes" tabIndex={-1}>
      <Message kind="warning" actions={<Button onClick={accept}>{texts.accept}</Button>}>
        {texts.changed(changed.length)}
      </Message>
    </div>
  );
}

/** What else can be done with the offers: print, copy, hand on, take as a file, throw away. */
function RequestTools({ rows }: { readonly rows: readonly Row[] }) {
  const offered = rows.filter(({ place }) => place !== 'gone');

  async function clear() {
    basket.remove(rows.map(({ id }) => id));
    return { done: true } as const;
  }

  return (
    <div className="buttons request-tools ruled no-print">
      {offered.length > 0 && (
        <>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {texts.print}
          </Button>
          <CopyButton wide text={requestText(rows)} label={texts.copy} done={texts.copied} />
          <CopyButton
            wide
            text={location.origin + paths.requestOf(itemsText(offered))}
            label={texts.share}
            done={texts.copied}
          />
          <DownloadButton ask={() => requestCalls.file(offered)} name={texts.fileName} label={texts.download} />
        </>
      )}
      <a href={paths.catalog}>{texts.more}</a>
      <ConfirmButton
        className="button quiet"
        question={texts.clearQuestion}
        details={texts.clearDetails}
        yes={texts.clear}
        onConfirm={clear}>
        {texts.clear}
      </ConfirmButton>
    </div>
  );
}
