import { LayoutGrid, Rows3 } from 'lucide-react';
import { chooseLayout, LAYOUTS, type Layout } from '../../../lib/docflow/list-layout.ts';
import { listTexts as texts } from '../../../lib/docflow/list-texts.ts';

const ICONS = { table: Rows3, cards: LayoutGrid };

/** How the list looks: close rows, or cards with what the documents say. */
export function LayoutSwitch({ layout }: { readonly layout: Layout }) {
  return (
    <fieldset className="list-layout">
      <legend className="visually-hidden">{texts.layout}</legend>
      {LAYOUTS.map((one) => {
        const Icon = ICONS[one];
        return (
          <label key={one} title={texts.layouts[one]} className={one === layout ? 'chosen' : ''}>
            <input
              type="radio"
              name="layout"
              className="visually-hidden"
              checked={one === layout}
              onChange={() => chooseLayout(one)}
            />
            <Icon size={18} aria-hidden="true" />
            <span className="visually-hidden">{texts.layouts[one]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
