// Loads the script of suggestions when a visitor first uses a search field, so that pages open without it.

/** What the code of the suggestions offers: ties itself to the form's own field, which stays as it is. */
interface SuggestModule {
  attachSuggest(form: HTMLFormElement, field: HTMLInputElement): void;
}

/** Loads the suggestions of a search form when its field is first used; the field itself never changes hands. */
export function loadSuggestOnFocus(form: HTMLFormElement, load: () => Promise<SuggestModule>): void {
  const field = form.elements.namedItem('query');
  if (!(field instanceof HTMLInputElement)) return;
  // On a phone the form is at the top while it is used: a tap on its button must find it there.
  form.addEventListener('mousedown', (event) => {
    const isButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (isButton && document.activeElement === field) event.preventDefault();
  });
  const start = () => {
    field.removeEventListener('input', start);
    field.removeEventListener('focus', start);
    load().then(
      (module) => module.attachSuggest(form, field),
      // Without suggestions the form still searches.
      () => {},
    );
  };
  // A page that puts the cursor into the field by itself waits for the first keystroke.
  field.addEventListener('input', start);
  field.addEventListener('focus', start);
  // The visitor may have begun to type before this code came.
  if (document.activeElement === field && field.value !== field.defaultValue) start();
}
