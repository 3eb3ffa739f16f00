/** Where NATS is and how to log in there. What stands before the @ is a user and a password, or a token. */
export type NatsLogin = { servers: string; user?: string; pass?: string; token?: string };

/** The client library takes no login from an address: it is read here, with its escapes undone. */
export function natsLogin(address: string): NatsLogin {
  const url = new URL(address);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const servers = `${url.protocol}//${url.host}`;
  if (user === '' && pass === '') return { servers };
  return url.password === '' ? { servers, token: user } : { servers, user, pass };
}
