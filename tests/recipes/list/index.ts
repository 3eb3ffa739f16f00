import type { Recipe } from '../recipe.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { failureKey } from './failure-key.ts';

export const recipes: Recipe[] = [endpoint, event, failureKey];
