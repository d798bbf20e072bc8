// The screen on which administrators edit the list of brands that positions of the catalogue belong to.
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import { brands } from '../../lib/ui/list-editor-texts.ts';
import { createList } from '../../lib/ui/reference-list.ts';
import { DataList } from '../ui/DataList.tsx';

const list = createList(referenceCalls('brands'));

export default function Brands() {
  return <DataList list={list} texts={brands} />;
}
