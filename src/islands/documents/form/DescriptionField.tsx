// The optional explanatory note in the form of a document: hidden until it is opened or has text; an empty one can be
// closed again.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { documentForm as texts } from '../../../lib/documents/form-texts.ts';
import { siteLinks } from '../../../lib/pages/site-links.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Button } from '../../ui/controls.tsx';
import { MarkdownEditor } from '../../ui/MarkdownEditor.tsx';

interface DescriptionFieldProps {
  /** What Ctrl+Enter does in the field. */
  readonly keys: string;
  readonly value: string;
  readonly error: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

export function DescriptionField({ keys, value, error, onChange, onSubmit }: DescriptionFieldProps) {
  const { lang, docflow: words } = useStore($portalWords);
  const [wanted, setWanted] = useState(value !== '');
  const box = useRef<HTMLDivElement>(null);
  const toFocus = useRef('');
  const shown = wanted || value !== '' || error !== '';

  useEffect(() => {
    if (toFocus.current === '') return;
    box.current?.querySelector<HTMLElement>(toFocus.current)?.focus();
    toFocus.current = '';
  });

  function toggle(next: boolean) {
    toFocus.current = next ? 'textarea' : 'button';
    setWanted(next);
  }

  return (
    <div ref={box} className="document-note below-20">
      {shown ? (
        <>
          <MarkdownEditor
            label={texts.note}
            name="description"
            value={value}
            error={error}
            links={siteLinks}
            keys={keys}
            onChange={onChange}
            onSubmit={onSubmit}
          />
          {value === '' && (
            <Button kind="quiet" onClick={() => toggle(false)}>
              <X aria-hidden="true" />
              {texts.closeNote}
            </Button>
          )}
        </>
      ) : (
        <Button kind="quiet" lang={lang} onClick={() => toggle(true)}>
          <Plus aria-hidden="true" />
          {words.addNote}
        </Button>
      )}
    </div>
  );
}
