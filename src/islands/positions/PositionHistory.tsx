import '../../styles/positions.css';
import { useCallback, useEffect, useState } from 'react';
import type { PositionChange } from '../../../contract/staff-positions.ts';
import { AMOUNT_TO_ORDER, formatAmount } from '../../../rules/format/amount.ts';
import { formatDay, formatMoment } from '../../../rules/format/day.ts';
import { formatPrice } from '../../../rules/format/price.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { positionsCalls } from '../../lib/positions/positions-calls.ts';
import { positions, history as texts } from '../../lib/positions/positions-texts.ts';
import { priceLine } from '../../lib/positions/price-line.ts';
import { site } from '../../lib/site/site.ts';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';

/** How price and stock of a position came to what they are: a line, and a table that says the same and more. */
export default function PositionHistory({ id }: { readonly id: number }) {
  const [changes, setChanges] = useState<readonly PositionChange[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useCallback(async () => {
    try {
      setFailure(null);
      setChanges((await positionsCalls.history(id)).changes);
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, [id]);
  useEffect(() => void load(), [load]);

  if (failure)
    return (
      <Failed failure={failure} onAgain={() => void load()}>
        {texts.failed}
      </Failed>
    );
  if (!changes)
    return <ListSkeleton loading={texts.loading} list="positions-list" bone="positions-bone" count={2} />;
  if (changes.length === 0) return <p className="muted">{texts.empty}</p>;
  return (
    <div className="position-history">
      <Chart changes={changes} />
      <table>
        <caption className="visually-hidden">{texts.heading}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.when}</th>
            <th scope="col">{texts.columns.what}</th>
            <th scope="col">{texts.columns.price}</th>
            <th scope="col">{texts.columns.amount}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Change key={change.runId} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SIZE = { width: 480, height: 96 };

function Chart({ changes }: { readonly changes: readonly PositionChange[] }) {
  const line = priceLine(changes, SIZE);
  if (!line) return null;
  const day = (moment: string) => formatDay(new Date(moment), site.timeZone);
  const price = (value: number) => formatPrice(value.toFixed(2)) ?? positions.noPrice;
  return (
    <figure className="position-chart">
      <svg
        role="img"
        aria-label={texts.chart(day(line.from), day(line.to), price(line.low), price(line.high))}
        viewBox={`-4 -4 ${SIZE.width + 8} ${SIZE.height + 8}`}
        preserveAspectRatio="none"
      >
        <polyline points={line.points} fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="muted small" aria-hidden="true">
        <span>{day(line.from)}</span>
        <span>
          {price(line.low)}–{price(line.high)}
        </span>
        <span>{day(line.to)}</span>
      </figcaption>
    </figure>
  );
}

function Change({ change }: { readonly change: PositionChange }) {
  const { at, kind, fileName, undoes, isCreated, price, priceBefore, amount, amountBefore } = change;
  const what = [
    texts.kinds[kind],
    undoes === null ? fileName : texts.undid(undoes),
    isCreated ? texts.created : '',
  ];
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
      </td>
      <td>{what.filter(Boolean).join(', ')}</td>
      <td>
        <Value
          now={formatPrice(price) ?? positions.noPrice}
          before={priceBefore === null ? null : (formatPrice(priceBefore) ?? positions.noPrice)}
        />
      </td>
      <td>
        <Value
          now={formatAmount(amount) ?? AMOUNT_TO_ORDER}
          before={amountBefore === null ? null : (formatAmount(amountBefore) ?? AMOUNT_TO_ORDER)}
        />
      </td>
    </tr>
  );
}

/** What came of a value, and what was before where it changed. */
function Value({ now, before }: { readonly now: string; readonly before: string | null }) {
  if (before === null || before === now) return now;
  return (
    <>
      {now}{' '}
      <small className="muted">
        {texts.was} {before}
      </small>
    </>
  );
}
