import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { clearsMarks } from '../../../lib/docflow/document-change.ts';
import type { DocumentForm } from '../../../lib/docflow/form-store.ts';
import { signatoriesField as texts } from '../../../lib/docflow/form-texts.ts';
import type { WaitingFile } from '../../../lib/docflow/waiting-store.ts';
import { askedAfter } from '../../../lib/docflow/who-is-asked.ts';

interface Props {
  readonly form: DocumentForm;
  /** Recipients are asked when the acceptors are done. */
  readonly ordered: boolean;
}

const NO_FILES = atom<readonly WaitingFile[]>([]);

/** Says before a save whom the document will ask, and in which order. */
export function WhoIsAsked({ form, ordered }: Props) {
  const { value } = useStore(form.$editing);
  const stored = useStore(form.$document);
  const files = useStore(form.upload.$files);
  const removed = useStore(form.$removed);
  const waiting = useStore(form.files?.$waiting ?? NO_FILES);
  const clears = clearsMarks(stored, value, files.length + waiting.length + removed.length);
  const said = texts.willAsk(askedAfter(value, { stored, ordered, clears }));
  return (
    <p className="document-asked" role="status">
      {said}
    </p>
  );
}
