import { type RefObject, useEffect, useState } from 'react';
import { lookAt, type Sight, scrollTo } from '../../lib/slides/track.ts';

/** Where a browser does not tell the end of a scroll: it is over when nothing moved for so long, milliseconds. */
const SETTLED_MS = 300;

/** What of the slides can be seen, kept true while the window or the slides change, and a way to another slide. */
export function useTrack(ref: RefObject<HTMLElement | null>): {
  sight: Sight | null;
  go: (choose: (sight: Sight) => number) => void;
} {
  const [sight, setSight] = useState<Sight | null>(null);

  useEffect(() => {
    const track = ref.current;
    if (!track) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => setSight(lookAt(track));
    const lookWhenSettled = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    const sizes = new ResizeObserver(look);
    const slides = new MutationObserver(look);
    sizes.observe(track);
    slides.observe(track, { childList: true, subtree: true });
    const tellsEnd = 'onscrollend' in window;
    const [sign, onSign] = tellsEnd ? (['scrollend', look] as const) : (['scroll', lookWhenSettled] as const);
    track.addEventListener(sign, onSign, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      slides.disconnect();
      track.removeEventListener(sign, onSign);
    };
  }, [ref]);

  const go = (choose: (sight: Sight) => number) => {
    if (!ref.current) return;
    // A press may come before the first look.
    const now = sight ?? lookAt(ref.current);
    const first = choose(now);
    scrollTo(ref.current, first);
    // The controls answer at once; the scroll tells how it ended.
    setSight({ ...now, first });
  };
  return { sight, go };
}
