// Slides as HTML, for the build, the front page in the browser, and the preview of an administrator.
import { kindOf } from '../../../contract/catalogue/kinds.ts';
import { NOTE_IMAGE_WIDTH, SLIDES_VISIBLE_MAX } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { escapeAttribute, escapeText } from '../../../rules/markdown/inline.ts';
import { belowLevel, markupHtml } from '../markdown/markup.ts';
import { noteImageSources } from '../platform/picture-addresses.ts';

/** Level of headings of a message: the page's, the slider's and the slide's own stand above. */
const HIGHEST = 4;
/** Lines of a message that surely fit into a slide, and characters of one line. */
const LINES = 4;
const LINE_LENGTH = 24;

/** The slides as items of a list: markup for the build and for the browser, which shows the same. */
export const slidesHtml = (slides: readonly Note[]): string => slides.map((slide, at) => slideHtml(slide, at)).join('');

type Shown = Pick<Note, 'id' | 'title' | 'message' | 'files'>;

/** One slide. `fresh`: address of a picture that is not sent yet, where it has no other. */
export function slideHtml({ id, title, message, files }: Shown, at: number, fresh = ''): string {
  const [file] = files;
  const sources = file ? noteImageSources(file.fileName) : fresh === '' ? null : { src: fresh };
  const picture = sources ? imageHtml(sources, title, at) : drawingHtml(title);
  const scrolls = mayScroll(message) ? ` tabindex="0" role="group" aria-label="${escapeAttribute(title)}"` : '';
  const text = `<div class="slide-text markdown"${scrolls}>${belowLevel(HIGHEST, markupHtml(message))}</div>`;
  return `<li class="slide" id="slide-${id}">${picture}<h3>${escapeText(title)}</h3>${text}</li>`;
}

/** Whether a message may be too long for its slide: it scrolls there then and has to take the focus. */
const mayScroll = (message: string): boolean =>
  message.split('\n').reduce((lines, { length }) => lines + Math.ceil(length / LINE_LENGTH), 0) > LINES;

function imageHtml({ src, srcSet }: { src: string; srcSet?: string }, title: string, at: number): string {
  const { width, height } = SLIDE_IMAGE;
  const attributes = {
    src,
    ...(srcSet && { srcset: srcSet }),
    width,
    height,
    alt: title,
    decoding: 'async',
    ...(at >= SLIDES_VISIBLE_MAX && { loading: 'lazy' }),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(`${value}`)}"`);
  return `<img ${written.join(' ')}/>`;
}

const drawingHtml = (title: string): string =>
  `<span class="slide-drawing"><svg viewBox="0 0 48 48" aria-hidden="true"><use href="/parts.svg#${kindOf(title)}"></use></svg></span>`;

/** Sizes of a slide's picture, px; what has another shape is fitted into them. */
const SLIDE_IMAGE = { width: NOTE_IMAGE_WIDTH, height: (NOTE_IMAGE_WIDTH * 3) / 5 } as const;
