import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one filled button of a screen; `quiet` looks like a link. */
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet';
  /** Its action is under way: shows it and ignores further presses without losing the focus. */
  readonly busy?: boolean;
}

/** A button; `type="button"` unless told otherwise. */
export function Button({ kind = 'plain', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={['button', kind !== 'plain' && kind, className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
