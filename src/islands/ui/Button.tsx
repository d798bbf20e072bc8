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

interface Props {
  readonly cancel: string;
  readonly submit: string;
  readonly kind?: 'main' | 'danger';
  /** What the form sends is under way. */
  readonly busy?: boolean;
  readonly onCancel: () => void;
}

/** The two buttons under the form of a dialog: leave it as it was, or send it. */
export function DialogFoot({ cancel, submit, kind = 'main', busy = false, onCancel }: Props) {
  return (
    <div className="buttons">
      <Button onClick={onCancel}>{cancel}</Button>
      <Button type="submit" kind={kind} busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
