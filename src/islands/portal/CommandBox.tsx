// A field with a list of commands (open a page, create, find), used by the dialog of commands and the search of the
// staff's bar.
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import { $profile, loadProfile } from '../../lib/accounts/own-profile.ts';
import { $recentTypes, loadRecentTypes } from '../../lib/documents/recent-types.ts';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router } from '../../lib/platform/router.ts';
import * as commandList from '../../lib/portal/commands.ts';
import { $portalViewer } from '../../lib/portal/viewer.ts';
import { useOnChange } from '../ui/hooks.ts';

const { commands: texts } = commandList;

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly items: readonly commandList.Command[];
  readonly open: boolean;
  readonly said: string;
  readonly field?: Ref<HTMLInputElement>;
  /** The key that focuses the field, shown in it. */
  readonly shortcut?: string;
  readonly onText: (text: string) => void;
  readonly onRun: (command: commandList.Command) => void;
  readonly onEscape?: () => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A field with a list of commands: arrows choose, Enter runs, Esc leaves. The first command is preselected. */
export function CommandBox(props: Props) {
  const { label, placeholder, text, items, open, said, field, shortcut, onText, onRun } = props;
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const at = Math.min(chosen, items.length - 1);
  const shown = open && items.length > 0;

  // A choice belongs to the list it was made in.
  useOnChange(text, () => setChosen(0));
  useEffect(() => {
    if (shown) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at, shown]);

  function press(event: KeyboardEvent) {
    const { key } = event;
    const item = items[at];
    if (key === 'Escape') props.onEscape?.();
    else if (key === 'Enter' && shown && item) onRun(item);
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && items.length > 0)
      setChosen((at + (key === 'ArrowDown' ? 1 : items.length - 1)) % items.length);
    else return;
    if (key !== 'Escape') event.preventDefault();
  }

  return (
    <>
      <div className="command-field relative">
        <input
          ref={field}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown ? `${id}-${at}` : undefined}
          aria-keyshortcuts={shortcut}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          onKeyDown={press}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
        />
        {shortcut && keysHint(shortcut) && (
          <span className="command-key" aria-hidden="true">
            {shortcut}
          </span>
        )}
      </div>
      <div id={`${id}-list`} className="command-list" role="listbox" aria-label={texts.list} hidden={!shown}>
        {shown &&
          items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(item)}>
              <span className="breaks" lang={item.lang}>
                {item.label}
              </span>
              <span className="muted fine rigid">{texts.kinds[item.kind]}</span>
            </div>
          ))}
      </div>
      <p role="status" className="visually-hidden">
        {shown ? said : ''}
      </p>
    </>
  );
}

/** The commands for the typed text, with entries of the services; the profile is loaded once the field is `used`. */
export function useCommands(searchFirst: boolean, used: boolean) {
  useEffect(() => {
    if (used && !$profile.get()) loadProfile().catch(() => {});
  }, [used]);
  const viewer = useStore($portalViewer);
  const { mayCreate } = viewer;
  useEffect(() => {
    if (used && mayCreate) void loadRecentTypes();
  }, [used, mayCreate]);
  const [text, setText] = useState('');
  const [entries] = useState(() =>
    commandList.createEntries((asked, signal) => commandList.findEntries(asked, $portalViewer.get(), signal)),
  );
  const { found, failed } = useStore(entries.$entries);
  const words = useStore($portalWords);
  const scope = commandList.scopeOf(useStore($router)?.route, viewer);
  const recent = useStore($recentTypes);
  const items = commandList.commandsFor({ text, scope, viewer, words, found, recent }, searchFirst);

  function type(next: string) {
    setText(next);
    entries.type(next);
  }

  return {
    text,
    type,
    items,
    scope,
    said: failed ? texts.failed : texts.found(items.filter(({ kind }) => kind !== 'search').length),
  };
}
