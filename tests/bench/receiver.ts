import { createServer } from 'node:http';

/** Answers 200 as fast as it can; tells its parent how many it has answered when asked. */
let answered = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    answered++;
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('message', () => process.send?.({ answered }));
process.on('disconnect', () => process.exit(0));
