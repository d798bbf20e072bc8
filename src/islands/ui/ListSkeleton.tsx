interface Props {
  /** What a screen reader is told meanwhile. */
  readonly loading: string;
  /** Class of the list that comes, and of one entry of it. */
  readonly list: string;
  readonly bone: string;
  readonly count?: number;
}

/** A list while it is loaded, as high as the one that comes. */
export function ListSkeleton({ loading, list, bone, count = 4 }: Props) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <div className={list} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones are alike and never move
          <span key={at} className={`skeleton ${bone}`} />
        ))}
      </div>
    </div>
  );
}
