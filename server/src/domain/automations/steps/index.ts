import { z } from 'zod';
import { addLabel } from './add-label.ts';
import { ask } from './ask.ts';
import { assign } from './assign.ts';
import { branch } from './branch.ts';
import { businessHours } from './business-hours.ts';
import type { Exit, StepKind } from './define-step.ts';
import { end } from './end.ts';
import { httpRequest } from './http-request.ts';
import { removeLabel } from './remove-label.ts';
import { runAutomation } from './run-automation.ts';
import { sendMessage } from './send-message.ts';
import { sendTemplate } from './send-template.ts';
import { setAttribute } from './set-attribute.ts';
import { setChatStatusStep } from './set-chat-status.ts';
import { setRating } from './set-rating.ts';
import { wait } from './wait.ts';
import { waitUntil } from './wait-until.ts';

/** All types of steps, in the order of the generated schemas. */
const kinds = [
  sendMessage,
  sendTemplate,
  ask,
  branch,
  wait,
  waitUntil,
  businessHours,
  assign,
  addLabel,
  removeLabel,
  setAttribute,
  setChatStatusStep,
  httpRequest,
  runAutomation,
  setRating,
  end,
] as const;

type SchemasOf<Kinds extends readonly { schema: z.ZodType }[]> = { -readonly [I in keyof Kinds]: Kinds[I]['schema'] };

export const Step = z.discriminatedUnion('type', kinds.map(({ schema }) => schema) as unknown as SchemasOf<typeof kinds>);
export type Step = z.output<typeof Step>;
export type StepType = Step['type'];

export const stepKinds: readonly StepKind[] = kinds;

const byType = Object.fromEntries(stepKinds.map((kind) => [kind.type, kind])) as Record<StepType, StepKind>;

export const kindOf = ({ type }: Step): StepKind => byType[type];
export const exitsOf = (step: Step): Exit[] => kindOf(step).exits(step);
