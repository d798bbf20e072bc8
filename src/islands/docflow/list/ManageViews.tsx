import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DocumentView } from '../../../../contract/docflow-list.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { listErrors, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import type { createViews } from '../../../lib/docflow/views-store.ts';
import type { Failure } from '../../../lib/http/failure.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  readonly views: readonly DocumentView[];
  readonly store: ReturnType<typeof createViews>;
  readonly onClose: () => void;
}

/** Renames and forgets views, and chooses the one that the list opens with. */
export function ManageViews({ views, store, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const told = async (call: Promise<Failure | null>) => setFailure(await call);

  return (
    <dialog ref={dialog} className="confirm manage-views" aria-labelledby="views-heading" onClose={onClose}>
      <h2 id="views-heading">{texts.views}</h2>
      {views.length === 0 && <p>{texts.noViews}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <input
              type="text"
              aria-label={texts.renameOf(view.title)}
              maxLength={TITLE_MAX}
              defaultValue={view.title}
              onBlur={({ target }) => {
                const title = target.value.trim();
                if (title === '') target.value = view.title;
                else if (title !== view.title) void told(store.change(view.id, { title }));
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
            <label className="view-default">
              <input
                type="checkbox"
                checked={view.isDefault}
                onChange={({ target }) => void told(store.change(view.id, { isDefault: target.checked }))}
              />
              {texts.isDefault}
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removeOf(view.title)}
              onClick={() => void told(store.remove(view.id))}
            >
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
    </dialog>
  );
}
