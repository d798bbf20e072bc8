import type { ReactElement } from 'react';
import { siteLinks } from '../../lib/pages/site-links.ts';
import { sitePictures } from '../../lib/slides/slide-calls.ts';
import type { SlideText } from '../../lib/slides/slide-fields.ts';
import { slideFormTexts as texts } from '../../lib/slides/slide-texts.ts';
import { TitleField } from '../ui/controls.tsx';
import { MarkdownEditor } from '../ui/MarkdownEditor.tsx';

interface Input<Value> {
  readonly value: Value;
  /** What is wrong with it; '' when nothing is. */
  readonly error: string;
  readonly onChange: (value: Value) => void;
  readonly onSubmit: () => void;
}

type SlideInputs = { readonly [Name in keyof SlideText]: (input: Input<SlideText[Name]>) => ReactElement };

/** How each field of a slide is filled in, in the order of the form. */
const SLIDE_INPUTS: SlideInputs = {
  title: ({ value, error, onChange }) => (
    <TitleField label={texts.title} error={error} value={value} onChange={onChange} />
  ),
  message: ({ value, error, onChange, onSubmit }) => (
    <MarkdownEditor
      label={texts.message}
      name="message"
      value={value}
      error={error}
      pictures={sitePictures}
      links={siteLinks}
      onChange={onChange}
      onSubmit={onSubmit}
    />
  ),
  isPublic: ({ value, onChange }) => (
    <label className="check">
      <input type="checkbox" name="isPublic" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {texts.publish}
        <small className="field-hint">{texts.publishHint}</small>
      </span>
    </label>
  ),
};

interface Props<Name extends keyof SlideText> {
  readonly name: Name;
  readonly text: SlideText;
  readonly error: string;
  readonly onChange: (change: Partial<SlideText>) => void;
  readonly onSubmit: () => void;
}

/** The input of one field of a slide. */
export function SlideInput<Name extends keyof SlideText>({ name, text, error, onChange, onSubmit }: Props<Name>) {
  return SLIDE_INPUTS[name]({
    value: text[name],
    error,
    onChange: (value) => onChange({ [name]: value } as Partial<SlideText>),
    onSubmit,
  });
}
