// The dialog of the text editor that finds a page of the site or a part of the catalogue and links to it. It stands
// outside of the form around it.
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createLinkSearch, type LinkTarget, type LinkTargets } from '../../lib/editing/editor-sources.ts';
import { linkDialog as texts } from '../../lib/editing/editor-texts.ts';
import { Combobox } from './Combobox.tsx';
import { DialogFoot } from './controls.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  readonly targets: LinkTargets;
  readonly selected: string;
  readonly onInsert: (path: string, label: string) => void;
  readonly onClose: () => void;
}

export default function LinkDialog({ targets, selected, onInsert, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const labelField = useRef<HTMLInputElement>(null);
  const [search] = useState(() => createLinkSearch(targets));
  const [found, setFound] = useState(search.$found.get());
  const [typed, setTyped] = useState('');
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const [label, setLabel] = useState(selected);
  const [error, setError] = useState('');

  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
    return search.$found.listen(setFound);
  }, [search]);

  function choose(chosen: LinkTarget) {
    setTarget(chosen);
    setError('');
    if (selected === '') setLabel(chosen.title);
    labelField.current?.focus();
  }

  function insert(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (target) return onInsert(target.path, label);
    setError(texts.choose);
    field.current?.focus();
  }

  const note = found.failed
    ? texts.failed
    : found.searching
      ? texts.searching
      : typed.trim() !== '' && found.targets.length === 0
        ? texts.nothing
        : '';
  return createPortal(
    <dialog ref={dialog} className="confirm link-dialog" aria-labelledby="link-dialog" onClose={onClose}>
      <h2 id="link-dialog">{texts.heading}</h2>
      <form noValidate onSubmit={insert} aria-labelledby="link-dialog">
        <Combobox
          label={texts.field}
          placeholder={texts.hint}
          listLabel={texts.list}
          items={found.targets}
          keyOf={({ path }) => path}
          draw={({ title, detail, kind }) => (
            <>
              <span>{title}</span>
              <span className="muted small">{[texts[kind], detail].filter(Boolean).join(', ')}</span>
            </>
          )}
          field={field}
          invalid={error !== ''}
          note={
            <p className={error ? 'combobox-note field-error' : 'combobox-note'} role="status">
              {error || note}
            </p>
          }
          onText={(text) => {
            setTyped(text);
            search.type(text);
          }}
          onChoose={choose}
        />
        {target && (
          <p className="breaks">
            {texts.address} <strong>{target.title}</strong> <span className="muted">{target.path}</span>
          </p>
        )}
        <TextField label={texts.label} hint={texts.labelHint} ref={labelField} value={label} onChange={setLabel} />
        <DialogFoot cancel={texts.cancel} submit={texts.insert} onCancel={onClose} />
      </form>
    </dialog>,
    document.body,
  );
}
