import { useStore } from '@nanostores/react';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { DOCUMENT_ACCEPT, sharesOf } from '../../../lib/docflow/document-files.ts';
import type { DocumentForm } from '../../../lib/docflow/form-store.ts';
import { filesField as texts } from '../../../lib/docflow/form-texts.ts';
import { DropZone } from '../../ui/DropZone.tsx';
import { useFreshLinks } from '../use-fresh-links.ts';
import { AttachedFile } from './AttachedFile.tsx';
import { NewFileRow } from './NewFileRow.tsx';

interface Props {
  readonly form: DocumentForm;
  readonly error: string;
  /** What was done last: what was chosen twice, what was removed. */
  readonly said: string;
  readonly onSaid: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The files of a document: those it has, those that are chosen, and the field for more. */
export function FilesField({ form, error, said, onSaid, onFiles }: Props) {
  const document = useStore(form.$document);
  const files = useStore(form.upload.$files);
  const sent = useStore(form.$sent);
  const removed = useStore(form.$removed);
  const field = useRef<HTMLInputElement>(null);
  const shares =
    sent &&
    sharesOf(
      files.map(({ file }) => file.size),
      sent,
    );

  useFreshLinks(form.freshenLinks);

  function toggle(fileName: string, originalName: string) {
    form.toggleRemoved(fileName);
    onSaid(removed.includes(fileName) ? texts.kept(originalName) : texts.removed(originalName));
  }

  const attached = document?.files ?? [];
  return (
    <div className="document-files">
      {document && attached.length > 0 && (
        <>
          <h2 id="attached-files">{texts.attached}</h2>
          <ul className="file-list" aria-labelledby="attached-files">
            {attached.map((file) => (
              <AttachedFile
                key={file.fileName}
                file={file}
                isRemoved={removed.includes(file.fileName)}
                onToggle={() => toggle(file.fileName, file.originalName)}
              />
            ))}
          </ul>
        </>
      )}
      {files.length > 0 && (
        <>
          <h2 id="new-files">{texts.fresh}</h2>
          <ul className="file-list" aria-labelledby="new-files">
            {files.map((file, index) => (
              <NewFileRow
                key={file.id}
                file={file}
                share={shares?.[index] ?? null}
                onReplace={(other) => form.upload.replace(file.id, other)}
                onRemove={() => {
                  form.upload.remove(file.id);
                  field.current?.focus();
                }}
              />
            ))}
          </ul>
          <p className="field-hint">
            {texts.together(
              files.length,
              files.reduce((sum, { file }) => sum + file.size, 0),
            )}
          </p>
        </>
      )}
      <DropZone
        label={texts.add}
        hint={texts.hint}
        accept={DOCUMENT_ACCEPT}
        multiple
        error={error}
        Icon={Paperclip}
        field={field}
        onFiles={onFiles}
      >
        {texts.prompt}
      </DropZone>
      <p role="status" className="field-hint">
        {said}
      </p>
    </div>
  );
}
