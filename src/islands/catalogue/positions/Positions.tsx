// The screen on which administrators find, correct, hide and restore positions (offers of suppliers) of the catalogue
// by hand.
import { PositionEdit } from './PositionEdit.tsx';
import '../../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { ChosenPositions, StaffPosition } from '../../../../contract/catalogue/staff-positions.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import { POSITION_IDS_MAX } from '../../../../contract/limits.ts';
import { AMOUNT_TO_ORDER, dottedDay, formatAmount, formatPrice } from '../../../../rules/format/texts.ts';
import {
  isNarrowed,
  type PositionQuery,
  positionsCalls,
  queryOf,
  queryText,
  type ShowAction,
} from '../../../lib/catalogue/positions-calls.ts';
import { createPositions, type PositionsStore } from '../../../lib/catalogue/positions-store.ts';
import {
  bulk,
  positionErrors,
  positionFailureText,
  positions as texts,
} from '../../../lib/catalogue/positions-texts.ts';
import { failureText, leaveToAuth } from '../../../lib/platform/failure-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $router } from '../../../lib/platform/router.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Button, ConfirmButton, type Confirmed, Message } from '../../ui/controls.tsx';
import { useCall, useOnChange } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { PositionExport, PositionFilters } from './PositionFilters.tsx';
import { HistoryDialog } from './PositionHistory.tsx';

const BulkEdit = chunk(() => import('./BulkEdit.tsx'), null);

const store = createPositions(positionsCalls);

