import type { ReactElement } from 'react';
import type { SlideText } from '../../lib/slides/slide-fields.ts';
import { slides } from '../../lib/slides/slide-texts.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { SlideState } from './SlideState.tsx';

type Shown = {
  readonly [Name in keyof SlideText]: (value: SlideText[Name]) => ReactElement;
};

const SHOWN: Shown = {
  title: (value) => <h2>{value || slides.untitled}</h2>,
  message: (value) =>
    value.trim() === '' ? <p className="muted">{slides.noMessage}</p> : <Markdown text={value} />,
  isPublic: (value) => <SlideState isPublic={value} />,
};

interface Props<Name extends keyof SlideText> {
  readonly name: Name;
  readonly slide: SlideText;
}

/** One field of a slide on its page. */
export function SlideValue<Name extends keyof SlideText>({ name, slide }: Props<Name>): ReactElement {
  return SHOWN[name](slide[name]);
}
