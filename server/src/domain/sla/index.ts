export type { SlaEvent, Target } from './clock.ts';
export {
  createSlaPolicy,
  deleteSlaPolicy,
  getSlaPolicy,
  type SlaPolicy,
  updateSlaPolicy,
} from './policies.ts';
export { searchSlaPolicies } from './search.ts';
export { trackMessages, trackSla } from './track.ts';
