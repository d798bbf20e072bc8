// How price and stock of one position changed, as a chart and a table, for administrators: on its card and in their
// list.
import '../../../styles/catalogue-staff.css';
import { useRef, useState } from 'react';
import type { PositionChange, StaffPosition } from '../../../../contract/catalogue/staff-positions.ts';
import { AMOUNT_TO_ORDER, formatAmount, formatDay, formatMoment, formatPrice } from '../../../../rules/format/texts.ts';
import { positionsCalls } from '../../../lib/catalogue/positions-calls.ts';
import { positions, history as texts } from '../../../lib/catalogue/positions-texts.ts';
import { site } from '../../../lib/platform/site.ts';
import { Button, Failed } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useLoaded } from '../../ui/hooks.ts';
import { ListSkeleton } from '../../ui/ListFrame.tsx';

/** How price and stock of a position came to what they are: a line, and a table that says the same and more. */
function PositionHistory({ id }: { readonly id: number }) {
  const { value, failure, again } = useLoaded(positionsCalls.history, id);
  if (failure)
    return (
      <Failed failure={failure} onAgain={() => void again()}>
        {texts.failed}
      </Failed>
    );
  if (!value) return <ListSkeleton loading={texts.loading} list="records carded" count={2} />;
  const { changes } = value;
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
    <figure className="position-chart below-12">
      <svg
        role="img"
        aria-label={texts.chart(day(line.from), day(line.to), price(line.low), price(line.high))}
        viewBox={`-4 -4 ${SIZE.width + 8} ${SIZE.height + 8}`}
        preserveAspectRatio="none">
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
  const what = [texts.kinds[kind], undoes === null ? fileName : texts.undid(undoes), isCreated ? texts.created : ''];
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
      </td>
      <td className="breaks">{what.filter(Boolean).join(', ')}</td>
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

interface Props {
  readonly position: StaffPosition;
  readonly onClose: () => void;
}

export function HistoryDialog({ position, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog dialog={dialog} className="wide" heading={texts.heading} onClose={onClose}>
      <p className="muted">
        <span className="mono">{position.article}</span> {position.title}
      </p>
      <PositionHistory id={position.id} />
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}

/** The history of a position on its card, for staff; asked for when it is opened. */
export default function CardHistory({ id }: { readonly id: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card-history shrinks" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.heading}</summary>
      {isOpen && <PositionHistory id={id} />}
    </details>
  );
}

/** A price over time as points of a drawing; the line keeps its height until the next change. */
interface PriceLine {
  /** `x,y` pairs for a polyline. */
  readonly points: string;
  readonly low: number;
  readonly high: number;
  /** The first and the last moment, ISO. */
  readonly from: string;
  readonly to: string;
}

/** The line of prices within a box; null where there are not two moments to draw. `changes` are the newest first. */
function priceLine(
  changes: readonly PositionChange[],
  { width, height }: { readonly width: number; readonly height: number },
): PriceLine | null {
  const steps = changes.map(({ at, price }) => ({ at: Date.parse(at), price: Number(price) })).reverse();
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last || first.at === last.at) return null;
  const prices = steps.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const x = (at: number): number => Math.round(((at - first.at) / (last.at - first.at)) * width);
  const y = (price: number): number =>
    high === low ? Math.round(height / 2) : Math.round(height - ((price - low) / (high - low)) * height);
  const points = steps.flatMap(({ at, price }, index) => {
    const before = steps[index - 1];
    return [...(before ? [`${x(at)},${y(before.price)}`] : []), `${x(at)},${y(price)}`];
  });
  return {
    points: points.join(' '),
    low,
    high,
    from: new Date(first.at).toISOString(),
    to: new Date(last.at).toISOString(),
  };
}
