import { useEffect, useRef } from 'react';
import { slider } from '../../lib/content/front-texts.ts';
import { firstOfPage, pageOf, pagesOf } from '../../lib/slides/slider-pages.ts';
import type { Sight } from '../../lib/slides/track.ts';

interface Props {
  readonly sight: Sight;
  readonly onChoose: (first: number) => void;
}

/** The pages of the slider as a radio group; none while all slides fit. */
export function SliderPages({ sight: { count, visible, first }, onChoose }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const current = pageOf(first, count, visible);

  // A phone has no room for the marks of all pages: the present one stays in sight.
  useEffect(() => {
    const mark = group.current?.querySelectorAll('input')[current];
    if (!group.current || !mark) return;
    const middle = (group.current.clientWidth - mark.offsetWidth) / 2;
    group.current.scrollLeft = mark.offsetLeft - group.current.offsetLeft - middle;
  }, [current]);

  if (count <= visible) return null;
  const pages = Array.from({ length: pagesOf(count, visible) }, (_, page) =>
    firstOfPage(page, count, visible),
  );
  return (
    <fieldset ref={group} className="slider-pages">
      <legend className="visually-hidden">{slider.pages}</legend>
      {pages.map((start, page) => (
        <input
          key={start}
          type="radio"
          name="slider-page"
          aria-label={slider.page(start + 1, start + visible, count)}
          checked={page === current}
          onChange={() => onChoose(start)}
        />
      ))}
    </fieldset>
  );
}
