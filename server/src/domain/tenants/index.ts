export { type Feature, featuresOf, firstPlanWith, type Plan, planHas, planNames, requestsPerMinute } from './plans.ts';
export { createTenant, getTenant, type Mode, modeOf, setPlan } from './tenants.ts';
