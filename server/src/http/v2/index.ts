import { attributes } from './attributes.ts';

export const v2Routes = [...attributes];