/** The positions of the catalogue for administrators, as the filters of the address have them. */
export default function Positions() {
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<{ as: 'edit' | 'history'; position: StaffPosition } | null>(null);
  useOnChange(address, () => {
    setMarked(new Set());
    void store.search(query);
  });
  const { phase, rows, first, searching } = state;
  const total = first === null || first.totalIsBound ? null : first.total;
  const ids = rows.map(({ id }) => id);
  const mark = (ids: readonly number[], isOn: boolean) => {
    const others = [...marked].filter((id) => !ids.includes(id));
    setMarked(new Set(isOn ? [...others, ...ids].slice(0, POSITION_IDS_MAX) : others));
  };
  return (
    <div className="positions">
      <p className="muted">{texts.lead}</p>
      <PositionFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.positions + queryText(wanted))}
      />
      <PositionsDone store={store} />
      <CursorFrame
        state={state}
        texts={texts}
        errors={positionErrors}
        list="records carded"
        bones={6}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}>
        {rows.length === 0 && !searching && (
          <p className="data-list-empty muted" role="status">
            {address === '' ? texts.empty : texts.nothingFound}
          </p>
        )}
        {rows.length > 0 && (
          <>
            <div className="below-12 row middle gap-8-16">
              <label className="positions-flag middle gap-8">
                <input
                  type="checkbox"
                  checked={rows.every(({ id }) => marked.has(id))}
                  onChange={({ target }) => mark(ids, target.checked)}
                />
                <span>{texts.markAll}</span>
              </label>
              <span className="muted" role="status">
                {first && texts.found(first.total, first.totalIsBound)}
              </span>
              <PositionExport query={query} />
            </div>
            <PositionActions
              store={store}
              query={query}
              marked={marked}
              total={total}
              onDone={() => setMarked(new Set())}
            />
            <ul className="records carded" aria-label={texts.list} aria-busy={searching}>
              {rows.map((position) => (
                <PositionRow
                  key={position.id}
                  position={position}
                  marked={marked.has(position.id)}
                  onMark={(isOn) => mark([position.id], isOn)}>
                  <Button
                    kind="quiet"
                    aria-label={texts.editOf(position.article || position.title)}
                    onClick={() => setOpened({ as: 'edit', position })}>
                    {texts.edit}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={texts.historyOf(position.article || position.title)}
                    onClick={() => setOpened({ as: 'history', position })}>
                    {texts.history}
                  </Button>
                </PositionRow>
              ))}
            </ul>
          </>
        )}
      </CursorFrame>
      {opened?.as === 'edit' && (
        <PositionEdit position={opened.position} store={store} onClose={() => setOpened(null)} />
      )}
      {opened?.as === 'history' && <HistoryDialog position={opened.position} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface PositionsProps {
  readonly store: PositionsStore;
}

/** The last change, and the button that undoes it. */
function PositionsDone({ store }: PositionsProps) {
  const done = useStore(store.$done);
  const { busy, failure, run, forget } = useCall();
  const refused = failureText(failure, positionErrors);
  // A refusal belongs to what was done last.
  useOnChange(done, forget);
  if (done === null) return null;
  const runId = done.action === 'undo' ? null : done.runId;

  return (
    <Message
      kind={refused ? 'error' : 'success'}
      actions={
        runId !== null && (
          <Button busy={busy} onClick={() => void run(() => store.undo(runId))}>
            {texts.undo}
          </Button>
        )
      }>
      {refused || texts.done(done)}
    </Message>
  );
}

interface PositionRowProps {
  readonly position: StaffPosition;
  readonly marked: boolean;
  readonly onMark: (marked: boolean) => void;
  readonly children: ReactNode;
}

/** One position as staff see it, with what keeps it from visitors. */
function PositionRow({ position, marked, onMark, children }: PositionRowProps) {
  const { article, title, manufacturer, brandTitle, providerTitle, hidden, isExpired } = position;
  return (
    <li className="positions-row">
      <label className="positions-mark stack">
        <input
          type="checkbox"
          aria-label={texts.mark(article, title)}
          checked={marked}
          onChange={({ target }) => onMark(target.checked)}
        />
      </label>
      <div className="positions-what">
        {hidden === HIDDEN.shown ? (
          <a className="title" href={paths.product(position.alias)}>
            {title || article}
          </a>
        ) : (
          <span className="title">{title || article}</span>
        )}
        <p className="muted small">
          <span className="mono">{article}</span> {manufacturer}
        </p>
        <p className="muted small">{[brandTitle, providerTitle].join(', ')}</p>
      </div>
      <div className="gap-4 to-end stack">
        <strong>{formatPrice(position.price) ?? texts.noPrice}</strong>
        <span>{formatAmount(position.amount) ?? AMOUNT_TO_ORDER}</span>
        <span className="muted small">{texts.confirmedOn(dottedDay(position.priceDay))}</span>
      </div>
      <div className="positions-tags row gap-4">
        {hidden === HIDDEN.byHand && <span className="tag warn">{texts.hidden}</span>}
        {hidden === HIDDEN.removed && <span className="tag warn">{texts.removed}</span>}
        {isExpired && <span className="tag">{texts.expired}</span>}
      </div>
      <div className="positions-buttons gap-0-8 row">{children}</div>
    </li>
  );
}

interface PositionActionsProps {
  readonly store: PositionsStore;
  readonly query: PositionQuery;
  readonly marked: ReadonlySet<number>;
  /** How many the filter finds; null where they were not all counted. */
  readonly total: number | null;
  readonly onDone: () => void;
}

/** What can be done with positions that are not seen as they are. */
const actionsFor = (shown = 'shown'): readonly ShowAction[] => {
  if (shown === 'shown') return ['hide', 'remove'];
  if (shown === 'hidden') return ['restore', 'remove'];
  return shown === 'removed' ? ['restore'] : ['hide', 'remove', 'restore'];
};

/** Changes, hides, removes and restores those that are marked, or all that are found, after a look or a question. */
function PositionActions({ store, query, marked, total, onDone }: PositionActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const isMarked = marked.size > 0;
  const count = isMarked ? marked.size : total;
  if (count === null || count === 0) return null;
  if (!isMarked && !isNarrowed(query)) return <p className="muted small">{texts.narrowFirst}</p>;
  const chosen: ChosenPositions = isMarked ? { ids: [...marked] } : { filter: query, expected: count };

  async function act(action: ShowAction): Promise<Confirmed> {
    const failure = await store.show(action, chosen);
    if (failure === null) {
      onDone();
      return { done: true };
    }
    if (failure.kind === 'login') leaveToAuth(failure);
    return { refused: positionFailureText(failure) };
  }

  return (
    <div className="below-12 row middle gap-8-16">
      {isMarked && <span role="status">{texts.marked(marked.size)}</span>}
      <Button onClick={() => setEditing(true)}>{isMarked ? bulk.open : bulk.openAll(count)}</Button>
      {isEditing && (
        <BulkEdit store={store} chosen={chosen} count={count} onDone={onDone} onClose={() => setEditing(false)} />
      )}
      {actionsFor(query.shown).map((action) => (
        <ConfirmButton
          key={action}
          className="button"
          question={texts.question(action, count)}
          details={texts.details(action)}
          yes={texts.act(action)}
          onConfirm={() => act(action)}>
          {isMarked ? texts.act(action) : texts.actOnAll(action, count)}
        </ConfirmButton>
      ))}
    </div>
  );
}
