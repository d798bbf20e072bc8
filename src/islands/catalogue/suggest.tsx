// The suggestions below the search field while a buyer types: parts, and the buyer's own last searches.
import '../../styles/popups.css';
import { useStore } from '@nanostores/react';
import { useCombobox } from 'downshift';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { AMOUNT_TO_ORDER, NO_PRICE } from '../../../rules/format/texts.ts';
import { askSuggestions } from '../../lib/catalogue/catalogue-calls.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import {
  createOwnQueries,
  type SuggestedLine,
  suggestedParts,
  suggestedQueries,
} from '../../lib/catalogue/suggestions.ts';
import { deviceMemory } from '../../lib/platform/device-memory.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { afterPause, createSuggest } from '../../lib/ui/suggest-store.ts';
import { PartArticle, PartThumbnail, PartTitle } from './PartLabel.tsx';

interface Props {
  readonly form: HTMLFormElement;
  readonly field: HTMLInputElement;
}

/** Hangs the suggestions under a search field that is already there and may already hold text. */
export function attachSuggest(form: HTMLFormElement, field: HTMLInputElement): void {
  const box = document.createElement('div');
  box.className = 'suggest';
  form.append(box);
  createRoot(box).render(<Suggest form={form} field={field} />);
}

const own = createOwnQueries(deviceMemory);

const suggest = createSuggest<SuggestedLine>(
  async (query, signal) => suggestedParts(query, await askSuggestions(query, signal), PHOTO_FOLDER),
  afterPause,
  () => suggestedQueries(own.list()),
);

/** Does what a line says: opens a card, asks for a query, shows everything, forgets the queries. */
function choose({ form, field }: Props, line: SuggestedLine): void {
  if (line.kind === 'clear') {
    own.clear();
    suggest.type('');
    field.focus();
    return;
  }
  suggest.clear();
  if (line.kind === 'part') {
    own.remember(field.value);
    location.assign(line.part.path);
    return;
  }
  if (line.kind === 'narrow') {
    own.remember(field.value);
    location.assign(line.path);
    return;
  }
  if (line.kind === 'query') field.value = line.text;
  form.requestSubmit();
}

/** What a line puts into the field while it is gone through: nothing but a query that was typed before. */
const textOf = (line: SuggestedLine | null, typed: string): string => (line?.kind === 'query' ? line.text : typed);

/** The list of suggestions; the field stays the plain one of the form and keeps whatever is typed. */
function Suggest({ form, field }: Props) {
  const items = useStore(suggest.$suggestions);
  const combobox = useCombobox<SuggestedLine>({
    items: [...items],
    id: 'suggest',
    // What was typed before this code came counts as a change.
    initialInputValue: field.defaultValue,
    itemToString: (item) => textOf(item, field.value),
    // Leaving the field or Esc must neither choose nor clear: only Enter and a click choose.
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputClick) return { ...changes, isOpen: suggest.$suggestions.get().length > 0 };
      if (type === types.InputBlur || type === types.InputKeyDownEscape) {
        return { ...state, isOpen: false, highlightedIndex: -1 };
      }
      return changes;
    },
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) suggest.type(inputValue);
    },
    onStateChange: ({ type, selectedItem }) => {
      const types = useCombobox.stateChangeTypes;
      const chosen = type === types.ItemClick || type === types.InputKeyDownEnter;
      if (chosen && selectedItem) choose({ form, field }, selectedItem);
    },
    // Each choice must count, the same one twice too.
    selectedItem: null,
  });
  const open = combobox.isOpen && items.length > 0;
  useNativeField({ form, field }, combobox, open);

  return (
    <ul {...combobox.getMenuProps({ 'aria-label': catalog.suggestions })} hidden={!open}>
      {open &&
        items.map((line, index) => (
          <li
            key={line.key}
            {...combobox.getItemProps({ item: line, index })}
            className={`of-${line.kind}${index === combobox.highlightedIndex ? ' highlighted' : ''}`}>
            <SuggestLine line={line} />
          </li>
        ))}
    </ul>
  );
}

/** What the combobox asks of its field. Its handlers read only what the browser's own events carry as well. */
interface FieldProps {
  readonly ref: (field: HTMLInputElement) => void;
  readonly onKeyDown: (event: Event) => void;
  readonly onChange: (event: Event) => void;
  readonly onBlur: (event: Event) => void;
  readonly onClick: (event: Event) => void;
  readonly 'aria-controls': string;
  readonly 'aria-activedescendant': string;
}

/** Gives the attributes and the handlers of the combobox to a field that React does not own. */
function useNativeField(
  { form, field }: Props,
  combobox: ReturnType<typeof useCombobox<SuggestedLine>>,
  open: boolean,
): void {
  const label = field.getAttribute('aria-label') ?? '';
  const props = combobox.getInputProps({ 'aria-label': label }, { suppressRefError: true }) as unknown as FieldProps;
  const now = { props, open, highlighted: combobox.highlightedIndex, close: combobox.closeMenu };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
    const active = open ? props['aria-activedescendant'] : '';
    props.ref(field);
    field.role = 'combobox';
    field.ariaAutoComplete = 'list';
    field.ariaExpanded = String(open);
    field.setAttribute('aria-controls', props['aria-controls']);
    if (active === '') field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', active);
  });
  useEffect(() => {
    const typedWhileLoading = field.value !== field.defaultValue && document.activeElement === field;
    const keydown = (event: KeyboardEvent) => {
      const { props, open, highlighted } = latest.current;
      if (event.key === 'Enter' && highlighted === -1) return;
      if (!open && !event.key.startsWith('Arrow')) return;
      props.onKeyDown(event);
    };
    const input = (event: Event) => latest.current.props.onChange(event);
    const blur = (event: Event) => latest.current.props.onBlur(event);
    const click = (event: Event) => {
      if (field.value === '') suggest.type('');
      latest.current.props.onClick(event);
    };
    const submit = () => {
      own.remember(field.value);
      suggest.clear();
      latest.current.close();
    };
    const end = new AbortController();
    const { signal } = end;
    field.addEventListener('keydown', keydown, { signal });
    field.addEventListener('input', input, { signal });
    field.addEventListener('blur', blur, { signal });
    field.addEventListener('click', click, { signal });
    form.addEventListener('submit', submit, { signal });
    if (typedWhileLoading) field.dispatchEvent(new Event('input', { bubbles: true }));
    return () => end.abort();
  }, [form, field]);
}

function SuggestLine({ line }: { line: SuggestedLine }) {
  if (line.kind === 'narrow') {
    return (
      <>
        <span className="shrinks">{line.text}</span> <small className="muted">{line.count}</small>
      </>
    );
  }
  if (line.kind !== 'part') return <span>{line.text}</span>;
  const { part } = line;
  return (
    <>
      <PartThumbnail part={part} />
      <span className="stack shrinks">
        <span className="suggest-name nowrap">
          <PartArticle pieces={part.article} /> <span className="maker">{part.maker}</span>
        </span>
        <span className="suggest-title muted nowrap">
          <PartTitle pieces={part.title} /> {part.marks && <b>{part.marks}</b>}
        </span>
      </span>
      <span className="suggest-cost stack shrinks nowrap">
        <span>{part.price || NO_PRICE}</span>
        <small className={part.amount ? 'ok-text' : 'muted'}>{part.amount || AMOUNT_TO_ORDER}</small>
      </span>
    </>
  );
}
