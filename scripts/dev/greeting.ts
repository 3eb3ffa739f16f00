import { ada, type Demo } from './demo.ts';
import { examplesFile } from './examples.ts';
import type { DevSettings } from './settings.ts';
import { headerFile } from './state.ts';

/** Returns the URLs and three commands to paste into another terminal. curl reads the long token from a file. */
export function greeting(settings: DevSettings, { accessToken, channels, chatId, consoleUrl }: Demo): string {
  const { apiUrl, sandbox, webhookPort, stateFile } = settings;
  const whatsapp = channels.find(({ kind }) => kind === 'whatsapp');
  const phone = `${sandbox.url}/_sandbox/accounts/${whatsapp?.accountId}/phone`;
  const post = (path: string, body: object) => curl(apiUrl + path, body, headerFile(stateFile));
  return `
Patchbay is running. Press Ctrl-C to stop everything.

  console        ${consoleUrl}
                 (signs you in once, within 30 minutes, and opens the inbox beside the phone of a customer)
  API            ${apiUrl}
  documentation  ${apiUrl}/docs/
  reference      ${apiUrl}/reference
  sandbox page   ${sandbox.url}/
  webhooks       http://127.0.0.1:${webhookPort}/ (events are printed here)
  token          ${accessToken}
${channels.map(({ kind, channelId }, i) => `  ${i === 0 ? 'channels ' : '         '}      ${kind.padEnd(10)}${channelId}`).join('\n')}

Send a message as a customer:

  ${curl(phone, { ...ada, text: 'Do you have it in blue?' })}

Answer it:

  ${post(`/v3/chats/${chatId}/messages`, { text: 'We do. Shall I put one aside for you?' })}

List all chats:

  ${post('/v3/chats/search', { sortBy: 'desc(updatedAt)' })}

Load the variables that all examples of the documentation use:

  . ${quoted(examplesFile(stateFile))}
`;
}

const curl = (url: string, body: object, headers?: string): string =>
  [
    `curl -s ${url}`,
    ...(headers === undefined ? [] : [`-H ${quoted(`@${headers}`)}`]),
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' ');

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
