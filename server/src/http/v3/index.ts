import { accessTokens } from './access-tokens.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { contacts } from './contacts.ts';
import { events } from './events.ts';
import { labels } from './labels.ts';
import { webhooks } from './webhooks.ts';

export const v3Routes = [...chats, ...contacts, ...labels, ...channels, ...accessTokens, ...webhooks, ...events];
