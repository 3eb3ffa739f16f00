import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { client } from '../../app/session/session.ts';
import { useSession } from '../../app/session/use-session.ts';
import { EmptyState, ErrorState, Page, PageHeader, SkeletonRows } from '../../kit/index.ts';
import { FirstCustomer } from './FirstCustomer.tsx';

/** Opens the newest chat with its phone. Without a chat, somebody has to write first. */
export function PhonePage() {
  const { t } = useLingui();
  const { tenant } = useSession();
  const newest = useQuery({
    queryKey: ['sandbox', 'newest'],
    enabled: tenant.mode === 'sandbox',
    queryFn: ({ signal }) =>
      client.chats.search(
        { query: 'eq(status,"open")', sortBy: 'desc(lastMessageAt)', pagination: { page: 0, limit: 1 } },
        { signal },
      ),
  });
  const chat = newest.data?.data[0];
  if (chat) return <Navigate to="/inbox/$chatId" params={{ chatId: chat.id }} search={{ phone: '1' }} replace />;
  return (
    <Page header={<PageHeader title={t`Sandbox phone`} />} pad>
      {tenant.mode !== 'sandbox' ? (
        <EmptyState
          title={t`Only sandbox tenants have a phone`}
          text={t`The customers of this tenant are real people. Switch to a sandbox tenant to write as a customer.`}
        />
      ) : newest.error ? (
        <ErrorState title={t`Chats cannot be read`} error={newest.error} onRetry={() => void newest.refetch()} />
      ) : newest.data ? (
        <FirstCustomer onArrived={() => void newest.refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Page>
  );
}
