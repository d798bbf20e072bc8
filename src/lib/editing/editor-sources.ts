// What the editor of texts can link to or show: pages, parts and pictures. The pages of this site are listed in
// pages/site-links.ts.
import { atom } from 'nanostores';
import { createLatest } from '../platform/http-client.ts';

export interface LinkTarget {
  readonly kind: 'page' | 'part';
  readonly title: string;
  /** Maker and article of a part; '' for a page. */
  readonly detail: string;
  /** Path from the root of the site. */
  readonly path: string;
}

export interface LinkTargets {
  readonly pages: readonly LinkTarget[];
  /** Parts that a query finds. Throws what ky throws. */
  parts(query: string, signal: AbortSignal): Promise<readonly LinkTarget[]>;
}

interface FoundTargets {
  readonly targets: readonly LinkTarget[];
  readonly searching: boolean;
  readonly failed: boolean;
}

/** Pause after the last keystroke before parts are asked for, ms. */
const PAUSE_MS = 200;
/** Fewer characters than this name no part. */
const SHORTEST = 2;

/** Looks for targets while a query is typed: pages at once, parts after a pause. */
export function createLinkSearch({ pages, parts }: LinkTargets) {
  const $found = atom<FoundTargets>({ targets: [], searching: false, failed: false });
  const latest = createLatest();
  let waiting: ReturnType<typeof setTimeout> | undefined;

  async function ask(query: string, own: readonly LinkTarget[]): Promise<void> {
    try {
      const answer = await latest.run((signal) => parts(query, signal));
      if (answer) $found.set({ targets: [...own, ...answer.value], searching: false, failed: false });
    } catch {
      $found.set({ targets: own, searching: false, failed: true });
    }
  }

  return {
    $found,
    type(text: string): void {
      clearTimeout(waiting);
      latest.stop();
      const query = text.trim().toLowerCase();
      const own =
        query === '' ? [] : pages.filter(({ title, path }) => `${title} ${path}`.toLowerCase().includes(query));
      const searching = query.length >= SHORTEST;
      $found.set({ targets: own, searching, failed: false });
      if (searching) waiting = setTimeout(() => void ask(query, own), PAUSE_MS);
    },
  };
}

export interface KnownPicture {
  /** Path from the root of the site. */
  readonly address: string;
  readonly name: string;
}

/** Where an editor finds pictures for its text. All throw what ky throws. */
export interface PictureLibrary {
  list(): Promise<readonly KnownPicture[]>;
  /** Sends a picture that the site does not have yet. */
  send(file: File): Promise<KnownPicture>;
  /** Keeps a chosen picture for the text, should the slide that it came with be deleted. */
  keep(address: string): Promise<void>;
}
