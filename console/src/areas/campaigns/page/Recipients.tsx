import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Badge, Button, Chip, ErrorState, RelativeTime, Select, SkeletonRows, Table } from '../../../kit/index.ts';
import { useRecipients } from '../queries.ts';
import { useRecipientWords } from '../use-words.ts';
import { type PageAddress, readPageAddress, recipientStates } from './address.ts';
import styles from './Campaign.module.css';

const tones = {
  planned: 'plain',
  queued: 'plain',
  sent: 'ok',
  failed: 'danger',
  unknown: 'warn',
  skipped: 'plain',
  cancelled: 'plain',
} as const;

/** The recipients of all runs. State and reason are in the address. */
export function Recipients({ campaign: { id } }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  const address = useSearch({ from: '/frame/campaigns/$campaignId' });
  const navigate = useNavigate();
  const words = useRecipientWords();
  const list = useRecipients(id, address);
  const change = (next: PageAddress) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id }, search: readPageAddress(next), replace: true });
  const rows = list.data?.pages.flatMap((page) => page.data.map((one) => ({ ...one, contact: page.names.get(one.contactId) })));
  return (
    <section className={styles.block} aria-label={t`Recipients`} id="recipients">
      <header className={styles.sectionHead}>
        <h2>{t`Recipients`}</h2>
        <span className={styles.grow} />
        {address.error && (
          <Chip removeLabel={t`Remove the filter by reason`} onRemove={() => change({ ...address, error: '' })}>
            {address.error}
          </Chip>
        )}
        <span className={styles.select}>
          <Select
            name={t`State of the recipients`}
            value={address.state ?? 'any'}
            onChange={(state) => change({ ...address, ...(state === 'any' ? { state: undefined as never } : { state }) })}
            options={[
              { value: 'any', label: t`Every state` },
              ...recipientStates.map((state) => ({ value: state, label: words[state] })),
            ]}
          />
        </span>
      </header>
      {list.error && (
        <ErrorState title={t`Recipients could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <SkeletonRows count={3} />}
      {rows?.length === 0 && <p className={styles.muted}>{t`No recipient matches.`}</p>}
      {rows && rows.length > 0 && (
        <Table
          name={t`Recipients`}
          tight
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'contact',
              head: t`Contact`,
              noLabel: true,
              cell: ({ contactId, contact }) => (
                <Link to="/contacts/$contactId" params={{ contactId }} className={styles.contact}>
                  <bdi>{nameOf(contact) ?? t`Unnamed`}</bdi>
                </Link>
              ),
            },
            {
              key: 'state',
              head: t`State`,
              noLabel: true,
              cell: ({ state, receipt }) => (
                <Badge tone={tones[state]}>
                  {state === 'sent' && receipt === 'read'
                    ? t`Read`
                    : state === 'sent' && receipt === 'delivered'
                      ? t`Delivered`
                      : words[state]}
                </Badge>
              ),
            },
            {
              key: 'reason',
              head: t`Reason`,
              cell: ({ error }) => <span className={styles.reason}>{error?.message ?? ''}</span>,
            },
            { key: 'attempts', head: t`Attempts`, end: true, cell: ({ attempts }) => attempts },
            { key: 'at', head: t`Changed`, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
          ]}
        />
      )}
      {list.hasNextPage && (
        <p className={styles.more}>
          <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
    </section>
  );
}

const nameOf = (contact: types.Contact | undefined): string | null =>
  contact ? (contact.fullName ?? contact.displayName ?? contact.phoneNumber ?? contact.email) : null;
