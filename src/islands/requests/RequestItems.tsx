// The table of a sent request, for staff and in the buyer's cabinet: offers with prices as of sending beside those of
// today.
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { OwnRequest, RequestItem } from '../../../contract/requests/requests.ts';
import { formatAmount, formatNumber, formatPrice, leastText, totalText } from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { STATES, staffRequest as texts } from '../../lib/requests/staff-request-texts.ts';

export function RequestItems({ request }: { readonly request: Pick<OwnRequest, 'items' | 'total' | 'unpriced'> }) {
  const { columns } = texts;
  return (
    <table className="request-items">
      <caption className="visually-hidden">{texts.items}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          {[columns.amount, columns.price, columns.now, columns.sum].map((name) => (
            <th key={name} scope="col" className="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {request.items.map((item) => (
          <Row key={item.positionId} item={item} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {texts.total}
          </th>
          <td className="end">
            <strong>{totalText(request.total, request.unpriced, request.items.length)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Row({ item }: { readonly item: RequestItem }) {
  const { article, title, manufacturer, brand, stock, amount, price, sum, now } = item;
  const { columns } = texts;
  return (
    <tr>
      <td className="what">
        {now ? <a href={paths.product(now.alias)}>{title}</a> : <span>{title}</span>}
        <span className="article mono">{article}</span>
        <small>{[manufacturer || brand, stock].filter(Boolean).join(', ')}</small>
      </td>
      <td className="end" data-label={columns.amount}>
        {formatNumber(amount)}
      </td>
      <td className="end" data-label={columns.price}>
        {formatPrice(price) ?? texts.onRequest}
      </td>
      <td className="end" data-label={columns.now}>
        {now ? (
          <>
            {now.price === price ? (
              <span className="muted">{texts.same}</span>
            ) : (
              <strong>{formatPrice(now.price) ?? texts.onRequest}</strong>
            )}
            {amount < (now.leastAmount ?? 1) && <span className="tag warn">{leastText(now)}</span>}
            <small>{texts.stockNow(formatAmount(now.amount) ?? formatNumber(0))}</small>
          </>
        ) : (
          <span className="tag bad">{texts.gone}</span>
        )}
      </td>
      <td className="end" data-label={columns.sum}>
        {formatPrice(sum) ?? texts.onRequest}
      </td>
    </tr>
  );
}

const LOOKS: Readonly<Record<RequestState, string>> = { new: 'signal', work: 'warn', done: 'ok', declined: '' };

export const StateTag = ({ state }: { readonly state: RequestState }) => (
  <span className={`tag ${LOOKS[state]}`}>{STATES[state]}</span>
);
