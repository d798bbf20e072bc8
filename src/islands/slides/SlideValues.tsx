import { Fragment, type ReactElement } from 'react';
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

type Name = keyof SlideText;

/** What stands above the rest of a slide. */
export const SLIDE_HEAD: readonly Name[] = ['title', 'isPublic'];

/** Every other field. */
export const SLIDE_BODY = (Object.keys(SHOWN) as Name[]).filter((name) => !SLIDE_HEAD.includes(name));

const shownValue = <Field extends Name>(name: Field, slide: SlideText) => SHOWN[name](slide[name]);

interface Props {
  readonly names: readonly Name[];
  readonly slide: SlideText;
}

/** Fields of a slide on its page. */
export const SlideValues = ({ names, slide }: Props) =>
  names.map((name) => <Fragment key={name}>{shownValue(name, slide)}</Fragment>);
