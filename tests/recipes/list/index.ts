import type { Recipe } from '../recipe.ts';
import { channel } from './channel.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { failureKey } from './failure-key.ts';
import { job } from './job.ts';
import { step } from './step.ts';

export const recipes: Recipe[] = [endpoint, event, job, step, channel, failureKey];
