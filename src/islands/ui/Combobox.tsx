// A field that searches the server while the user types and hands on what is chosen (a person, a page), by Enter or a
// click. Choices of a known list: ChoiceSelect.tsx.
import { useCombobox } from 'downshift';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';

interface Props<T> {
  readonly label: string;
  readonly placeholder?: string;
  readonly listLabel: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly draw: (item: T) => ReactNode;
  /** Stands under the field while something is typed: what is being done, that nothing was found, what failed. */
  readonly note?: ReactNode;
  readonly field?: Ref<HTMLInputElement>;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly onText: (text: string) => void;
  readonly onChoose: (item: T) => void;
}

export function Combobox<T>(props: Props<T>) {
  const { label, placeholder, listLabel, items, keyOf, draw, note, field, describedBy, invalid } = props;
  const { onText, onChoose } = props;
  const [text, setText] = useState('');
  const id = useId();

  function type(next: string) {
    setText(next);
    onText(next);
  }

  const combobox = useCombobox<T>({
    items: [...items],
    inputId: id,
    itemToString: () => text,
    inputValue: text,
    // Each choice counts, the same one twice too.
    selectedItem: null,
    stateReducer: (state, { type: change, changes }) => {
      const types = useCombobox.stateChangeTypes;
      if (change === types.InputClick) return { ...changes, isOpen: items.length > 0 };
      if (change === types.InputBlur || change === types.InputKeyDownEscape)
        return { ...state, isOpen: false, highlightedIndex: -1 };
      return changes;
    },
    onStateChange: ({ type: change, selectedItem }) => {
      const types = useCombobox.stateChangeTypes;
      if ((change !== types.ItemClick && change !== types.InputKeyDownEnter) || !selectedItem) return;
      type('');
      onChoose(selectedItem);
    },
  });
  const open = combobox.isOpen && items.length > 0 && text.trim() !== '';

  function press(event: KeyboardEvent) {
    // Enter without a choice must not send the form that the field stands in.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
    if (event.key === 'Escape' && !open && text !== '') type('');
  }

  return (
    <div className="combobox">
      <label {...combobox.getLabelProps()} htmlFor={id}>
        {label}
      </label>
      <div className="combobox-field relative">
        <input
          {...combobox.getInputProps({
            ref: field,
            onKeyDown: press,
            // A return to the field because nothing was chosen shows the choices at once.
            onFocus: () => invalid && items.length > 0 && combobox.openMenu(),
            'aria-expanded': open,
            onChange: ({ currentTarget }) => type(currentTarget.value),
          })}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
        />
        <ul {...combobox.getMenuProps({ 'aria-label': listLabel })} hidden={!open}>
          {open &&
            items.map((item, index) => (
              <li
                key={keyOf(item)}
                {...combobox.getItemProps({ item, index })}
                className={index === combobox.highlightedIndex ? 'highlighted' : ''}>
                {draw(item)}
              </li>
            ))}
        </ul>
      </div>
      {text.trim() !== '' && note}
    </div>
  );
}
