import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  buttonClass,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  SearchInput,
  Segments,
  SkeletonRows,
} from '../../../kit/index.ts';
import { useCampaignList, useCampaignProgress } from '../queries.ts';
import { type ListTab, readListAddress } from './address.ts';
import { CampaignTable } from './CampaignTable.tsx';
import styles from './List.module.css';

const TYPING_MS = 250;

export function CampaignsPage() {
  const { t } = useLingui();
  const { can } = useSession();
  const address = useSearch({ from: '/frame/campaigns' });
  const navigate = useNavigate();
  const list = useCampaignList(address);
  useCampaignProgress();
  const campaigns = list.data?.pages.flatMap(({ data }) => data);
  const change = (changes: { show?: ListTab; search?: string }) =>
    void navigate({ to: '/campaigns', search: readListAddress({ ...address, ...changes }), replace: 'search' in changes });
  const create = can('campaigns.write') && (
    <Link to="/campaigns/new" className={buttonClass({ look: 'primary' }, styles.plainLink)}>
      <Plus size={16} aria-hidden />
      {t`New campaign`}
    </Link>
  );
  return (
    <Page header={<PageHeader title={t`Campaigns`}>{create}</PageHeader>}>
      <div className={styles.bar}>
        <Segments<ListTab>
          name={t`Which campaigns`}
          value={address.show ?? 'all'}
          onChange={(show) => change({ show })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'active', label: t`Active` },
            { value: 'drafts', label: t`Drafts` },
            { value: 'ended', label: t`Ended` },
          ]}
        />
        <NameSearch value={address.search ?? ''} onChange={(search) => change({ search })} />
      </div>
      {list.error && (
        <div className={styles.state}>
          <ErrorState title={t`Campaigns could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isPending && <SkeletonRows count={5} />}
      {campaigns && campaigns.length > 0 && <CampaignTable campaigns={campaigns} />}
      {list.hasNextPage && (
        <p className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
      {campaigns?.length === 0 &&
        (address.search || address.show ? (
          <EmptyState title={t`No campaign matches`} text={t`Choose another tab, or search for another name.`} />
        ) : (
          <EmptyState
            icon={<Megaphone size={24} aria-hidden />}
            title={t`No campaigns yet`}
            text={t`A campaign sends one message to many contacts: now, at a time, or repeatedly.`}
          >
            {create}
          </EmptyState>
        ))}
    </Page>
  );
}

function NameSearch({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <SearchInput
      label={t`Name of a campaign`}
      className={styles.find}
      value={text}
      maxLength={200}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(target.value.trim()), TYPING_MS);
      }}
    />
  );
}
