export { beforeSend, isOutsideWindow, outcomeUnknown, retryAt } from './before-send.ts';
export { cancelSends, lockSendsOf } from './cancel-sends.ts';
export { limitContent, wholeHtml, wholeText } from './content-limits.ts';
export { type Draft, draftOf, fillDraft, kindOf } from './draft.ts';
export { type Begun, beginSends, type Send, selectSend, selectSends, selectShared } from './ledger.store.ts';
export { recordFound, recordSends } from './ledger.ts';
export { publishFileArrived } from './media.ts';
export type {
  Address,
  Inbound,
  InboundContent,
  InboundMedia,
  MessageError,
  MessageType,
  NamedValue,
  Outgoing,
  OutgoingContent,
  OutgoingMedia,
  TemplateChange,
  TemplateValues,
  TemplateVerdict,
} from './message.ts';
export { type Attachment, type Message, messageData } from './message-data.ts';
export { messageHtml } from './message-html.ts';
export { getMessage } from './messages.ts';
export type { NewContent } from './new-message.ts';
export { deleteMessagesBefore, eraseMessagesOf } from './privacy.ts';
export { receive } from './receive.ts';
export { holdRestored, selectUnknown } from './restored.ts';
export { messagesAround, searchMessages } from './search.ts';
export { type FoundMessages, indexOlderMessages, type MessageSearch, searchAllMessages } from './search-all.ts';
export { documentOf } from './search-terms.ts';
export { cancelMessage, releaseMessage, type SendRequest, sendInChat, sendToContact } from './send.ts';
export type { SendResult } from './send-changes.ts';
export { MOST_IN_A_JOB, type OutgoingTo, sendMany } from './send-many.ts';
