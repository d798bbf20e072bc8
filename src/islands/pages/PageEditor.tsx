// The editor of a company page's text for administrators: markup field, preview, drafts, history, merging of two users'
// changes.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Editing, Outcome } from '../../lib/editing/editing-store.ts';
import { history, pageEditor, pageErrors, textErrors } from '../../lib/editing/editor-texts.ts';
import { withPlainLineEnds } from '../../lib/markdown/merge.ts';
import type { AboutCalls } from '../../lib/pages/page-editor-store.ts';
import { siteLinks } from '../../lib/pages/site-links.ts';
import { failureText, ownText, tryAgain } from '../../lib/platform/failure-texts.ts';
import { askIfEnded, openForm } from '../../lib/platform/router.ts';
import { sitePictures } from '../../lib/slides/slide-calls.ts';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { Button, Message } from '../ui/controls.tsx';
import { DiscardButton, DraftOffer } from '../ui/DraftOffer.tsx';
import { History } from '../ui/History.tsx';
import { useStanding } from '../ui/hooks.ts';
import { MarkdownEditor } from '../ui/MarkdownEditor.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';

interface Props {
  readonly calls: AboutCalls;
  readonly editing: Editing<string>;
  /** What menus call the page. */
  readonly name: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const asTyped = (text: string): string => text;

/** The text of a company page in a field as high as the window, with everything that keeps it from being lost. */
export function PageEditor({ calls, editing, name, onSaved, onClose }: Props) {
  const { phase, value, stored, saving, conflict, drafts, ...outcome } = useStore(editing.$editing);
  const failure = useStanding(outcome.failure);
  const dirty = useStore(editing.$dirty);
  const [said, setSaid] = useState('');
  const [withHistory, setWithHistory] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
    return openForm();
  }, []);

  async function save(send: () => Promise<Outcome>): Promise<void> {
    const done = await send();
    if (done === 'saved') {
      onSaved();
      // What was typed while the answer was on its way is not shut away.
      if (!editing.$dirty.get()) onClose();
    } else if (done === 'failed') askIfEnded(editing.$editing.get().failure ?? { kind: 'server' });
  }

  async function restored(version: number): Promise<void> {
    await editing.open();
    setSaid(history.restored(version));
    heading.current?.focus();
    onSaved();
  }

  const textError = ownText(textErrors, failure?.code ?? '');
  return (
    <section className="page-editor" aria-labelledby="page-editor-heading">
      <h1 ref={heading} id="page-editor-heading" tabIndex={-1}>
        {pageEditor.heading(name)}
      </h1>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {phase === 'loading' && <p role="status">{pageEditor.loading}</p>}
      {phase === 'failed' && failure && (
        <Message
          kind="error"
          actions={
            <>
              <Button kind="main" onClick={() => void editing.open()}>
                {tryAgain}
              </Button>
              <Button onClick={onClose}>{pageEditor.close}</Button>
            </>
          }>
          {pageEditor.loadFailed} {failureText(failure, pageErrors)}
        </Message>
      )}
      {phase === 'ready' && (
        <>
          <DraftOffer drafts={drafts} onTake={editing.takeDraft} onDrop={editing.dropDraft} />
          <MarkdownEditor
            tall
            label={pageEditor.label}
            name="mdInfo"
            value={value}
            error={textError}
            pictures={sitePictures}
            links={siteLinks}
            onChange={editing.change}
            onSubmit={() => void save(editing.save)}
          />
          {failure && textError === '' && (
            <Message kind="error">
              {pageEditor.saveFailed} {failureText(failure, pageErrors)} {pageEditor.textKept}
            </Message>
          )}
          <div className="buttons page-editor-buttons">
            <Button kind="main" busy={saving} onClick={() => void save(editing.save)}>
              {pageEditor.save}
            </Button>
            {dirty ? (
              <DiscardButton
                onDiscard={() => {
                  editing.discard();
                  onClose();
                }}>
                {pageEditor.cancel}
              </DiscardButton>
            ) : (
              <Button onClick={onClose}>{pageEditor.cancel}</Button>
            )}
            <Button kind="quiet" aria-expanded={withHistory} onClick={() => setWithHistory(!withHistory)}>
              {pageEditor.history}
            </Button>
          </div>
          {withHistory && (
            <History
              calls={{
                list: calls.history,
                text: async (version) => withPlainLineEnds((await calls.version(version)).mdInfo),
                restore: calls.restore,
              }}
              present={stored?.value ?? ''}
              onRestored={(version) => void restored(version)}
            />
          )}
        </>
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          value={value}
          textOf={asTyped}
          onOverwrite={() => void save(editing.overwrite)}
          onResolve={(choices) => void save(() => editing.resolve(choices))}
          onTakeTheirs={editing.takeTheirs}
          onPutOff={editing.putOff}
        />
      )}
      <UnsavedGuard dirty={dirty} onKeep={editing.keep} />
    </section>
  );
}
