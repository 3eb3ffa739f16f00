import { hexId } from '../ids.ts';

export const newSid = (prefix: 'SM' | 'MM' | 'ME') => prefix + hexId();
