import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Demo } from './demo.ts';
import type { DevSettings } from './settings.ts';

/** Writes the variables of the documentation's examples to a file for the shell: `. .data/dev.env`. */
export async function writeExamples(settings: DevSettings, demo: Demo): Promise<void> {
  const { apiUrl, sandbox, config, stateFile } = settings;
  const variables = {
    API: apiUrl,
    TOKEN: demo.accessToken,
    TENANT: demo.tenantId,
    SANDBOX: `${sandbox.url}/_sandbox`,
    DATABASE_URL: config.DATABASE_URL,
    CHAT: demo.chatId,
    CONTACT: demo.contactId,
    ...Object.fromEntries(demo.channels.map(({ kind, channelId }) => [kind.toUpperCase(), channelId])),
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
  await writeFile(examplesFile(stateFile), lines.join(''), { mode: 0o600 });
}

export const examplesFile = (stateFile: string): string => resolve(stateFile.replace(/(\.json)?$/, '.env'));
