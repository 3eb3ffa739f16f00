import type { Spec } from '../environment.ts';

export type EmailSpec = Spec & {
  kind: 'email';
  address: string;
  username: string;
  password: string;
  callbackUsername?: string;
  callbackPassword?: string;
};
