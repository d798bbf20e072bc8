export { countOf, type Forms, plural } from '../../../rules/format/plural.ts';
