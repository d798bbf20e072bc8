import type { FastifyBaseLogger } from 'fastify';
import type { SiteContent } from '../../contract/site.ts';

/** Something that the pages are built from. */
export interface ContentSource<T> {
  /** What is public now. */
  read(): Promise<T>;
  /** Whether something else is public than when it was read last; a source that is silent says no. */
  isChanged(): Promise<boolean>;
}

/** A source over a call. Throws what the call throws. */
export function contentSource<T>(ask: () => Promise<T>, log: FastifyBaseLogger): ContentSource<T> {
  let known = '';
  return {
    async read() {
      const answer = await ask();
      known = JSON.stringify(answer);
      return answer;
    },
    isChanged: () =>
      ask().then(
        (answer) => JSON.stringify(answer) !== known,
        (error: unknown) => {
          log.warn({ err: error }, 'what the pages show cannot be read');
          return false;
        },
      ),
  };
}

/** Company pages and slides as one content. */
export const joinContent = (
  about: ContentSource<SiteContent['about']>,
  slides: ContentSource<SiteContent['slides']>,
): ContentSource<SiteContent> => ({
  async read() {
    const [pages, notes] = await Promise.all([about.read(), slides.read()]);
    return { about: pages, slides: notes };
  },
  isChanged: async () => (await Promise.all([about.isChanged(), slides.isChanged()])).includes(true),
});
