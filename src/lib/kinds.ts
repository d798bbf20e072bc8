export { kindOf, type PartKind } from '../../contract/kinds.ts';
