// The field in which staff write note markup (pages, slides, documents), with toolbar and live preview: side by side,
// or one at a time where there is no room.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { LinkTargets, PictureLibrary } from '../../lib/editing/editor-sources.ts';
import { markupField, markupStubs } from '../../lib/editing/editor-texts.ts';
import { levelsDown, markupHtml, partAt, placedParts } from '../../lib/markdown/markup.ts';
import * as edits from '../../lib/markdown/markup-edit.ts';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { chunk } from './chunk.tsx';
import { Field } from './controls.tsx';
import { Markdown } from './Markdown.tsx';
import { MarkupToolbar } from './MarkupToolbar.tsx';

interface MarkdownEditorProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly value: string;
  readonly error?: string;
  readonly tall?: boolean;
  /** What Ctrl+Enter does, where it is more than a save. */
  readonly keys?: string;
  /** Where pictures come from and go to; without it only an address is taken. */
  readonly pictures?: PictureLibrary;
  /** What links may lead to inside of the site; without it a name is typed. */
  readonly links?: LinkTargets;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

const ImageDialog = chunk(() => import('./ImageDialog.tsx'), null);
const LinkDialog = chunk(() => import('./LinkDialog.tsx'), null);

/** Keys by their place on the keyboard: the layout may be Russian. */
const SHORTCUTS: Readonly<Record<string, edits.Markup>> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' };

export function MarkdownEditor(props: MarkdownEditorProps) {
  const {
    label,
    name,
    value,
    error,
    tall = false,
    keys = markupField.keys,
    pictures,
    links,
    onChange,
    onSubmit,
  } = props;
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

  function markUp(kind: edits.Markup) {
    if (kind === 'image' || (kind === 'internal' && links)) setInserting(kind);
    else if (field.current)
      edits.applyEdit(field.current, edits.markupEdit(kind, selection(field.current), markupStubs));
  }

  function insert(edit: (selected: edits.Selection) => edits.Edit) {
    setInserting(null);
    // The dialog gives the focus back first.
    requestAnimationFrame(() => {
      if (field.current) edits.applyEdit(field.current, edit(selection(field.current)));
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
    <Field label={label} error={error} hint={keysHint(keys)}>
      {(control) => (
        <div className={tall ? 'markup tall' : 'markup'} data-pane={pane}>
          <div className="markup-head row apart gap-4-12">
            <MarkupToolbar controls={control.id} onMarkup={markUp} />
            <PaneTabs id={id} pane={pane} onPane={setPane} />
          </div>
          <div className="markup-body stack">
            <div id={`${id}-write`} role="tabpanel" aria-labelledby={`${id}-write-tab`} className="markup-write stack">
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
              className="markup-preview">
              <Preview text={value} cursor={cursor} />
            </div>
          </div>
          {inserting === 'image' && (
            <ImageDialog
              library={pictures}
              onInsert={(address, alt) => insert((selected) => edits.imageEdit(selected, address, alt))}
              onClose={() => setInserting(null)}
            />
          )}
          {inserting === 'internal' && links && (
            <LinkDialog
              targets={links}
              selected={selectedText()}
              onInsert={(path, shown) => insert((selected) => edits.pageEdit(selected, path, shown))}
              onClose={() => setInserting(null)}
            />
          )}
        </div>
      )}
    </Field>
  );
}

type Pane = 'write' | 'preview';

interface PaneTabsProps {
  /** Beginning of the ids of the tabs and of what they show. */
  readonly id: string;
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

const PANES: readonly Pane[] = ['write', 'preview'];

/** Chooses between text and preview; seen only where both do not fit side by side. */
function PaneTabs({ id, pane, onPane }: PaneTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = pane === 'write' ? 'preview' : 'write';
    onPane(other);
    list.current?.querySelector<HTMLElement>(`[data-pane="${other}"]`)?.focus();
  }

  return (
    <div ref={list} role="tablist" className="markup-panes line gap-4" aria-label={markupField.panes} onKeyDown={walk}>
      {PANES.map((one) => (
        <button
          key={one}
          id={`${id}-${one}-tab`}
          type="button"
          role="tab"
          data-pane={one}
          aria-controls={`${id}-${one}`}
          aria-selected={one === pane}
          tabIndex={one === pane ? 0 : -1}
          onClick={() => onPane(one)}>
          {markupField[one]}
        </button>
      ))}
    </div>
  );
}

interface PreviewProps {
  readonly text: string;
  /** Where the cursor stands in the text; the preview scrolls to what is edited there. */
  readonly cursor: number;
}

/** Pause in the typing after which the preview follows, ms. */
const FOLLOW_MS = 150;
const HIGHEST = 2;

/** How a text that is being typed will look; the part where the cursor stands is marked and in sight. */
function Preview({ text, cursor }: PreviewProps) {
  const [shown, setShown] = useState(text);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const parts = useMemo(() => placedParts(shown), [shown]);
  const down = useMemo(() => levelsDown(HIGHEST, markupHtml(shown)), [shown]);
  const current = partAt(parts, cursor);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may have moved the part
  useEffect(() => {
    const pane = box.current?.parentElement;
    const part = box.current?.children[current];
    if (!pane || !part) return;
    const [around, own] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
    const isInSight = own.top >= around.top && own.bottom <= around.bottom;
    // Only the pane scrolls, never the page around it.
    if (!isInSight) pane.scrollTop += own.top - around.top - Math.max(0, (around.height - own.height) / 3);
  }, [current, shown]);

  if (parts.length === 0) return <p className="muted">{markupField.previewEmpty}</p>;
  return (
    <div ref={box} className="preview-parts">
      {parts.map((part, at) => (
        <Markdown
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
          key={at}
          text={part.text}
          down={down}
          className={at === current ? 'preview-part current' : 'preview-part'}
        />
      ))}
    </div>
  );
}
