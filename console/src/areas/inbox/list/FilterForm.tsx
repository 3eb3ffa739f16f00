import { useLingui } from '@lingui/react/macro';
import { Button, Combobox, Field, Select, Switch, toast } from '../../../kit/index.ts';
import { effectiveFilters } from '../queries/chat-query.ts';
import { useChannels, useLabels, useTeams, useUsers } from '../queries/directory.ts';
import { filtersOf, NO_FILTERS } from '../queries/search-params.ts';
import { type InboxQuery, useSetSearch } from '../queries/use-inbox.ts';
import styles from './FilterBar.module.css';

const byName = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** The form of all filters, and the query that they make. */
export function FilterForm({ inbox }: { inbox: InboxQuery }) {
  const { t } = useLingui();
  const set = useSetSearch();
  const [users, teams, labels, channels] = [useUsers(), useTeams(), useLabels(), useChannels()];
  const filters = effectiveFilters(inbox.search);
  const own = filtersOf(inbox.search);
  const ofView = (name: 'waiting' | 'window') => filters[name] === true && own[name] === undefined;
  const statuses = [
    { value: 'any' as const, label: t`Any status` },
    { value: 'open' as const, label: t({ message: 'Open', context: 'status of a chat' }) },
    { value: 'snoozed' as const, label: t`Snoozed` },
    { value: 'closed' as const, label: t`Closed` },
  ];
  const people = [
    { value: 'any', label: t`Anybody` },
    { value: 'me', label: t`Me` },
    { value: 'none', label: t`Nobody` },
    ...users.map(byName),
  ];
  const groups = [{ value: 'any', label: t`Any team` }, { value: 'none', label: t`No team` }, ...teams.map(byName)];
  return (
    <div className={styles.form}>
      <Field label={t`Status`}>
        <Select value={filters.status ?? 'any'} options={statuses} onChange={(status) => set({ status })} />
      </Field>
      <Field label={t`Assignee`}>
        <Combobox
          value={filters.assignee ?? 'any'}
          options={people}
          onChange={(assignee) => set({ assignee: assignee ?? 'any' })}
        />
      </Field>
      <Field label={t`Team`}>
        <Combobox value={filters.team ?? 'any'} options={groups} onChange={(team) => set({ team: team ?? 'any' })} />
      </Field>
      <Field label={t`Channel`}>
        <Combobox
          value={filters.channel ?? null}
          options={channels.map(byName)}
          placeholder={t`Any channel`}
          onChange={(channel) => set({ channel: channel ?? undefined })}
        />
      </Field>
      <Field label={t`Label`}>
        <Combobox
          value={filters.label ?? null}
          options={labels.map(byName)}
          placeholder={t`Any label`}
          onChange={(label) => set({ label: label ?? undefined })}
        />
      </Field>
      <div className={styles.switches}>
        <Switch label={t`Unread only`} checked={filters.unread ?? false} onChange={(on) => set({ unread: on || undefined })} />
        <Switch
          label={t`Waiting for an answer`}
          disabled={ofView('waiting')}
          checked={filters.waiting ?? false}
          onChange={(on) => set({ waiting: on || undefined })}
        />
        <Switch
          label={t`Window open`}
          disabled={ofView('window')}
          checked={filters.window ?? false}
          onChange={(on) => set({ window: on || undefined })}
        />
      </div>
      <code className={styles.query} dir="ltr">
        {inbox.query.query ?? t`all chats`}
      </code>
      <div className={styles.foot}>
        <Button size="small" look="quiet" onClick={() => set(NO_FILTERS)}>
          {t`Reset`}
        </Button>
        <Button
          size="small"
          onClick={() => void navigator.clipboard.writeText(location.href).then(() => toast({ text: t`Link copied` }))}
        >
          {t`Copy link`}
        </Button>
      </div>
    </div>
  );
}
