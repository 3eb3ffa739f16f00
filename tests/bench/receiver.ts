import { createServer } from 'node:http';

/** Answers 200 as fast as it can, until its parent ends. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('ok'));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit(0));
