import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths/paths.ts';
import { adding } from '../../lib/request/add-texts.ts';
import { readItems, type SharedItems, type Wanted } from '../../lib/request/address.ts';
import { basket } from '../../lib/request/basket.ts';
import type { Putting } from '../../lib/request/basket-store.ts';
import { sendingStore } from '../../lib/request/page.ts';
import { sharing as texts } from '../../lib/request/request-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

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
export function Shared() {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is looked at once
  useEffect(() => {
    if (!shared || isAsking) return;
    if (shared.items.length > 0) sendingStore.forget();
    settle(() => (liesThere(shared.items) ? 'added' : basket.replace(shared.items)));
  }, []);

  if (!shared) return null;
  const { items, unread } = shared;
  return (
    <>
      {unread > 0 && (
        <Message kind="warning">{items.length === 0 ? texts.nothing : texts.unread(unread)}</Message>
      )}
      {putting !== 'added' && <Message kind="warning">{adding.done[putting]}</Message>}
      {isAsking && (
        <Message
          kind="warning"
          actions={
            <>
              <Button onClick={() => settle(() => basket.replace(items))}>{texts.replace}</Button>
              <Button onClick={() => settle(() => basket.merge(items))}>{texts.add}</Button>
              <Button onClick={() => settle(() => 'added')}>{texts.keep}</Button>
            </>
          }
        >
          <strong>{texts.heading}.</strong> {texts.question(items.length, own)}
        </Message>
      )}
    </>
  );
}
