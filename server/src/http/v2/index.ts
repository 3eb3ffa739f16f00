import { attributes } from './attributes.ts';
import { webhooks } from './webhooks.ts';

export const v2Routes = [...attributes, ...webhooks];
