// The buttons below the check of a price list before its upload (CheckReport.tsx): apply, check again, back; suspicions
// must be confirmed first.
import { useId, useState } from 'react';
import { check as texts } from '../../../lib/price-lists/upload/check-store.ts';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../form-parts.tsx';

export interface ApplyWish {
  readonly notifies: boolean;
  readonly mails: boolean;
}

interface CheckActsProps {
  readonly isSuspicious: boolean;
  /** Something was changed after the check: it has to be made anew. */
  readonly isStale: boolean;
  /** Not one row would be applied. */
  readonly isUseless: boolean;
  readonly onApply: (wish: ApplyWish) => void;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

/** The ways on from a check; with suspicions only a worded confirmation lets the file through. */
export function CheckButtons({ isSuspicious, isStale, isUseless, onApply, onCheck, onBack }: CheckActsProps) {
  const [confirmed, setConfirmed] = useState(false);
  const [notifies, setNotifies] = useState(false);
  const [mails, setMails] = useState(false);
  const [asked, setAsked] = useState(false);
  const back = <Button onClick={onBack}>{texts.back}</Button>;

  if (isStale || isUseless) {
    return (
      <div className="buttons check-acts">
        {isStale && (
          <Button kind="main" onClick={onCheck}>
            {texts.again}
          </Button>
        )}
        {back}
      </div>
    );
  }

  function apply() {
    setAsked(true);
    if (!isSuspicious || confirmed) onApply({ notifies, mails });
  }

  return (
    <>
      {isSuspicious && (
        <Confirmation
          checked={confirmed}
          error={asked && !confirmed ? texts.confirmFirst : ''}
          onChange={setConfirmed}
        />
      )}
      <Wish checked={notifies} label={texts.notify} hint={texts.notifyHint} onChange={setNotifies} />
      <Wish checked={mails} label={texts.mail} hint={texts.mailHint} onChange={setMails} />
      <div className="buttons check-acts">
        <Button kind={isSuspicious ? 'danger' : 'main'} onClick={apply}>
          {texts.apply}
        </Button>
        {back}
      </div>
    </>
  );
}

interface WishProps {
  readonly checked: boolean;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (checked: boolean) => void;
}

function Wish({ checked, label, hint, onChange }: WishProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        <small className="field-hint">{hint}</small>
      </span>
    </label>
  );
}

interface ConfirmationProps {
  readonly checked: boolean;
  readonly error: string;
  readonly onChange: (checked: boolean) => void;
}

function Confirmation({ checked, error, onChange }: ConfirmationProps) {
  const id = useId();
  return (
    <div className="check-confirm below-16">
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{texts.confirm}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
