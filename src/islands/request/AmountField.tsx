import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { REQUEST_AMOUNT_MAX } from '../../../contract/limits.ts';
import { readAmount } from '../../lib/request/kept-offer.ts';
import { request as texts } from '../../lib/request/request-texts.ts';

interface Props {
  /** What the quantity is of, for readers. */
  readonly name: string;
  readonly amount: number;
  readonly onAmount: (amount: number) => void;
  /** Told whether the field holds a quantity. */
  readonly onRight: (isRight: boolean) => void;
}

/** How many of an offer: what makes no sense stays in the field with a word about it, and the last quantity counts. */
export function AmountField({ name, amount, onAmount, onRight }: Props) {
  const [typed, setTyped] = useState(String(amount));
  const id = useId();
  const isRight = readAmount(typed) !== null;
  // Another tab may change it.
  useEffect(() => setTyped((before) => (readAmount(before) === amount ? before : String(amount))), [amount]);

  function type(text: string): void {
    setTyped(text);
    const next = readAmount(text);
    onRight(next !== null);
    if (next !== null) onAmount(next);
  }

  const step = (by: number) => type(String(Math.min(REQUEST_AMOUNT_MAX, Math.max(1, amount + by))));
  return (
    <div className="amount-field">
      <button
        type="button"
        className="icon-button no-print"
        aria-label={texts.lessOf(name)}
        aria-disabled={amount <= 1}
        onClick={() => step(-1)}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        aria-label={texts.amountOf(name)}
        aria-invalid={!isRight || undefined}
        aria-describedby={isRight ? undefined : `${id}-error`}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <button
        type="button"
        className="icon-button no-print"
        aria-label={texts.moreOf(name)}
        aria-disabled={amount >= REQUEST_AMOUNT_MAX}
        onClick={() => step(1)}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
      {!isRight && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {texts.amountWrong}
        </span>
      )}
    </div>
  );
}
