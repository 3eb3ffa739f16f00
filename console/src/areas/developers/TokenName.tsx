import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session/use-session.ts';

/** The name of an access token, which leads to it; what is no token of this tenant is the session of a person. */
export function TokenName({ id }: { id: string }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const { data } = useQuery({
    queryKey: ['developers', 'tokens'],
    enabled: can('admin'),
    queryFn: ({ signal }) => client.tokens.search({ pagination: { limit: 100, includeTotal: false } }, { signal }),
  });
  const token = data?.data.find((one) => one.id === id);
  if (token)
    return (
      <Link to="/settings/$page/$item" params={{ page: 'tokens', item: id }}>
        <bdi>{token.name}</bdi>
      </Link>
    );
  return (
    <span>
      {data && t`session or revoked token`} <code>{id}</code>
    </span>
  );
}
