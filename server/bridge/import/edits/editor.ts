import type { Caller } from '../../../../contract/identity.ts';

/** Who changes the catalogue, as the history tells it. */
export interface Editor {
  readonly uid: string;
  /** Name, or e-mail where there is none. */
  readonly who: string;
}

export const editorOf = (caller: Caller | null | undefined): Editor => ({
  uid: caller?.uid ?? '',
  who: caller?.name || caller?.email || '',
});
