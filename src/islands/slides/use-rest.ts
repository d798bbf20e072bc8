import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

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
    const listen = (name: string, then: () => void) =>
      section.addEventListener(name, then, { signal: end.signal });
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
