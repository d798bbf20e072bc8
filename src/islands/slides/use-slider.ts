import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { lookAt, type Sight, scrollTo } from '../../lib/slides/slider-track.ts';

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
    const isEndReported = 'onscrollend' in window;
    const [sign, onSign] = isEndReported ? (['scrollend', look] as const) : (['scroll', lookWhenSettled] as const);
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

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Whether the person is busy with the slides, looks elsewhere or asked for less motion: nothing moves by itself then. */
export function useRest(ref: RefObject<HTMLElement | null>): boolean {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  );
  const reduced = useSyncExternalStore(
    watchMotion,
    () => matchMedia(REDUCED).matches,
    () => true,
  );

  useEffect(() => {
    const section = ref.current;
    if (!section) return;
    // What woke the island up happened before it could listen.
    setHovered(matchMedia('(hover: hover)').matches && section.matches(':hover'));
    setFocused(section.contains(document.activeElement));
    const end = new AbortController();
    const listen = (name: string, then: () => void) => section.addEventListener(name, then, { signal: end.signal });
    listen('pointerenter', () => setHovered(true));
    listen('pointerleave', () => setHovered(false));
    listen('focusin', () => setFocused(true));
    listen('focusout', () => setFocused(false));
    return () => end.abort();
  }, [ref]);

  return hovered || focused || hidden || reduced;
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

function watchMotion(onChange: () => void): () => void {
  const query = matchMedia(REDUCED);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
