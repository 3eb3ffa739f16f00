/** The steps in which a campaign is created. The last one checks what the server has stored. */
export const stepNames = ['audience', 'message', 'schedule', 'check'] as const;
export type StepName = (typeof stepNames)[number];

export const readStep = ({ step }: Record<string, unknown>): { step?: StepName } =>
  stepNames.includes(step as StepName) && step !== 'audience' ? { step: step as StepName } : {};
