import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, GitMerge } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, buttonClass, confirm, ErrorState, Page, PageHeader, SkeletonRows, toast } from '../../../kit/index.ts';
import { keys, nameOf, useContact } from '../queries.ts';
import { ChooseContact } from './ChooseContact.tsx';
import styles from './Merge.module.css';
import { MergeComparison } from './MergeComparison.tsx';
import { suggestSurvivor } from './merge-preview.ts';

/** Two contacts side by side, the result, and the choice of the one that stays. Without a second contact it asks for one. */
export function MergePage() {
  const { t } = useLingui();
  const { one, other } = useSearch({ from: '/frame/contacts/merge' });
  const first = useContact(one);
  return (
    <Page
      pad
      header={
        <PageHeader
          title={t`Merge contacts`}
          lead={
            <Link to="/contacts" className={buttonClass({ look: 'quiet', size: 'small' })} aria-label={t`Back to contacts`}>
              <ArrowLeft size={16} aria-hidden />
            </Link>
          }
        />
      }
    >
      {first.error && (
        <ErrorState title={t`The contact could not be loaded`} error={first.error} onRetry={() => void first.refetch()} />
      )}
      {first.isPending && <SkeletonRows count={3} />}
      {first.data && !other && <ChooseContact contact={first.data} />}
      {first.data && other && <Pair first={first.data} otherId={other} />}
    </Page>
  );
}

function Pair({ first, otherId }: { first: types.Contact; otherId: string }) {
  const { t } = useLingui();
  const second = useContact(otherId);
  const [keptId, setKeptId] = useState<string | null>(null);
  if (second.error)
    return <ErrorState title={t`The contact could not be loaded`} error={second.error} onRetry={() => void second.refetch()} />;
  if (!second.data) return <SkeletonRows count={3} />;
  if (second.data.id === first.id)
    return (
      <ErrorState
        title={t`These two are one contact already`}
        error={new Error(t`Both ids belong to the same contact.`)}
        fix={t`Choose another contact.`}
      />
    );
  const pair = [first, second.data] as const;
  const kept = pair.find(({ id }) => id === keptId) ?? suggestSurvivor(...pair);
  const other = kept === pair[0] ? pair[1] : pair[0];
  return (
    <div className={styles.page}>
      <MergeComparison kept={kept} other={other} onKeep={setKeptId} />
      <MergeButton kept={kept} other={other} />
    </div>
  );
}

function MergeButton({ kept, other }: { kept: types.Contact; other: types.Contact }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [keptName, otherName] = [nameOf(kept) ?? t`Unnamed`, nameOf(other) ?? t`Unnamed`];
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.contacts.merge(kept.id, { contactId: other.id }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: keys.one(other.id) });
      void queries.invalidateQueries({ queryKey: keys.all });
      await navigate({ to: '/contacts/$contactId', params: { contactId: kept.id } });
      toast({ text: t`Contacts merged` });
    },
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t`Merge ${otherName} into ${keptName}?`,
      text: t`Everything of the other contact moves. A merge cannot be undone.`,
      confirm: t`Merge`,
      danger: true,
    });
    if (isConfirmed) mutate();
  };
  return (
    <>
      {error && <ErrorState title={t`The contacts were not merged`} error={error} />}
      <div className={styles.actions}>
        <Link to="/contacts/$contactId" params={{ contactId: kept.id }} className={buttonClass({})}>{t`Cancel`}</Link>
        <Button look="primary" icon={<GitMerge size={16} aria-hidden />} busy={isPending} onClick={() => void ask()}>
          {isPending ? t`Merging` : t`Merge into ${keptName}`}
        </Button>
      </div>
    </>
  );
}
