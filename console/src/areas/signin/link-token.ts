/** Returns the token of the link and takes it out of the address, so that it stays in no history. */
export function linkToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
