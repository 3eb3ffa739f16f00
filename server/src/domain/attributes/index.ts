export { type AttributeType, fromText, misfit } from './attribute-value.ts';
export { lockAttributes } from './attributes.store.ts';
export { type Attribute, createAttribute, deleteAttribute, ensureAttributes, listAttributes } from './attributes.ts';
