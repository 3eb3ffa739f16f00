import { providerApis } from './channels.ts';
import { startSandbox } from './index.ts';

const { SANDBOX_PORT = '8090', SANDBOX_SMTP_PORT = '8025', SANDBOX_HOST = '127.0.0.1', SANDBOX_SEED = '1' } = process.env;
const { SANDBOX_PUBLIC_URL, SANDBOX_CALLBACK_ORIGIN } = process.env;

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT),
  smtpPort: Number(SANDBOX_SMTP_PORT),
  host: SANDBOX_HOST,
  ...(SANDBOX_PUBLIC_URL && { publicUrl: SANDBOX_PUBLIC_URL }),
  ...(SANDBOX_CALLBACK_ORIGIN && { callbackOrigin: SANDBOX_CALLBACK_ORIGIN }),
  seed: Number(SANDBOX_SEED),
});

console.log(`The sandbox is up.
  page and control   ${sandbox.url}/            ${sandbox.url}/_sandbox
${providerApis.map(({ title, prefix }) => `  ${sandbox.url}${prefix}  ${title}`).join('\n')}
  SMTP               ${SANDBOX_HOST}:${sandbox.smtpPort}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.stop().then(() => process.exit(0));
  });
}
