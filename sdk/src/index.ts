export type { Download } from './download.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PatchbayError,
  PermissionError,
  PlanError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts';
export type { Feed } from './feed.ts';
export { webhookEventTypes } from './generated/events.ts';
export { operations } from './generated/operations.ts';
export { Patchbay } from './generated/patchbay.ts';
export type * as types from './generated/types.ts';
export type { ErrorKey } from './generated/types.ts';
export type { Each, Page, Search } from './pages.ts';
export { type ResponseInfo, responseOf } from './response.ts';
export type { CallOptions, PatchbayOptions } from './transport.ts';
export type { Upload } from './upload.ts';
export { type VerifyOptions, verifyWebhook, type WebhookFault, WebhookVerificationError } from './webhook.ts';
