// The dialog in which an administrator changes many positions at once (price, stock, brand, supplier), after a look at
// what would happen. It loads when it is opened.
import '../../../styles/catalogue-staff.css';
import { type SubmitEvent, useRef, useState } from 'react';
import type { BulkAnswer, ChosenPositions } from '../../../../contract/catalogue/staff-positions.ts';
import { ROUND_TO } from '../../../../contract/limits.ts';
import { formatNumber, formatPrice } from '../../../../rules/format/texts.ts';
import { type BulkForm, bulkChange, NO_CHANGE, withPriceBy } from '../../../lib/catalogue/bulk-form.ts';
import { positionsCalls } from '../../../lib/catalogue/positions-calls.ts';
import type { PositionsStore } from '../../../lib/catalogue/positions-store.ts';
import { positionFailureText, bulk as texts } from '../../../lib/catalogue/positions-texts.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { useCall, useLoaded } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';

interface BulkEditProps {
  readonly store: PositionsStore;
  readonly chosen: ChosenPositions;
  readonly count: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const loadOwners = async () => {
  const [brands, providers] = await Promise.all([
    positionsCalls.references('brands'),
    positionsCalls.references('providers'),
  ]);
  return { brands, providers };
};
type Owners = Awaited<ReturnType<typeof loadOwners>>;
const NO_OWNERS: Owners = { brands: [], providers: [] };

export default function BulkEdit({ store, chosen, count, onDone, onClose }: BulkEditProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [form, setForm] = useState<BulkForm>(NO_CHANGE);
  const [plan, setPlan] = useState<BulkAnswer | null>(null);
  const { value: owners } = useLoaded(loadOwners, null);
  const { busy, failure, run } = useCall();
  const type = (change: Partial<BulkForm>) => {
    setForm((typed) => ({ ...typed, ...change }));
    setPlan(null);
  };

  const isLooked = plan !== null && plan.changed > 0;

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const wish = { ...chosen, ...bulkChange(form) };
    if (!isLooked) await run(async () => setPlan(await positionsCalls.change({ ...wish, dryRun: true })));
    else if ((await run(() => store.change(wish))) === null) {
      onDone();
      dialog.current?.close();
    }
  }

  return (
    <FormDialog
      dialog={dialog}
      className="wide"
      heading={texts.heading(count)}
      cancel={texts.cancel}
      submit={isLooked ? texts.apply(plan.changed) : texts.look}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <div className="positions-fields gap-0-16 stack">
        <PriceFields form={form} onType={type} />
        <TextField
          label={texts.amount}
          hint={texts.blank}
          inputMode="decimal"
          value={form.amount}
          onChange={(amount) => type({ amount })}
        />
        {(['brand', 'provider'] as const).map((owner) => (
          <Field key={owner} label={texts[owner]}>
            {(control) => (
              <ChoiceSelect
                {...control}
                none={texts.leave}
                choices={(owners ?? NO_OWNERS)[`${owner}s`]}
                value={form[`${owner}Id`]}
                onChange={(id) => type({ [`${owner}Id`]: id })}
              />
            )}
          </Field>
        ))}
      </div>
      <div role="status">{plan && <Plan plan={plan} owners={owners ?? NO_OWNERS} />}</div>
      <div role="alert">{failure && <p className="field-error">{positionFailureText(failure)}</p>}</div>
    </FormDialog>
  );
}

interface PriceFieldsProps {
  readonly form: BulkForm;
  readonly onType: (change: Partial<BulkForm>) => void;
}

function PriceFields({ form, onType }: PriceFieldsProps) {
  return (
    <>
      <Field label={texts.price}>
        {(control) => (
          <select
            {...control}
            value={form.priceBy}
            onChange={({ target }) => onType(withPriceBy(form, target.value as BulkForm['priceBy']))}>
            {Object.entries(texts.priceBy).map(([by, text]) => (
              <option key={by} value={by}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(form.priceBy === 'set' || form.priceBy === 'percent') && (
        <TextField
          label={texts.priceValue[form.priceBy]}
          hint={form.priceBy === 'percent' ? texts.percentHint : undefined}
          value={form.price}
          onChange={(price) => onType({ price })}
        />
      )}
      {(form.priceBy === 'percent' || form.priceBy === 'round') && (
        <Field label={texts.roundTo}>
          {(control) => (
            <select {...control} value={form.roundTo} onChange={({ target }) => onType({ roundTo: target.value })}>
              {form.priceBy === 'percent' && <option value="">{texts.notRounded}</option>}
              {ROUND_TO.map((roubles) => (
                <option key={roubles} value={roubles}>
                  {texts.toRoubles(roubles)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}

/** What the change would do: its counts, and the first positions before and after. */
function Plan({ plan, owners }: { readonly plan: BulkAnswer; readonly owners: Owners }) {
  const titleIn = (list: keyof Owners, id: number) => owners[list].find((row) => row.id === id)?.title ?? String(id);
  type Stated = BulkAnswer['samples'][number]['before'];
  const facts: readonly ((stated: Stated) => string)[] = [
    ({ price }) => formatPrice(price) ?? texts.noPrice,
    ({ amount }) => texts.pieces(formatNumber(amount)),
    ({ brandId }) => titleIn('brands', brandId),
    ({ providerId }) => titleIn('providers', providerId),
  ];
  return (
    <div>
      <p>
        <strong>{texts.plan(plan)}</strong>
      </p>
      <ul>
        {plan.samples.map(({ id, article, title, before, after }) => (
          <li key={id}>
            <span className="mono">{article}</span> {title}:{' '}
            {facts
              .map((textOf) => [textOf(before), textOf(after)])
              .filter(([from, to]) => from !== to)
              .map(([from, to]) => `${from} → ${to}`)
              .join(', ')}
          </li>
        ))}
      </ul>
      {plan.changed > plan.samples.length && <p className="muted small">{texts.shownFirst(plan.samples.length)}</p>}
    </div>
  );
}
