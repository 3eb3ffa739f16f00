export { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from './features.ts';
export { type Feature, featuresOf, firstPlanWith, type Plan, planHas, planNames, requestsPerMinute } from './plans.ts';
export { createTenant, findTenant, getTenant, type Mode, modeOf, setPlan } from './tenants.ts';
