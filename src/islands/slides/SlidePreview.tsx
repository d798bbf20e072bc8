import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SlideForm } from '../../lib/slides/form-store.ts';
import { slideHtml } from '../../lib/slides/slide-html.ts';
import { slides, slideFormTexts as texts } from '../../lib/slides/slide-texts.ts';

/** The slide as the front page will show it: with its first picture, one that is not sent yet too. */
export function SlidePreview({ form }: { readonly form: SlideForm }) {
  const { value } = useStore(form.$editing);
  const [stored] = useStore(form.$files);
  const [fresh] = useStore(form.$images);
  const [address, setAddress] = useState('');
  const file = stored ? undefined : fresh?.file;

  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress('');
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const title = value.title.trim() || slides.untitled;
  const html = slideHtml({ id: 0, ...value, title, files: stored ? [stored] : [] }, 0, address);
  return (
    <section className="slide-preview" aria-labelledby="slide-preview">
      <h2 id="slide-preview">{texts.preview}</h2>
      <ul
        className="slides"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the same hand as the front page, which escapes everything
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}
