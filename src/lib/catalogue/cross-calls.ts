// Calls and state for administrators who edit crosses («this article replaces that one») by hand on a card. Files of
// crosses are in price-lists/upload/cross-file.ts, what buyers see in part-crosses.ts.
import { atom } from 'nanostores';
import type { CrossUploadAnswer, SaidCrosses } from '../../../contract/catalogue/crosses.ts';
import { CROSS_FORM } from '../../../contract/catalogue/forms.ts';
import type { CrossWay } from '../../../contract/catalogue/words.ts';
import { attempt, checked, type Failure } from '../platform/http-client.ts';
import { bridge, session } from '../platform/session.ts';
import { createLoaded } from '../ui/loaded.ts';

/** A cross as a form sends it; an empty maker is any. */
interface CrossBody {
  readonly article: string;
  readonly maker: string;
  readonly crossArticle: string;
  readonly crossMaker: string;
  readonly way: CrossWay;
}

/** Minutes that the access token must live, so that a file is not read twice. */
const UPLOAD_MARGIN_MINUTES = 5;

/** The calls of administrators about crosses. All throw what ky throws, or SessionEnded. */
export const crossCalls = {
  list: (positionId: number, signal?: AbortSignal): Promise<SaidCrosses> =>
    bridge.get('crosses', { searchParams: { positionId }, signal }).json<SaidCrosses>(),
  /** Resolves to false where all of it was said before. */
  add: async (body: CrossBody): Promise<boolean> =>
    (await bridge.post('crosses', { json: checked(CROSS_FORM, body) }).json<{ isNew: boolean }>()).isNew,
  async remove(id: number): Promise<void> {
    await bridge.delete(`crosses/${id}`);
  },
  /** Sends the form of a file, or of one that is kept, and waits until all of it was read. */
  async upload(form: FormData): Promise<CrossUploadAnswer> {
    await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
    return bridge.post('crosses/upload', { body: form, timeout: false, retry: 0 }).json<CrossUploadAnswer>();
  },
};
export type CrossCalls = typeof crossCalls;

/** The columns of a sheet of crosses, by the names that the service gives their fields. */
export const CROSS_COLUMNS = ['article', 'maker', 'cross', 'crossMaker'] as const;

export type CrossColumn = (typeof CROSS_COLUMNS)[number];

type Done = { readonly kind: 'added' | 'known' | 'removed'; readonly article: string } | null;

export interface NewCross {
  readonly article: string;
  readonly maker: string;
  readonly way: CrossWay;
}

/** What was said of the part of a position, and changes of it; `onChange` hears of each. */
export function createCrossList(calls: CrossCalls, positionId: number, onChange: () => void) {
  const { $loaded, shown, load } = createLoaded((signal) => calls.list(positionId, signal));
  const $done = atom<Done>(null);

  async function change(act: () => Promise<Done>): Promise<Failure | null> {
    const failure = await attempt(async () => $done.set(await act()));
    // What is gone already is not in the list any more either.
    if (failure === null || failure.kind === 'missing') {
      void load();
      onChange();
    }
    return failure;
  }

  return {
    $said: $loaded,
    $done,
    load,
    add: ({ article, maker, way }: NewCross): Promise<Failure | null> =>
      change(async () => {
        const said = shown();
        if (!said) return null;
        const own = { article: said.article, maker: said.maker ?? '' };
        const isNew = await calls.add({ ...own, crossArticle: article, crossMaker: maker, way });
        return { kind: isNew ? 'added' : 'known', article };
      }),
    remove: (id: number, article: string): Promise<Failure | null> =>
      change(async () => {
        await calls.remove(id);
        return { kind: 'removed', article };
      }),
  };
}
export type CrossListStore = ReturnType<typeof createCrossList>;
