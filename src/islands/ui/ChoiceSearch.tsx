import { chunk } from './chunk.tsx';

/** A field that finds one choice among many by a part of its name; its code comes with the first one shown. */
export const ChoiceSearch = chunk(() => import('./ChoiceSearchField.tsx'), <div className="choice-search" />);
