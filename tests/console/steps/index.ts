import type { Area } from '../step.ts';
import { contacts } from './contacts.ts';
import { frame } from './frame.ts';
import { inbox } from './inbox.ts';
import { outage } from './outage.ts';
import { twoAgents } from './two-agents.ts';

/** In the order in which they run. */
export const areas: Area[] = [frame, inbox, twoAgents, contacts, outage];
