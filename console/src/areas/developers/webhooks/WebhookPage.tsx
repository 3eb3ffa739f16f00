import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, MoreHorizontal, RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  ErrorState,
  IconButton,
  ListDetail,
  Menu,
  Notice,
  SkeletonRows,
  Tabs,
  toast,
  toastError,
} from '../../../kit/index.ts';
import { DevelopersHeader } from '../DevelopersHeader.tsx';
import log from '../LogList.module.css';
import { useAddress } from '../use-address.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { keys, useWebhook, useWebhookChanges } from './queries.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { RotateDialog } from './RotateDialog.tsx';
import { WebhookCharts } from './WebhookCharts.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';
import { WebhookStatus } from './WebhookStatus.tsx';
import styles from './Webhooks.module.css';

/** One webhook: how it goes, every delivery with its attempts, and its settings. */
export function WebhookPage({ id }: { id: string }) {
  const { t } = useLingui();
  const [{ show, tab = 'deliveries' }, change] = useAddress();
  const { data: webhook, error, refetch } = useWebhook(id);
  useWebhookChanges();
  if (error)
    return (
      <div className={log.box}>
        <ErrorState title={t`The webhook could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!webhook) return <SkeletonRows count={5} />;
  const panel = show && tab === 'deliveries' && (
    <DeliveryPanel key={show} webhook={webhook} id={show} onClose={() => change({ show: undefined })} />
  );
  return (
    <ListDetail
      header={<Header webhook={webhook} onTested={(delivery) => change({ tab: undefined, show: delivery })} />}
      panel={panel}
    >
      <p className={styles.statusLine}>
        <WebhookStatus webhook={webhook} />
      </p>
      <Notices webhook={webhook} />
      <div className={log.tabs}>
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: next === 'deliveries' ? undefined : next, show: undefined })}
          tabs={[
            {
              value: 'deliveries',
              label: t`Deliveries`,
              content: (
                <>
                  <WebhookCharts id={id} />
                  <DeliveryLog webhook={webhook} />
                </>
              ),
            },
            { value: 'settings', label: t`Settings`, content: <WebhookSettings key={webhook.updatedAt} webhook={webhook} /> },
          ]}
        />
      </div>
    </ListDetail>
  );
}

/** The address of the endpoint, its state, and what can be done with it. On narrow screens the actions are in a menu. */
function Header({ webhook, onTested }: { webhook: types.Webhook; onTested: (deliveryId: string) => void }) {
  const { t } = useLingui();
  const { client, can } = useSession();
  const [opened, setOpened] = useState<'rotate' | 'replay' | null>(null);
  const close = () => setOpened(null);
  const test = useMutation({
    mutationFn: () => client.webhooks.test(webhook.id),
    onSuccess: ({ id }) => {
      toast({ text: t`A test event is on its way` });
      onTested(id);
      return reloadQueries({ queryKey: keys.all });
    },
    onError: (error) => toastError(t`The test event was not sent`, error),
  });
  const name = webhook.url.replace(/^https?:\/\//, '');
  return (
    <DevelopersHeader
      title={
        <>
          <Link to="/developers/$page" params={{ page: 'webhooks' }} className={styles.crumb}>{t`Webhooks`}</Link>
          <span className={styles.crumb}> / </span>
          <bdi title={webhook.url}>{name}</bdi>
        </>
      }
      meta={
        <span className={styles.statusMeta}>
          <WebhookStatus webhook={webhook} />
        </span>
      }
    >
      {can('webhooks.write') && (
        <>
          <Menu
            align="end"
            trigger={<IconButton label={t`More`} icon={<MoreHorizontal size={16} aria-hidden />} />}
            items={[
              { label: t`Replay a range`, icon: <RotateCcw size={16} aria-hidden />, onSelect: () => setOpened('replay') },
              { label: t`Rotate secret`, icon: <KeyRound size={16} aria-hidden />, onSelect: () => setOpened('rotate') },
            ]}
          />
          <Button look="primary" icon={<Send size={16} aria-hidden />} busy={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? t`Sending` : t`Send test`}
          </Button>
          <RotateDialog webhook={webhook} open={opened === 'rotate'} onClose={close} />
          <ReplayDialog webhook={webhook} open={opened === 'replay'} onClose={close} />
        </>
      )}
    </DevelopersHeader>
  );
}

/** Why nothing is delivered, and what helps. */
function Notices({ webhook }: { webhook: types.Webhook }) {
  const { t, i18n } = useLingui();
  const { client, can } = useSession();
  const resume = useMutation({
    mutationFn: () => client.webhooks.update(webhook.id, { status: 'active' }),
    onSuccess: () => reloadQueries({ queryKey: keys.all }),
    onError: (error) => toastError(t`The webhook was not resumed`, error),
  });
  const button = can('webhooks.write') && (
    <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
      {t`Resume`}
    </Button>
  );
  const since = webhook.failingSince && i18n.date(new Date(webhook.failingSince), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className={styles.notices}>
      {webhook.status === 'disabled' && (
        <Notice tone="danger" title={t`This webhook was disabled`} action={button}>
          {webhook.disabledReason}. {t`Correct your server, resume the webhook, then replay what was missed.`}
        </Notice>
      )}
      {webhook.status === 'paused' && (
        <Notice title={t`This webhook is paused`} action={button}>
          {t`Nothing new is delivered. After you resume it, replay what happened meanwhile.`}
        </Notice>
      )}
      {webhook.isSuspended && (
        <Notice tone="warn" title={t`The plan of this tenant has no webhooks`}>
          {t`Deliveries continue after a change to a larger plan.`}
        </Notice>
      )}
      {webhook.status === 'active' && since && (
        <Notice tone="warn" title={t`No attempt was accepted since ${since}`}>
          {t`Open a delivery to see what your server answered.`}
        </Notice>
      )}
    </div>
  );
}
