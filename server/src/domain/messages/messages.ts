import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Message } from './message-data.ts';
import { selectMessage } from './messages.store.ts';

export const getMessage = async (ctx: Ctx, id: string): Promise<Message> =>
  found(isId(id) ? await selectMessage(ctx, id) : undefined, 'message_not_found');
