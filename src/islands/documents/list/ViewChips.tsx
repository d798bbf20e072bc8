// The user's saved views (named sets of filters) above the list of documents, and the buttons that save the present one
// and manage them.
import { BookmarkPlus, Settings2, Trash2 } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { DocumentView } from '../../../../contract/documents/lists.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { type DocumentQuery, filterOf, queryOfView, queryText } from '../../../lib/documents/list-query.ts';
import type { createViews } from '../../../lib/documents/list-store.ts';
import { listErrors, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog, FormDialog } from '../../ui/Dialog.tsx';
import { useCall } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';

interface ViewChipsProps {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
}

export function ViewChips({ views, store, query }: ViewChipsProps) {
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const present = queryText(filterOf(query));
  const isKept = views.some((view) => queryText(filterOf(queryOfView(view))) === present);
  const close = () => setOpen(null);
  return (
    <nav className="view-chips gap-8 below-8 row middle" aria-label={texts.views}>
      {views.length > 0 && (
        <ul>
          {views.map((view) => {
            const isCurrent = queryText(filterOf(queryOfView(view))) === present;
            return (
              <li key={view.id}>
                <a
                  className="view-chip"
                  href={paths.documents(queryText(queryOfView(view)))}
                  aria-current={isCurrent ? 'true' : undefined}>
                  {view.title}
                </a>
              </li>
            );
          })}
        </ul>
      )}
      {!isKept && present !== '?' && (
        <Button kind="quiet" onClick={() => setOpen('save')}>
          <BookmarkPlus size={18} aria-hidden="true" />
          {texts.saveView}
        </Button>
      )}
      {views.length > 0 && (
        <Button kind="quiet" onClick={() => setOpen('manage')}>
          <Settings2 size={18} aria-hidden="true" />
          {texts.manage}
        </Button>
      )}
      {open === 'save' && <SaveView store={store} query={query} onClose={close} />}
      {open === 'manage' && <ManageViews views={views} store={store} onClose={close} />}
    </nav>
  );
}

interface SaveViewProps {
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
  readonly onClose: () => void;
}

function SaveView({ store, query, onClose }: SaveViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const { busy, failure, run } = useCall();
  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setEmpty(title.trim() === '');
    if (title.trim() === '' || title.trim().length > TITLE_MAX) return field.current?.focus();
    const failed = await run(() => store.add({ title: title.trim(), filter: filterOf(query), isDefault }));
    if (failed === null) dialog.current?.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      heading={texts.saveView.replace('…', '')}
      details={texts.saveViewHint}
      cancel={texts.cancel}
      submit={texts.save}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <TextField
        label={texts.viewName}
        error={isEmpty && title.trim() === '' ? texts.viewNameEmpty : failureText(failure, listErrors)}
        most={TITLE_MAX}
        ref={field}
        required
        value={title}
        onChange={setTitle}
      />
      <label className="view-default line middle gap-8">
        <input type="checkbox" checked={isDefault} onChange={({ target }) => setDefault(target.checked)} />
        {texts.byDefault}
      </label>
    </FormDialog>
  );
}

interface ManageViewsProps {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly onClose: () => void;
}

function ManageViews({ views, store, onClose }: ManageViewsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Several may be under way: a field is left by a press on another button.
  const put = async (call: Promise<Failure | null>) => setFailure(await call);

  return (
    <Dialog dialog={dialog} className="manage-views" heading={texts.views} onClose={onClose}>
      {views.length === 0 && <p>{texts.noViews}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <input
              type="text"
              aria-label={texts.renameOf(view.title)}
              defaultValue={view.title}
              onBlur={({ target }) => {
                const title = target.value.trim();
                if (title === '') target.value = view.title;
                else if (title !== view.title) void put(store.change(view.id, { title }));
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
            <label className="view-default line middle gap-8">
              <input
                type="checkbox"
                checked={view.isDefault}
                onChange={({ target }) => void put(store.change(view.id, { isDefault: target.checked }))}
              />
              {texts.isDefault}
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removeOf(view.title)}
              onClick={() => void put(store.remove(view.id))}>
              <Trash2 aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">{failure && <p className="field-error">{failureText(failure, listErrors)}</p>}</div>
      <div className="buttons">
        <Button kind="main" onClick={() => dialog.current?.close()}>
          {texts.ready}
        </Button>
      </div>
    </Dialog>
  );
}
