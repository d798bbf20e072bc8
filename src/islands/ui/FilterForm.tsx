import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

/** The words of a filter: they stay in the field until they are sent, and follow the address when it changes. */
export function useFilterWords(asked = '') {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = asked;
  }, [asked]);
  return {
    field,
    asked,
    /** What is typed now. */
    typed: () => field.current?.value.trim() ?? '',
    clear: () => {
      if (field.current) field.current.value = '';
    },
  };
}

interface Props {
  readonly label: string;
  readonly words: { readonly field: RefObject<HTMLInputElement | null>; readonly asked: string };
  readonly wordsLabel: string;
  readonly wordsMax?: number;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  /** Choices beside the words. */
  readonly children: ReactNode;
}

/** What a list is narrowed by: words, sent by a button or Enter, and choices. */
export function FilterForm(props: Props) {
  const { label, words, wordsLabel, wordsMax, submitLabel, busy, onSubmit, children } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <search aria-label={label}>
      <form className="filters" onSubmit={submit}>
        <div className="filter-words">
          <input
            ref={words.field}
            type="search"
            name="search"
            className="data-list-search"
            aria-label={wordsLabel}
            placeholder={wordsLabel}
            autoComplete="off"
            maxLength={wordsMax}
            defaultValue={words.asked}
          />
          <Button type="submit" busy={busy}>
            {submitLabel}
          </Button>
        </div>
        {children}
      </form>
    </search>
  );
}
