import { persistentAtom } from '@nanostores/persistent';

export type Theme = 'light' | 'dark';

/** The chosen theme, kept under the key `theme` and shared by all tabs; anything unknown is light. */
export const $theme = persistentAtom<Theme>('theme', 'light', {
  encode: (theme) => theme,
  decode: (stored) => (stored === 'dark' ? 'dark' : 'light'),
});

/** Flips light and dark. */
export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}
