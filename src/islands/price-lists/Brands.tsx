import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import { brands } from '../../lib/ui/list-editor-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { DataList } from '../ui/DataList.tsx';

const list = createList(referenceCalls('brands'));

/** The brands of the catalogue. */
export default function Brands() {
  return <DataList list={list} texts={brands} />;
}
