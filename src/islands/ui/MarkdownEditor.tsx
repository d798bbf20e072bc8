import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { applyEdit } from '../../lib/editing/apply-edit.ts';
import { markupField, markupStubs } from '../../lib/editing/editor-texts.ts';
import { imageEdit, type Markup, markupEdit } from '../../lib/editing/markup-edit.ts';
import { Field } from './Field.tsx';
import { ImageDialog, type KnownPicture } from './ImageDialog.tsx';
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
  /** Pictures that the site has already, for the dialog that puts one in. */
  readonly pictures?: () => Promise<readonly KnownPicture[]>;
  readonly onChange: (value: string) => void;
  /** Ctrl+Enter in the field. */
  readonly onSubmit: () => void;
}

/** Keys by their place on the keyboard: the layout may be Russian. */
const SHORTCUTS: Readonly<Record<string, Markup>> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' };

/** A field for note markup with its toolbar and a live preview: side by side, or one at a time where there is no room. */
export function MarkdownEditor(props: Props) {
  const { label, name, value, error, tall = false, pictures, onChange, onSubmit } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [pane, setPane] = useState<Pane>('write');
  const [inserting, setInserting] = useState(false);
  const id = useId();

  const selection = (area: HTMLTextAreaElement) => ({
    text: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
  });

  function markUp(kind: Markup) {
    if (kind === 'image') setInserting(true);
    else if (field.current) applyEdit(field.current, markupEdit(kind, selection(field.current), markupStubs));
  }

  function insertImage(address: string, alt: string) {
    setInserting(false);
    // The dialog gives the focus back first.
    requestAnimationFrame(() => {
      if (field.current) applyEdit(field.current, imageEdit(selection(field.current), address, alt));
    });
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
              <Preview text={value} />
            </div>
          </div>
          {inserting && (
            <ImageDialog pictures={pictures} onInsert={insertImage} onClose={() => setInserting(false)} />
          )}
        </div>
      )}
    </Field>
  );
}
