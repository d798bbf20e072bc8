import { memo } from 'react';
import type { Actions, Named } from '../../../lib/access/access-rules.ts';
import { hasMark } from '../../../lib/access/grid-rules.ts';
import { grid as texts } from '../../../lib/access/grid-texts.ts';
import { type DirectingProps, putMark } from './grid-parts.ts';
import { ManyBox } from './ManyBox.tsx';

interface Props extends Pick<DirectingProps, 'role' | 'directing' | 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly task: Named;
  readonly actions: Actions | undefined;
  readonly base: Actions | undefined;
}

/** A document type: its name, a box for the whole row, and a box for each column. */
export const GridRow = memo(function GridRow(props: Props) {
  const { role, directing, columns, ids, task, actions, base, onSet, onAsk } = props;
  const where = `${directing.title} / ${task.title}`;
  const count = actions === undefined ? 0 : actions.size + 1;
  return (
    <tr>
      <th scope="row">
        <div className="grid-name">
          <ManyBox
            tabIndex={-1}
            where={texts.whole(where)}
            scope={new Map([[directing.id, [task]]])}
            columns={ids}
            count={count}
            of={ids.length}
            onSet={onSet}
            onAsk={onAsk}
          />
          <span>{task.title}</span>
        </div>
      </th>
      {columns.map(({ id, title }) => {
        const isOn = hasMark(actions, id);
        return (
          <td key={id} className={isOn === hasMark(base, id) ? undefined : 'changed'}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`${where} / ${title}`}
              checked={isOn}
              onChange={({ target }) =>
                putMark(role, { directing: directing.id, task: task.id }, id, target.checked)
              }
            />
          </td>
        );
      })}
    </tr>
  );
});
