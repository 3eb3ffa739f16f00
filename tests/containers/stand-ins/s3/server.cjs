/**
 * Starts s3rver as the compose file starts Versitygw: `--port :7070 posix FOLDER`, keys and the path of the health check in the environment.
 * A request without a signature is refused, which s3rver alone accepts.
 */
const { createServer } = require('node:http');
const { parseArgs } = require('node:util');
const S3rver = require('@20minutes/s3rver');
const { DUMMY_ACCOUNT } = require('@20minutes/s3rver/lib/models/account');

const { values, positionals } = parseArgs({ options: { port: { type: 'string', default: ':7070' } }, allowPositionals: true });
const [backend, directory] = positionals;
const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY, VGW_HEALTH } = process.env;
if (backend !== 'posix' || !directory) throw new Error('arguments: [--port :PORT] posix FOLDER');
if (!ROOT_ACCESS_KEY || !ROOT_SECRET_KEY) throw new Error('ROOT_ACCESS_KEY and ROOT_SECRET_KEY are not set');

DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
DUMMY_ACCOUNT.createKeyPair(ROOT_ACCESS_KEY, ROOT_SECRET_KEY);
const handler = (allowMismatchedSignatures) =>
  new S3rver({ directory, vhostBuckets: false, silent: true, allowMismatchedSignatures }).callback();
// s3rver drops the slash at the end of a bucket's address before it compares the signature.
const [strict, lenient] = [handler(false), handler(true)];
const isBucket = (url) => /^\/[^/?]+\/(\?|$)/.test(url);
const isSigned = ({ headers, url }) => headers.authorization !== undefined || /[?&]X-Amz-Signature=/.test(url);

createServer((request, response) => {
  if (VGW_HEALTH && request.url === VGW_HEALTH) return response.end('OK');
  if (!isSigned(request)) return response.writeHead(403).end();
  return (isBucket(request.url) ? lenient : strict)(request, response);
}).listen(Number(values.port.split(':').at(-1)), '0.0.0.0');
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
