import { ada, type Demo } from './demo.ts';
import { examplesFile } from './examples.ts';
import type { DevSettings } from './settings.ts';
import { headerFile } from './state.ts';

/** What a newcomer needs: where things are, and three lines to paste into another terminal. A token is long, so curl reads it from a file. */
export function greeting(settings: DevSettings, { accessToken, channels, chatId }: Demo): string {
  const { apiUrl, sandbox, webhookPort, stateFile } = settings;
  const whatsapp = channels.find(({ kind }) => kind === 'whatsapp');
  const phone = `${sandbox.url}/_sandbox/accounts/${whatsapp?.accountId}/phone`;
  const post = (path: string, body: object) => curl(apiUrl + path, body, headerFile(stateFile));
  return `
Patchbay runs. Ctrl-C stops everything.

  API            ${apiUrl}
  documentation  ${apiUrl}/docs/
  reference      ${apiUrl}/reference
  sandbox page   ${sandbox.url}/
  webhooks       http://127.0.0.1:${webhookPort}/, which prints every event here
  token          ${accessToken}
${channels.map(({ kind, channelId }, i) => `  ${i === 0 ? 'channels ' : '         '}      ${kind.padEnd(10)}${channelId}`).join('\n')}

Write from a phone:

  ${curl(phone, { ...ada, text: 'Do you have it in blue?' })}

Answer:

  ${post(`/v3/chats/${chatId}/messages`, { text: 'We do. Shall I put one aside for you?' })}

See all chats:

  ${post('/v3/chats/search', { sortBy: 'desc(updatedAt)' })}

Give a shell the variables that all examples of the documentation use:

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

/** Whatever it holds, the shell passes it on as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
