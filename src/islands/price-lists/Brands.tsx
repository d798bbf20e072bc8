import { createList } from '../../lib/editing/list-store.ts';
import { brands } from '../../lib/editing/list-texts.ts';
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import { DataList } from '../ui/DataList.tsx';

const list = createList(referenceCalls('brands'));

/** The brands of the catalogue. */
export default function Brands() {
  return <DataList list={list} texts={brands} />;
}
