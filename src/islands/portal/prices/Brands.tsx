import { referenceCalls } from '../../../lib/api/bridge-admin.ts';
import { createList } from '../../../lib/stores/list.ts';
import { brands } from '../../../lib/texts/lists.ts';
import { DataList } from '../../ui/DataList.tsx';

const list = createList(referenceCalls('brands'));

/** The brands of the catalogue. */
export default function Brands() {
  return <DataList list={list} texts={brands} />;
}
