/** What each plan allows. One table; the order is from least to most. */
export const plans = {
  free: { requestsPerMinute: 10, features: [] },
  hobby: { requestsPerMinute: 100, features: ['webhooks'] },
  pro: { requestsPerMinute: 500, features: ['webhooks', 'automations', 'campaigns'] },
  ultra: { requestsPerMinute: 1000, features: ['webhooks', 'automations', 'campaigns'] },
  enterprise: { requestsPerMinute: 1000, features: ['webhooks', 'automations', 'campaigns'] },
} as const satisfies Record<string, { requestsPerMinute: number; features: readonly Feature[] }>;

export type Plan = keyof typeof plans;
/** What a plan can lack. A route row names the feature it needs, if it needs one. */
export type Feature = 'webhooks' | 'automations' | 'campaigns';

export const planNames = Object.keys(plans) as [Plan, ...Plan[]];

export const featuresOf = (plan: Plan): readonly Feature[] => plans[plan].features;

export const planHas = (plan: Plan, feature: Feature): boolean => featuresOf(plan).includes(feature);

/** The smallest plan that has it: what to tell someone whose plan does not. */
export const firstPlanWith = (feature: Feature): Plan => planNames.find((plan) => planHas(plan, feature)) ?? 'enterprise';

/** Enterprise limits are agreed per tenant; the plan's figure is only what holds until one is set. */
export const requestsPerMinute = (plan: Plan, agreed: number | null): number =>
  plan === 'enterprise' && agreed ? agreed : plans[plan].requestsPerMinute;
