import { type ReactNode, useEffect, useRef } from 'react';
import type { Tick } from '../../lib/access/access-rules.ts';
import { accessStore } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/controls.tsx';

interface Props {
  readonly kind: 'role' | 'directing' | 'task';
  readonly title: string;
  /** The box of the level itself. */
  readonly box: ReactNode;
  /** What is ticked below, in short. */
  readonly summary: ReactNode;
  readonly changed: boolean;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  /** Drawn only while the level is open. */
  readonly children: () => ReactNode;
}

/** One level of the accordion: its box, its title that opens it, and below it the next level. */
export function Level({ kind, title, box, summary, changed, open, onToggle, children }: Props) {
  return (
    <li className={`level ${kind}`}>
      {box}
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          // The browser tells of every turn, also of those that were made from here.
          if (currentTarget.open !== open) onToggle(currentTarget.open);
        }}
      >
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

/** Whether a role has something to save, or is under way. */
export type Saving = 'nothing' | 'ready' | 'busy';

interface LevelButtonsProps {
  /** The level in words, for those who hear the page. */
  readonly where: string;
  readonly role: number;
  readonly roleTitle: string;
  readonly saving: Saving;
  /** A search narrows what the buttons act on. */
  readonly found: boolean;
  readonly onFill: () => void;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** «Выделить все», «Снять все» and «Сохранить» of one level; the last saves the role that the level stands in. */
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
        onClick={() => void accessStore.save(role)}
      >
        {access.save}
      </Button>
    </div>
  );
}

interface TickBoxProps {
  readonly label: string;
  readonly tick: Tick;
  /** Whether a half-ticked box counts as ticked: its next click then unticks it. */
  readonly halfIsOn?: boolean;
  readonly tabIndex?: number | undefined;
  readonly onTick: (on: boolean) => void;
}

/** A checkbox with three states; the half one is drawn and read out as such. */
export function TickBox({ label, tick, halfIsOn = true, tabIndex, onTick }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // A click of the person clears the mark, whatever comes of it.
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
        // Where nothing comes of the click, nothing is drawn anew.
        target.indeterminate = tick === 'half';
      }}
    />
  );
}
