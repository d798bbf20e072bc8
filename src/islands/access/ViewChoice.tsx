import { ListTree, Table } from 'lucide-react';
import { ACCESS_VIEWS, type AccessView } from '../../lib/access/access-view.ts';
import { grid as texts } from '../../lib/access/grid-texts.ts';

const ICONS = { grid: Table, levels: ListTree };

interface Props {
  readonly view: AccessView;
  readonly onChoose: (view: AccessView) => void;
}

/** How the rights look: a table of one role, or all roles level by level. */
export function ViewChoice({ view, onChoose }: Props) {
  return (
    <fieldset className="view-choice">
      <legend className="visually-hidden">{texts.views}</legend>
      {ACCESS_VIEWS.map((one) => {
        const Icon = ICONS[one];
        return (
          <label key={one} className={one === view ? 'chosen' : ''}>
            <input
              type="radio"
              name="accessView"
              className="visually-hidden"
              checked={one === view}
              onChange={() => onChoose(one)}
            />
            <Icon size={18} aria-hidden="true" />
            {texts.view[one]}
          </label>
        );
      })}
    </fieldset>
  );
}
