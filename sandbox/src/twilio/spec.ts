import type { Spec } from '../environment.ts';

export type SmsSpec = Spec & { kind: 'sms'; accountSid: string; authToken: string; number: string };
