import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@patchbay/sdk';

/** Receives webhooks: 204 when the signature is right, 400 when it is not. */
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',');

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log(`listening=${JSON.stringify(server.address())}`));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const event = await verifyWebhook(await text(request), request.headers, secrets);
    console.log(`event=${event.event} id=${event.id}`);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}
