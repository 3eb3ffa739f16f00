import { attributes } from './attributes.ts';
import { broadcasts } from './broadcasts.ts';
import { webhooks } from './webhooks.ts';

export const v2Routes = [...attributes, ...webhooks, ...broadcasts];
