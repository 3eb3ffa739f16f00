import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../app/session/session.ts';
import { Button, EmptyState, ErrorState, Field, Input, Select, Stack } from '../../kit/index.ts';
import { useFeedEvent } from '../../live/use-feed.ts';
import { channelsQuery } from './queries.ts';

const EXAMPLES: Record<string, string> = { email: 'ada@example.org', instagram: '17841400000000001' };

/** Writes the first message of a new customer; the inbox opens when it has arrived. */
export function FirstCustomer({ onArrived }: { onArrived: () => void }) {
  const { t } = useLingui();
  const channels = useQuery(channelsQuery);
  const [channelId, setChannelId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const channel = channels.data?.find(({ id }) => id === channelId) ?? channels.data?.[0];
  const [from, setFrom] = useState('');
  const example = EXAMPLES[channel?.type ?? ''] ?? '+4915112345678';
  useFeedEvent('message.received', onArrived);
  const write = useMutation({
    mutationFn: () =>
      client.sandbox.writeAsCustomer(channel?.id ?? '', {
        from: from || example,
        text,
        ...(channel?.type === 'email' && { subject: text.slice(0, 60) }),
      }),
  });
  if (channels.error) return <ErrorState title={t`Channels cannot be read`} error={channels.error} />;
  if (channels.data?.length === 0)
    return <EmptyState title={t`No channel yet`} text={t`Create a channel in the settings, then a customer can write to it.`} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate();
      }}
    >
      <Stack>
        <Field label={t`Channel`}>
          <Select
            value={channel?.id ?? ''}
            options={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChannelId}
          />
        </Field>
        <Field label={t`Number or address of the customer`}>
          <Input dir="ltr" placeholder={example} value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t`Message`}>
          <Input dir="auto" required value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {write.error && <ErrorState title={t`The message was not written`} error={write.error} />}
        <Button type="submit" look="primary" busy={write.isPending}>
          {t`Write as the customer`}
        </Button>
      </Stack>
    </form>
  );
}
