/** The address of NATS and the login. The part before the @ is a user and a password, or a token. */
export type NatsLogin = { servers: string; user?: string; pass?: string; token?: string };

/** Reads the login from a URL, which the client library does not do, and decodes its escapes. */
export function natsLogin(address: string): NatsLogin {
  const url = new URL(address);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const servers = `${url.protocol}//${url.host}`;
  if (user === '' && pass === '') return { servers };
  return url.password === '' ? { servers, token: user } : { servers, user, pass };
}
