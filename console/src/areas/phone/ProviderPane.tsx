import { useLingui } from '@lingui/react/macro';
import { Heart, ImagePlus, LockKeyhole } from 'lucide-react';
import { useRef } from 'react';
import { client } from '../../app/session/session.ts';
import { useSession } from '../../app/session/use-session.ts';
import { Button, ErrorState, PageHeader, SkeletonRows, Switch, toast, toastError } from '../../kit/index.ts';
import styles from './phone.module.css';
import {
  type Behaviour,
  type PhoneLine,
  useBehaviour,
  useChangeBehaviour,
  useLivePhone,
  usePhone,
  useResetBehaviour,
  useWrite,
} from './queries.ts';
import { Range } from './Range.tsx';
import { RequestTrail } from './RequestTrail.tsx';

/** The provider of the channel: how it behaves, what the customer can do now, and what went over the wire. */
export function ProviderPane({ line, chatId, name }: { line: PhoneLine; chatId: string | null; name: string }) {
  const { t } = useLingui();
  const { can } = useSession();
  const { data, error, refetch } = useBehaviour(line.channel.id);
  const reset = useResetBehaviour(line.channel.id);
  return (
    <aside className={styles.provider} aria-label={t`Provider`}>
      <PageHeader title={t`Provider`} level={2}>
        <Button look="quiet" size="small" busy={reset.isPending} onClick={() => reset.mutate()} disabled={!can('channels.write')}>
          {t`Reset`}
        </Button>
      </PageHeader>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={styles.side} tabIndex={0} aria-label={t`Behaviour of the provider`}>
        {error && !data && <ErrorState title={t`The provider does not answer`} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={3} />}
        {data && <Knobs behaviour={data} />}
        <DoNow line={line} chatId={chatId} name={name} delayMs={data?.delayMs ?? 0} />
        <RequestTrail channelId={line.channel.id} />
      </section>
    </aside>
  );
}

function Knobs({ behaviour }: { behaviour: Behaviour }) {
  const { t, i18n } = useLingui();
  const { mutate } = useChangeBehaviour(behaviour.id);
  const percent = (value: number) => i18n.number(value, { style: 'percent' });
  const seconds = (value: number) => i18n.number(value, { style: 'unit', unit: 'second', unitDisplay: 'short' });
  return (
    <section className={styles.section}>
      <Range
        label={t`Delay`}
        hint={t`Each answer comes this much later`}
        value={behaviour.delayMs / 1000}
        most={10}
        step={0.5}
        shown={seconds}
        onChange={(value) => mutate({ delayMs: value * 1000 })}
      />
      <Range
        label={t`Refuse`}
        hint={t`Sends that fail with code ${behaviour.refuseCode}`}
        value={behaviour.refuseRate}
        most={1}
        step={0.05}
        shown={percent}
        onChange={(refuseRate) => mutate({ refuseRate })}
      />
      <Range
        label={t`Break the line`}
        hint={t`No answer: the message becomes unknown`}
        value={behaviour.dropRate}
        most={1}
        step={0.05}
        shown={percent}
        onChange={(dropRate) => mutate({ dropRate })}
      />
      <Switch
        label={t`Report everything twice`}
        checked={behaviour.repeatRate > 0}
        onChange={(isOn) => mutate({ repeatRate: isOn ? 1 : 0 })}
      />
      <Switch
        label={t`Statuses out of order`}
        checked={behaviour.isOutOfOrder}
        onChange={(isOutOfOrder) => mutate({ isOutOfOrder })}
      />
      <Switch
        label={t`Customer reads at once`}
        checked={behaviour.phone === 'reading'}
        onChange={(isOn) => mutate({ phone: isOn ? 'reading' : 'on' })}
      />
      <Switch
        label={t`Phone is off`}
        checked={behaviour.phone === 'off'}
        onChange={(isOff) => mutate({ phone: isOff ? 'off' : 'on' })}
      />
    </section>
  );
}

type DoNowProps = { line: PhoneLine; chatId: string | null; name: string; delayMs: number };

function DoNow({ line, chatId, name, delayMs }: DoNowProps) {
  const { t } = useLingui();
  const file = useRef<HTMLInputElement>(null);
  const { data } = usePhone(line);
  const reread = useLivePhone(line, delayMs);
  const write = useWrite(line, name, reread);
  const failed = (error: unknown) => toastError(t`That did not work`, error);
  const answered = data?.messages.findLast(({ sender }) => sender === 'business');
  const hasReactions = line.channel.type === 'whatsapp' || line.channel.type === 'instagram';
  const sendPhoto = async (photo: File | undefined) => {
    if (!photo) return;
    const { id } = await client.files.upload({ content: photo, name: photo.name });
    await write.mutateAsync({ fileId: id, ...(line.channel.type === 'email' && { subject: t`A photo` }) });
  };
  const closeWindow = async () => {
    await client.sandbox.closeWindow(chatId as string);
    toast({ text: t`The window is closed. Only templates can be sent now.` });
  };
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionHead}>{t`Do now`}</h3>
      <input
        ref={file}
        type="file"
        hidden
        onChange={(event) => void sendPhoto(event.target.files?.[0]).catch(failed)}
        accept="image/*,application/pdf,text/plain"
      />
      {hasReactions && (
        <Button
          wide
          icon={<Heart size={16} aria-hidden />}
          disabled={!answered}
          onClick={() => answered && write.mutate({ reaction: { vendorId: answered.vendorId, emoji: '❤️' } }, { onError: failed })}
        >
          {t`React with a heart`}
        </Button>
      )}
      <Button wide icon={<ImagePlus size={16} aria-hidden />} onClick={() => file.current?.click()}>
        {t`Send a photo`}
      </Button>
      {hasReactions && chatId && (
        <Button wide icon={<LockKeyhole size={16} aria-hidden />} onClick={() => void closeWindow().catch(failed)}>
          {t`Close the window`}
        </Button>
      )}
    </section>
  );
}
