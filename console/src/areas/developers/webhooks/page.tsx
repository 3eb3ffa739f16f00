import type { PageProps } from '../pages.ts';
import { WebhookPage } from './WebhookPage.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

/** The list of webhooks, or one of them. */
export default function Webhooks({ item }: PageProps) {
  return item ? <WebhookPage key={item} id={item} /> : <WebhooksPage />;
}
