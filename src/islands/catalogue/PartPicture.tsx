import { kindOf } from '../../../contract/catalogue/kinds.ts';

interface Props {
  readonly title: string;
  readonly className?: string;
}

/** The drawn placeholder of a part without a photo, by the kind its title names. Decoration: silent for readers. */
export function PartPicture({ title, className = '' }: Props) {
  return (
    <span className={`part-picture ${className}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <use href={`/parts.svg#${kindOf(title)}`} />
      </svg>
    </span>
  );
}
