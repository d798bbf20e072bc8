import { atom } from 'nanostores';
import type { JoinedSave } from '../editing/editing-store.ts';
import type { Failure } from '../http/failure.ts';

/** What happened before the list of slides was shown. */
export type SlideBanner =
  | {
      readonly kind: 'saved' | 'removed';
      readonly title: string;
      readonly isPublic: boolean;
      /** Somebody's save that the own one was brought together with. */
      readonly joined?: JoinedSave | null;
    }
  /** `id` null: a new slide. */
  | { readonly kind: 'failed'; readonly title: string; readonly failure: Failure; readonly id: number | null }
  | { readonly kind: 'missing' };

/** The message above the list of slides; null when there is nothing to say. */
export const $slideBanner = atom<SlideBanner | null>(null);
