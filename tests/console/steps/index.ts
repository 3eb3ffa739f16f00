import type { Area, Track } from '../step.ts';
import { automations } from './automations.ts';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { developers } from './developers.ts';
import { frame } from './frame.ts';
import { inbox } from './inbox.ts';
import { inboxLists } from './inbox-lists.ts';
import { keyboard } from './keyboard.ts';
import { mail } from './mail.ts';
import { operations } from './operations.ts';
import { outage } from './outage.ts';
import { sandboxPhone } from './phone.ts';
import { reports } from './reports.ts';
import { settings } from './settings.ts';
import { signin } from './signin.ts';
import { singleSignOn } from './single-sign-on.ts';
import { twoAgents } from './two-agents.ts';

/** Named after the tenants in which they run. Areas of a track run in this order. */
export const tracks: Track[] = [
  { name: 'Halden', areas: [inbox, inboxLists, twoAgents, mail, keyboard, contacts] },
  { name: 'Brisa', areas: [signin, singleSignOn, frame, sandboxPhone, settings, automations] },
  { name: 'Corvo', areas: [campaigns, reports, developers, operations] },
];

/** The server stops in these, so nothing else runs at the same time. */
export const afterTracks: Area[] = [outage];
