import { accessTokens } from './access-tokens.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { contacts } from './contacts.ts';
import { labels } from './labels.ts';

export const v3Routes = [...chats, ...contacts, ...labels, ...channels, ...accessTokens];
