export { type Child, type ChildOptions, Children, childrenSlot, endGroup } from './children.ts';
