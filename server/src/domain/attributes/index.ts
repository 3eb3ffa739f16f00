export { type AttributeType, misfit } from './attribute-value.ts';
export { lockAttributes } from './attributes.store.ts';
export { type Attribute, createAttribute, deleteAttribute, listAttributes } from './attributes.ts';
