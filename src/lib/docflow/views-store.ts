import { atom } from 'nanostores';
import type { DocumentView } from '../../../contract/docflow-list.ts';
import { attempt, type Failure } from '../http/failure.ts';
import type { ListCalls } from './list-calls.ts';

/** The views that the signed-in person keeps of the list; null: not known yet. */
export function createViews(calls: Pick<ListCalls, 'views' | 'addView' | 'changeView' | 'removeView'>) {
  const $views = atom<readonly DocumentView[] | null>(null);

  /** Every call answers with all views. Resolves to why it failed, null when it did not. */
  const put = (call: () => Promise<readonly DocumentView[]>): Promise<Failure | null> =>
    attempt(async () => $views.set(await call()));

  return {
    $views,
    load: () => put(() => calls.views()),
    add: (view: Omit<DocumentView, 'id'>) => put(() => calls.addView(view)),
    change: (id: number, change: Partial<Omit<DocumentView, 'id'>>) =>
      put(() => calls.changeView(id, change)),
    remove: (id: number) => put(() => calls.removeView(id)),
  };
}
