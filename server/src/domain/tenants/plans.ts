/** The plans, from least to most. */
export const plans = {
  free: { requestsPerMinute: 10, features: [] },
  hobby: { requestsPerMinute: 100, features: ['webhooks'] },
  pro: { requestsPerMinute: 500, features: ['webhooks', 'automations', 'campaigns'] },
  ultra: { requestsPerMinute: 1000, features: ['webhooks', 'automations', 'campaigns'] },
  enterprise: { requestsPerMinute: 1000, features: ['webhooks', 'automations', 'campaigns'] },
} as const satisfies Record<string, { requestsPerMinute: number; features: readonly Feature[] }>;

export type Plan = keyof typeof plans;
/** A feature that a plan can lack. A route names the feature that it needs. */
export type Feature = 'webhooks' | 'automations' | 'campaigns';

export const planNames = Object.keys(plans) as [Plan, ...Plan[]];

export const featuresOf = (plan: Plan): readonly Feature[] => plans[plan].features;

export const planHas = (plan: Plan, feature: Feature): boolean => featuresOf(plan).includes(feature);

/** Returns the smallest plan with a feature, for error messages. */
export const firstPlanWith = (feature: Feature): Plan => planNames.find((plan) => planHas(plan, feature)) ?? 'enterprise';

/** Returns the rate limit. Enterprise limits are agreed per tenant; the limit of the plan applies until one is set. */
export const requestsPerMinute = (plan: Plan, agreed: number | null): number =>
  plan === 'enterprise' && agreed ? agreed : plans[plan].requestsPerMinute;
