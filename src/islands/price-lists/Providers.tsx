// The screen on which administrators edit the list of suppliers: their titles, and what buyers read of their
// warehouses.
import { useCallback, useState } from 'react';
import type { ReferenceRow, SupplierTerms } from '../../../contract/catalogue/positions.ts';
import { PUBLIC_NAME_MAX } from '../../../contract/limits.ts';
import { deliveryText, stockByNumber } from '../../../rules/format/texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import * as terms from '../../lib/price-lists/supplier-terms.ts';
import { lists, providers } from '../../lib/ui/list-editor-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { Button } from '../ui/controls.tsx';
import { DataList } from '../ui/DataList.tsx';
import { useCall, useLoaded } from '../ui/hooks.ts';
import { InlineForm } from '../ui/InlineForm.tsx';
import { TextField } from '../ui/TextField.tsx';

const list = createList(referenceCalls('providers'));
const { supplierTermsTexts: texts } = terms;

export default function Providers() {
  const { value: known } = useLoaded(terms.supplierTerms.list, null);
  const about = useCallback(
    (row: ReferenceRow) =>
      known && <BuyersSee key={row.id} row={row} given={known.find(({ id }) => id === row.id) ?? noTerms(row.id)} />,
    [known],
  );
  return <DataList list={list} texts={providers} about={about} />;
}

const noTerms = (id: number): SupplierTerms => ({ id, publicName: '', deliveryFrom: null, deliveryTo: null });

/** What buyers read of a supplier, and the form that changes it. */
function BuyersSee({ row, given }: { readonly row: ReferenceRow; readonly given: SupplierTerms }) {
  const [saved, setSaved] = useState(given);
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TermsForm row={row} saved={saved} onTerms={setSaved} onClose={() => setOpen(false)} />;
  const delivery = deliveryText({ deliveryDays: saved.deliveryTo, deliveryFrom: saved.deliveryFrom });
  return (
    <span className="data-list-flag muted small">
      {texts.shown(saved.publicName || stockByNumber(row.id), delivery)}{' '}
      <Button kind="quiet" aria-label={texts.changeOf(row.title)} onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
    </span>
  );
}

interface TermsFormProps {
  readonly row: ReferenceRow;
  readonly saved: SupplierTerms;
  readonly onTerms: (terms: SupplierTerms) => void;
  readonly onClose: () => void;
}

function TermsForm({ row, saved, onTerms, onClose }: TermsFormProps) {
  const [typed, setTyped] = useState<terms.SupplierTermsForm>({
    publicName: saved.publicName,
    deliveryFrom: String(saved.deliveryFrom ?? ''),
    deliveryTo: String(saved.deliveryTo ?? ''),
  });
  const { busy, failure, run } = useCall();
  const change = (name: keyof terms.SupplierTermsForm) => (text: string) =>
    setTyped((before) => ({ ...before, [name]: text }));
  const error = failureText(failure, terms.supplierTermsErrors);

  async function submit() {
    const refused = await run(async () => {
      onTerms(await terms.supplierTerms.save(row.id, typed));
      return null;
    });
    if (refused === null) onClose();
  }

  return (
    <InlineForm
      label={texts.changeOf(row.title)}
      submit={lists.save}
      cancel={lists.cancel}
      busy={busy}
      onSubmit={() => void submit()}
      onCancel={onClose}>
      <TextField
        label={texts.name}
        hint={texts.nameHint(stockByNumber(row.id))}
        error={failure?.code === 'invalid delivery' ? '' : error}
        name="publicName"
        value={typed.publicName}
        most={PUBLIC_NAME_MAX}
        onChange={change('publicName')}
      />
      <div className="request-reach gap-0-16 stack">
        <TextField
          label={texts.from}
          hint={texts.daysHint}
          error={failure?.code === 'invalid delivery' ? error : ''}
          name="deliveryFrom"
          inputMode="numeric"
          value={typed.deliveryFrom}
          onChange={change('deliveryFrom')}
        />
        <TextField
          label={texts.to}
          name="deliveryTo"
          inputMode="numeric"
          value={typed.deliveryTo}
          onChange={change('deliveryTo')}
        />
      </div>
    </InlineForm>
  );
}
