// The page of one slide for administrators: everything that belongs to it, and the links and buttons to edit or delete
// it.
import '../../styles/editing.css';
import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { Fragment, type ReactElement, useEffect } from 'react';
import { NOTE_IMAGE_WIDTH } from '../../../contract/limits.ts';
import type { Note, NoteFile } from '../../../contract/slides/slides.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { noteImageSources } from '../../lib/platform/picture-addresses.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { portal } from '../../lib/portal/places.ts';
import { $slideBanner, lastSlideQuery, leaveMissingSlide } from '../../lib/slides/list-store.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
import { type SlideText, slides } from '../../lib/slides/slide-fields.ts';
import { ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { useAddressId, useLeave, useLoaded } from '../ui/hooks.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { SlideState } from './SlideCard.tsx';

export default function SlidePage() {
  const id = useAddressId();
  const { value: stored, failure } = useLoaded(slideCalls.one, id);
  const note = stored?.value;

  useEffect(() => {
    if (note) document.title = portal.title(note.title || slides.untitled);
  }, [note]);
  useLeave(failure, leaveMissingSlide);

  async function remove({ title, isPublic }: Note): Promise<Confirmed> {
    const failure = await attempt(() => slideCalls.remove(id));
    // Another user may have been faster.
    if (failure && failure.kind !== 'missing') return { refused: `${slides.removeFailed} ${failureText(failure)}` };
    $slideBanner.set({ kind: 'removed', title: title || slides.untitled, isPublic });
    $router.open(paths.slides(lastSlideQuery(tabMemory)), true);
    return { done: true };
  }

  if (!note) return <p role="status">{slides.loadingOne}</p>;
  return (
    <article className="slide-page">
      <div className="buttons no-print">
        <a className="button" href={paths.slides(lastSlideQuery(tabMemory))}>
          <ArrowLeft aria-hidden="true" />
          {slides.back}
        </a>
        <a className="button" href={paths.slideEdit(id)}>
          <Pencil aria-hidden="true" />
          {slides.edit}
        </a>
        <ConfirmButton
          className="button danger"
          question={slides.removeQuestion}
          details={slides.removeDetails(note.title || slides.untitled)}
          yes={slides.remove}
          onConfirm={() => remove(note)}>
          <Trash2 aria-hidden="true" />
          {slides.remove}
        </ConfirmButton>
      </div>
      <div className="slide-card-head row baseline gap-4-12">
        <SlideValues names={SLIDE_HEAD} slide={note} />
        <span className="muted small">{slides.createdAt(formatDay(new Date(note.createdAt), site.timeZone))}</span>
      </div>
      <SlideValues names={SLIDE_BODY} slide={note} />
      <SlideImages files={note.files} />
    </article>
  );
}

type Shown = {
  readonly [Name in keyof SlideText]: (value: SlideText[Name]) => ReactElement;
};

const SHOWN: Shown = {
  title: (value) => <h2 className="breaks">{value || slides.untitled}</h2>,
  message: (value) => (value.trim() === '' ? <p className="muted">{slides.noMessage}</p> : <Markdown text={value} />),
  isPublic: (value) => <SlideState isPublic={value} />,
};

type Name = keyof SlideText;

const SLIDE_HEAD: readonly Name[] = ['title', 'isPublic'];

const SLIDE_BODY = (Object.keys(SHOWN) as Name[]).filter((name) => !SLIDE_HEAD.includes(name));

const shownValue = <Field extends Name>(name: Field, slide: SlideText) => SHOWN[name](slide[name]);

interface Props {
  readonly names: readonly Name[];
  readonly slide: SlideText;
}

const SlideValues = ({ names, slide }: Props) =>
  names.map((name) => <Fragment key={name}>{shownValue(name, slide)}</Fragment>);

/** The pictures of a slide with their names; each opens by itself in a tab of its own. */
function SlideImages({ files }: { readonly files: readonly NoteFile[] }) {
  const words = useStore($portalWords);
  if (files.length === 0) {
    return (
      <p className="slide-no-image flush stack muted small" lang={words.lang}>
        {words.slides.noImage}
      </p>
    );
  }
  return (
    <section aria-labelledby="slide-images">
      <h3 id="slide-images">{slides.images}</h3>
      <ul className="slide-images below-16 row gap-16">
        {files.map(({ fileName, originalName }) => {
          const sources = noteImageSources(fileName);
          return (
            <li key={fileName}>
              <a href={sources.src} target="_blank" rel="noopener" aria-label={slides.openImage(originalName)}>
                <img {...sources} alt="" width={NOTE_IMAGE_WIDTH / 2} height={120} loading="lazy" />
              </a>
              <span className="slide-image-name small muted" title={originalName}>
                {originalName}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
