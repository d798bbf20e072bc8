import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import { providers } from '../../lib/ui/list-editor-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { DataList } from '../ui/DataList.tsx';

const list = createList(referenceCalls('providers'));

/** The providers of the price lists. */
export default function Providers() {
  return <DataList list={list} texts={providers} />;
}
