import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { PresetHeader } from '../presets/header-match.ts';
import type { Layout } from './layout-doubts.ts';

/** How a sheet is going to be read; `title` is null in a run of one. */
export interface LookWish extends Layout {
  readonly title: string | null;
  readonly preset: PresetHeader | null;
}

/** What the first rows of a sheet say. */
export interface Looked {
  readonly headers: readonly string[];
  /** What speaks against the way in which it is to be read. */
  readonly doubts: readonly UploadDoubt[];
}
