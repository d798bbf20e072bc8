import { basket } from '../../lib/request/basket.ts';
import { request as texts } from '../../lib/request/request-texts.ts';
import type { Row } from '../../lib/request/rows.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

/** Where the form sends whoever has not agreed to the prices yet. */
export const PRICE_CHANGES = 'price-changes';

/** Tells that prices are others than those that were seen, and asks to agree. */
export function PriceChanges({ rows }: { readonly rows: readonly Row[] }) {
  const changed = rows.filter(({ before }) => before !== null);
  const accept = () => {
    for (const { id, offer } of changed) if (offer) basket.change(id, { price: offer.price });
  };
  if (changed.length === 0) return null;
  return (
    <div id={PRICE_CHANGES} tabIndex={-1}>
      <Message kind="warning" actions={<Button onClick={accept}>{texts.accept}</Button>}>
        {texts.changed(changed.length)}
      </Message>
    </div>
  );
}
