import type { SlideText } from '../../lib/slides/slide-fields.ts';
import { SLIDE_INPUTS } from './slide-inputs.tsx';

interface Props<Name extends keyof SlideText> {
  readonly name: Name;
  readonly text: SlideText;
  readonly error: string;
  readonly onChange: (change: Partial<SlideText>) => void;
  readonly onSubmit: () => void;
}

/** The input of one field of a slide. */
export function SlideInput<Name extends keyof SlideText>({
  name,
  text,
  error,
  onChange,
  onSubmit,
}: Props<Name>) {
  return SLIDE_INPUTS[name]({
    value: text[name],
    error,
    onChange: (value) => onChange({ [name]: value } as Partial<SlideText>),
    onSubmit,
  });
}
