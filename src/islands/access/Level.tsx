// What accordions and table of rights share: one row (box, title that opens it, the level below), its boxes and
// buttons, and the form that copies rights from another role.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import * as accessRules from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Button } from '../ui/controls.tsx';

interface LevelProps {
  readonly kind: 'role' | 'directing' | 'task';
  readonly title: string;
  readonly box: ReactNode;
  readonly summary: ReactNode;
  readonly changed: boolean;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  /** Drawn only while the level is open. */
  readonly children: () => ReactNode;
}

/** One level of the accordion of rights: its box, its title, which opens it, and the next level below. */
export function Level({ kind, title, box, summary, changed, open, onToggle, children }: LevelProps) {
  return (
    <li className={`level ${kind}`}>
      {box}
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          // The browser reports each toggle, those by `open` too.
          if (currentTarget.open !== open) onToggle(currentTarget.open);
        }}>
        <summary>
          <span className="level-title breaks shrinks">
            {title}
            {changed && (
              <span className="level-changed" title={access.changed}>
                <span className="visually-hidden">, {access.changed}</span>
              </span>
            )}
          </span>
          {summary && <span className="level-summary gap-4-8 to-end row middle muted small">{summary}</span>}
        </summary>
        {open && <div className="level-body">{children()}</div>}
      </details>
    </li>
  );
}

export type Saving = 'nothing' | 'ready' | 'busy';

interface LevelButtonsProps {
  /** The level in words, for screen readers. */
  readonly where: string;
  readonly role: number;
  readonly roleTitle: string;
  readonly saving: Saving;
  /** The buttons act on the results of a search only. */
  readonly found: boolean;
  readonly onFill: () => void;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** «Выделить все», «Снять все» and «Сохранить» of one level; the last saves the role of the level. */
export function LevelButtons({ where, role, roleTitle, saving, found, onFill, onClear, children }: LevelButtonsProps) {
  const [fill, clear] = found ? [access.fillFound, access.clearFound] : [access.fill, access.clear];
  return (
    <div className="level-buttons gap-4-12 row middle">
      <Button kind="quiet" aria-label={access.of(fill, where)} onClick={onFill}>
        {fill}
      </Button>
      <Button kind="quiet" aria-label={access.of(clear, where)} onClick={onClear}>
        {clear}
      </Button>
      {children}
      <Button
        className="level-save dense"
        aria-label={access.saveRole(roleTitle, where)}
        aria-disabled={saving === 'nothing' || undefined}
        busy={saving === 'busy'}
        onClick={() => void accessStore.save(role)}>
        {access.save}
      </Button>
    </div>
  );
}

interface TickBoxProps {
  readonly label: string;
  readonly tick: accessRules.Tick;
  /** Whether a half-ticked box counts as ticked: its next click then unticks it. */
  readonly halfIsOn?: boolean;
  readonly tabIndex?: number | undefined;
  readonly onTick: (on: boolean) => void;
}

export function TickBox({ label, tick, halfIsOn = true, tabIndex, onTick }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // A click clears the mark, whatever its outcome.
  useEffect(() => {
    if (box.current) box.current.indeterminate = tick === 'half';
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      tabIndex={tabIndex}
      checked={tick === 'on' || (halfIsOn && tick === 'half')}
      onChange={({ target }) => {
        onTick(target.checked);
        // A click without an outcome causes no render.
        target.indeterminate = tick === 'half';
      }}
    />
  );
}

export function CopyRights({
  role,
  others,
}: {
  readonly role: accessRules.Named;
  readonly others: readonly accessRules.Named[];
}) {
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const id = useId();

  function copy() {
    const from = others.find((other) => String(other.id) === chosen);
    if (!from) return;
    const { current } = accessStore.$access.get();
    accessStore.change(role.id, () => current.get(from.id) ?? accessRules.NO_RIGHTS);
    setSaid(access.copied(from.title, role.title));
  }

  return (
    <div className="copy-rights gap-8-12 row middle shrinks">
      <label htmlFor={id}>{access.copyFrom}</label>
      <ChoiceSelect id={id} none={access.copyChoose} choices={others} value={chosen} onChange={setChosen} />
      <Button aria-label={access.of(access.copy, role.title)} aria-disabled={chosen === '' || undefined} onClick={copy}>
        {access.copy}
      </Button>
      <p role="status" className={said ? 'ok-text small' : 'visually-hidden'}>
        {said}
      </p>
    </div>
  );
}

interface StandingBoxesProps {
  readonly role: accessRules.Named;
  readonly rights: accessRules.Rights;
  readonly isGroup?: boolean;
}

export function StandingBoxes({ role, rights, isGroup = false }: StandingBoxesProps) {
  const held = accessRules.standingOf(rights);
  const boxes = (
    <ul className="level-actions gap-4-20 row">
      {STANDING_ROWS.map(({ id, title }) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              checked={held.has(id)}
              onChange={({ target: { checked } }) =>
                accessStore.change(role.id, (now) => accessRules.tickStanding(now, id, checked))
              }
            />
            {title}
          </label>
        </li>
      ))}
    </ul>
  );
  if (!isGroup) return boxes;
  return (
    <fieldset className="grid-standing gap-4-16 below-12 row middle">
      <legend>{access.noDirection}</legend>
      {boxes}
    </fieldset>
  );
}
