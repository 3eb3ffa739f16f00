export { type Feature, featuresOf, firstPlanWith, type Plan, planHas, planNames, requestsPerMinute } from './plans.ts';
export { createTenant, setPlan } from './tenants.ts';
