import type { ReactNode } from 'react';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';
import { accessStore } from './access-store.ts';

/** Whether a role has something to save, or is under way. */
export type Saving = 'nothing' | 'ready' | 'busy';

interface Props {
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
export function LevelButtons({ where, role, roleTitle, saving, found, onFill, onClear, children }: Props) {
  const [fill, clear] = found ? [access.fillFound, access.clearFound] : [access.fill, access.clear];
  return (
    <div className="level-buttons">
      <Button kind="quiet" aria-label={access.of(fill, where)} onClick={onFill}>
        {fill}
      </Button>
      <Button kind="quiet" aria-label={access.of(clear, where)} onClick={onClear}>
        {clear}
      </Button>
      {children}
      <Button
        className="level-save"
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
