import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Upload, Workflow } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Badge,
  Button,
  type Column,
  Count,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  RelativeTime,
  SearchInput,
  SkeletonRows,
  Table,
  toastError,
  WideText,
} from '../../../kit/index.ts';
import { useAutomations } from '../queries.ts';
import { chooseFile, useFaultText } from '../use-file.ts';
import { useWords } from '../words.ts';
import { CreateDialog, type Start } from './CreateDialog.tsx';
import styles from './List.module.css';

export function AutomationsPage() {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const { search = '' } = useSearch({ from: '/frame/automations' });
  const list = useAutomations(search);
  const [start, setStart] = useState<Start | null>(null);
  const automations = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = list.data?.pages[0]?.pagination.total;
  const create = can('automations.write') ? () => setStart({ name: '', file: null }) : undefined;
  return (
    <Page
      header={
        <PageHeader title={t`Automations`} meta={<Count>{total === undefined ? '' : i18n.number(total)}</Count>}>
          {create && (
            <>
              <ImportButton onRead={setStart} />
              <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={create}>
                <WideText>{t`New automation`}</WideText>
              </Button>
            </>
          )}
        </PageHeader>
      }
    >
      <div className={styles.list}>
        <SearchField search={search} />
        {list.error ? (
          <ErrorState title={t`Automations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <SkeletonRows />
        ) : (
          <Rows automations={automations} search={search} onCreate={create} />
        )}
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t`Show more`}</Button>
        )}
      </div>
      {start && <CreateDialog start={start} onClose={() => setStart(null)} />}
    </Page>
  );
}

const TYPING_MS = 250;

/** The address follows what is typed, when somebody stops typing. */
function SearchField({ search }: { search: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState(search);
  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(
      () => void navigate({ to: '/automations', search: text ? { search: text } : {}, replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [text, search, navigate]);
  return (
    <SearchInput
      className={styles.search}
      label={t`Search automations`}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

type RowsProps = { automations: types.Automation[]; search: string; onCreate: (() => void) | undefined };

function Rows({ automations, search, onCreate }: RowsProps) {
  const { t } = useLingui();
  const columns = useColumns();
  if (automations.length > 0)
    return <Table name={t`Automations, table`} columns={columns} rows={automations} rowKey={({ id }) => id} tight />;
  const icon = <Workflow size={20} aria-hidden />;
  if (search) return <EmptyState icon={icon} title={t`No automation matches`} text={t`Search for another part of the name.`} />;
  return (
    <EmptyState
      icon={icon}
      title={t`No automations yet`}
      text={t`An automation answers, asks, waits and assigns by itself: for example at night, or when a chat is closed.`}
    >
      {onCreate && <Button look="primary" onClick={onCreate}>{t`New automation`}</Button>}
    </EmptyState>
  );
}

function useColumns(): Column<types.Automation>[] {
  const { t } = useLingui();
  const words = useWords();
  return [
    {
      key: 'name',
      head: t`Name`,
      noLabel: true,
      cell: ({ id, name, description }) => (
        <span className={styles.name}>
          <Link to="/automations/$automationId" params={{ automationId: id }}>
            <bdi>{name}</bdi>
          </Link>
          {description && <span className={styles.description}>{description}</span>}
        </span>
      ),
    },
    { key: 'status', head: t`Status`, cell: (automation) => <Status automation={automation} /> },
    { key: 'trigger', head: t`Trigger`, cell: ({ latestVersionTriggerType }) => words.trigger(latestVersionTriggerType) },
    { key: 'steps', head: t`Steps`, end: true, cell: ({ latestVersion }) => latestVersion.steps.length },
    { key: 'changed', head: t`Changed`, end: true, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  ];
}

function Status({ automation: { status, problems, isSuspended } }: { automation: types.Automation }) {
  const { t } = useLingui();
  if (isSuspended) return <Badge tone="warn">{t`Suspended by the plan`}</Badge>;
  if (problems.length > 0) return <Badge tone="danger">{t`Does not work`}</Badge>;
  if (status === 'active') return <Badge tone="ok">{t`Live`}</Badge>;
  if (status === 'paused') return <Badge tone="warn">{t`Paused`}</Badge>;
  return <Badge>{status === 'draft' ? t`Draft` : t`Archived`}</Badge>;
}

function ImportButton({ onRead }: { onRead: (start: Start) => void }) {
  const { t } = useLingui();
  const faultText = useFaultText();
  const read = async () => {
    const chosen = await chooseFile();
    if (!chosen) return;
    if ('fault' in chosen) toastError(t`The file was not imported`, new Error(faultText(chosen.fault)));
    else onRead({ name: chosen.file.name, file: chosen.file });
  };
  return (
    <Button icon={<Upload size={16} aria-hidden />} onClick={() => void read()}>
      <WideText>{t`Import`}</WideText>
    </Button>
  );
}
