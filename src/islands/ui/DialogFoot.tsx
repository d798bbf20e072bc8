import { Button } from './Button.tsx';

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
