import { createList } from '../../lib/editing/list-store.ts';
import { providers } from '../../lib/editing/list-texts.ts';
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import { DataList } from '../ui/DataList.tsx';

const list = createList(referenceCalls('providers'));

/** The providers of the price lists. */
export default function Providers() {
  return <DataList list={list} texts={providers} />;
}
