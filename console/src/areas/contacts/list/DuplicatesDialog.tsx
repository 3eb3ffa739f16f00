import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session/use-session.ts';
import { buttonClass, Dialog, EmptyState, ErrorState, SkeletonRows, Table } from '../../../kit/index.ts';

/** Pairs of contacts with the same phone number in two spellings, each with a link to merge them. */
export function DuplicatesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['contacts', 'duplicates'],
    queryFn: ({ signal }) => client.contacts.searchDuplicates({ pagination: { limit: 100 } }, { signal }),
    enabled: open,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={t`Duplicates`}
      text={t`Two contacts with the same phone number in two spellings.`}
    >
      {error && <ErrorState title={t`Duplicates could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows count={2} />}
      {data?.data.length === 0 && <EmptyState title={t`No duplicates`} text={t`Every phone number belongs to one contact.`} />}
      {data && data.data.length > 0 && (
        <Table
          name={t`Duplicates`}
          tight
          rows={data.data}
          rowKey={({ id }) => id}
          columns={[
            { key: 'one', head: t`Number`, cell: ({ phoneNumber }) => <bdi dir="ltr">{phoneNumber}</bdi> },
            { key: 'other', head: t`Same number`, cell: ({ otherPhoneNumber }) => <bdi dir="ltr">{otherPhoneNumber}</bdi> },
            {
              key: 'merge',
              head: '',
              end: true,
              cell: ({ contactId, otherContactId }) =>
                can('contacts.write') && (
                  <Link
                    to="/contacts/merge"
                    search={{ one: contactId, other: otherContactId }}
                    className={buttonClass({ size: 'small' })}
                  >
                    {t`Compare and merge`}
                  </Link>
                ),
            },
          ]}
        />
      )}
    </Dialog>
  );
}
