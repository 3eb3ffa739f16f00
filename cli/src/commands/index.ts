import type { Command } from '../command.ts';
import { automationsPull } from './automations-pull.ts';
import { automationsPush } from './automations-push.ts';
import { campaignsWatch } from './campaigns-watch.ts';
import { chats, chatsShow } from './chats.ts';
import { completion } from './completion.ts';
import { conformance } from './conformance.ts';
import { contactsImport } from './contacts-import.ts';
import { listen } from './listen.ts';
import { login, logout } from './login.ts';
import { profiles, profilesUse } from './profiles.ts';
import { send } from './send.ts';
import { webhooks, webhooksReplay } from './webhooks.ts';

/** All commands. Parsing, help, completion and the guide are generated from this table. */
export const commands: readonly Command[] = [
  login,
  logout,
  profiles,
  profilesUse,
  listen,
  send,
  chats,
  chatsShow,
  contactsImport,
  automationsPull,
  automationsPush,
  campaignsWatch,
  webhooks,
  webhooksReplay,
  conformance,
  completion,
];
