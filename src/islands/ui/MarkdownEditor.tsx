import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { PictureLibrary } from '../../lib/content/known-pictures.ts';
import { applyEdit } from '../../lib/editing/apply-edit.ts';
import { markupField, markupStubs } from '../../lib/editing/editor-texts.ts';
import type { LinkTargets } from '../../lib/editing/link-targets.ts';
import {
  type Edit,
  imageEdit,
  type Markup,
  markupEdit,
  pageEdit,
  type Selection,
} from '../../lib/editing/markup-edit.ts';
import { chunk } from './chunk.tsx';
import { Field } from './Field.tsx';
import { MarkupToolbar } from './MarkupToolbar.tsx';
import { type Pane, PaneTabs } from './PaneTabs.tsx';
import { Preview } from './Preview.tsx';

interface Props {
  readonly label: ReactNode;
  readonly name: string;
  readonly value: string;
  readonly error?: string;
  /** Takes the height of the window. */
  readonly tall?: boolean;
  /** Where pictures come from and go to; without it only an address is taken. */
  readonly pictures?: PictureLibrary;
  /** What links may lead to inside of the site; without it a name is typed. */
  readonly links?: LinkTargets;
  readonly onChange: (value: string) => void;
  /** Ctrl+Enter in the field. */
  readonly onSubmit: () => void;
}

const ImageDialog = chunk(() => import('./ImageDialog.tsx'), null);
const LinkDialog = chunk(() => import('./LinkDialog.tsx'), null);

/** Keys by their place on the keyboard: the layout may be Russian. */
const SHORTCUTS: Readonly<Record<string, Markup>> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' };

/** A field for note markup with its toolbar and a live preview: side by side, or one at a time where there is no room. */
export function MarkdownEditor(props: Props) {
  const { label, name, value, error, tall = false, pictures, links, onChange, onSubmit } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [pane, setPane] = useState<Pane>('write');
  const [inserting, setInserting] = useState<'image' | 'internal' | null>(null);
  const [cursor, setCursor] = useState(0);
  const id = useId();

  const selection = (area: HTMLTextAreaElement) => ({
    text: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
  });

  function markUp(kind: Markup) {
    if (kind === 'image' || (kind === 'internal' && links)) setInserting(kind);
    else if (field.current) applyEdit(field.current, markupEdit(kind, selection(field.current), markupStubs));
  }

  function insert(edit: (selected: Selection) => Edit) {
    setInserting(null);
    // The dialog gives the focus back first.
    requestAnimationFrame(() => {
      if (field.current) applyEdit(field.current, edit(selection(field.current)));
    });
  }

  function selectedText(): string {
    const area = field.current;
    return area ? area.value.slice(area.selectionStart, area.selectionEnd) : '';
  }

  function press(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const kind = SHORTCUTS[event.code];
    if (event.key === 'Enter') onSubmit();
    else if (kind) markUp(kind);
    else return;
    event.preventDefault();
  }

  return (
    <Field label={label} error={error} hint={markupField.keys}>
      {(control) => (
        <div className={tall ? 'markup tall' : 'markup'} data-pane={pane}>
          <div className="markup-head">
            <MarkupToolbar controls={control.id} onMarkup={markUp} />
            <PaneTabs id={id} pane={pane} onPane={setPane} />
          </div>
          <div className="markup-body">
            <div
              id={`${id}-write`}
              role="tabpanel"
              aria-labelledby={`${id}-write-tab`}
              className="markup-write"
            >
              <textarea
                {...control}
                ref={field}
                name={name}
                value={value}
                spellCheck
                onChange={({ target }) => onChange(target.value)}
                onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
                onKeyDown={press}
              />
            </div>
            <div
              id={`${id}-preview`}
              role="tabpanel"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview is scrolled by keyboard too
              tabIndex={0}
              aria-labelledby={`${id}-preview-tab`}
              className="markup-preview"
            >
              <Preview text={value} cursor={cursor} />
            </div>
          </div>
          {inserting === 'image' && (
            <ImageDialog
              library={pictures}
              onInsert={(address, alt) => insert((selected) => imageEdit(selected, address, alt))}
              onClose={() => setInserting(null)}
            />
          )}
          {inserting === 'internal' && links && (
            <LinkDialog
              targets={links}
              selected={selectedText()}
              onInsert={(path, shown) => insert((selected) => pageEdit(selected, path, shown))}
              onClose={() => setInserting(null)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
