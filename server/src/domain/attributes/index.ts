export { type AttributeType, fromText, misfit, type Shape } from './attribute-value.ts';
export { lockAttributes } from './attributes.store.ts';
export {
  type Attribute,
  createAttribute,
  deleteAttribute,
  ensureAttributes,
  getAttribute,
  listAttributes,
  updateAttribute,
} from './attributes.ts';
export { searchAttributes } from './search.ts';
