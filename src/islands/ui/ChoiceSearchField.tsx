// A select whose many choices are searched by typing; loaded by ChoiceSelect.tsx where there are more than the eye can
// read.
import '../../styles/widgets.css';
import { useCombobox } from 'downshift';
import { type InputHTMLAttributes, useId, useMemo, useState } from 'react';
import { type Choice, findChoices, choiceTexts as texts } from '../../lib/ui/long-lists.ts';

/** Choices that are listed at once; for another one the user types more of its name. */
const SHOWN_MAX = 50;

interface Props extends Omit<InputHTMLAttributes<HTMLElement>, 'onChange'> {
  readonly choices: readonly Choice[];
  readonly value: number | string;
  readonly onChange: (id: string) => void;
}

/** Shows what is chosen; typing searches. Only Enter on a choice and a click choose, whatever else is done keeps it. */
export default function ChoiceSearchField({ choices, value, onChange, id, ...control }: Props) {
  /** Null while nothing is looked for. */
  const [typed, setTyped] = useState<string | null>(null);
  const ownId = useId();
  const chosen = choices.find((choice) => String(choice.id) === String(value)) ?? null;
  const found = useMemo(() => findChoices(choices, typed ?? ''), [choices, typed]);
  const shown = found.slice(0, SHOWN_MAX);
  const combobox = useCombobox<Choice>({
    items: shown,
    inputId: id ?? ownId,
    itemToString: (choice) => choice?.title ?? '',
    inputValue: typed ?? chosen?.title ?? '',
    selectedItem: chosen,
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputClick) return { ...changes, isOpen: true };
      if (type === types.InputBlur || type === types.InputKeyDownEscape)
        return { ...state, isOpen: false, highlightedIndex: -1 };
      return changes;
    },
    onStateChange: ({ type, selectedItem }) => {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputBlur || type === types.InputKeyDownEscape) setTyped(null);
      if ((type !== types.ItemClick && type !== types.InputKeyDownEnter) || !selectedItem) return;
      setTyped(null);
      onChange(String(selectedItem.id));
    },
  });
  const { isOpen, highlightedIndex } = combobox;

  return (
    <div className="choice-search relative shrinks">
      <input
        {...combobox.getInputProps({
          ...(control as InputHTMLAttributes<HTMLInputElement>),
          // What is typed takes the place of what was chosen.
          onFocus: ({ currentTarget }) => currentTarget.select(),
          onChange: ({ currentTarget }) => setTyped(currentTarget.value),
          onKeyDown: (event) => {
            // Enter without a choice must not send the form that the field stands in, nor Esc close it with the list.
            if (event.key === 'Enter') event.preventDefault();
            if (event.key === 'Escape' && isOpen) {
              event.preventDefault();
              event.stopPropagation();
            }
          },
        })}
        // Its user names it.
        aria-labelledby={undefined}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.placeholder}
      />
      <div className="choice-popup" hidden={!isOpen}>
        <ul {...combobox.getMenuProps({ 'aria-label': texts.list })}>
          {isOpen &&
            shown.map((choice, index) => (
              <li
                key={choice.id}
                {...combobox.getItemProps({ item: choice, index })}
                className={index === highlightedIndex ? 'highlighted' : ''}>
                {choice.title}
              </li>
            ))}
        </ul>
        <p role="status" className="choice-note muted small">
          {isOpen && found.length === 0 && texts.none}
          {isOpen && found.length > shown.length && texts.shown(shown.length, found.length)}
        </p>
      </div>
    </div>
  );
}
