import type { types } from '@patchbay/sdk';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '../../app/session/session.ts';
import { useFeedEvent, useReconnected } from '../../live/use-feed.ts';
import { addressOn } from './addresses.ts';

export type Behaviour = types.SandboxBehaviour;
export type PhoneMessage = types.SandboxMessage;

export const channelsQuery = queryOptions({
  queryKey: ['sandbox', 'channels'],
  queryFn: ({ signal }) => client.sandbox.listChannels({ signal }),
});

const chatQuery = (chatId: string) =>
  queryOptions({ queryKey: ['sandbox', 'chat', chatId], queryFn: ({ signal }) => client.chats.get(chatId, { signal }) });

const contactQuery = (contactId: string | undefined) =>
  queryOptions({
    queryKey: ['sandbox', 'contact', contactId],
    enabled: contactId !== undefined,
    queryFn: ({ signal }) => client.contacts.get(contactId as string, { signal }),
  });

/** A line of the customer: a channel of the tenant, and the address of the customer on it. */
export type PhoneLine = { channel: types.SandboxChannel; address: string };

/** The customer of a chat, and the channels on which the customer can write. */
export function useCustomer(chatId: string) {
  const chat = useQuery(chatQuery(chatId));
  const contact = useQuery(contactQuery(chat.data?.contact.id));
  const channels = useQuery(channelsQuery);
  const lines: PhoneLine[] = (channels.data ?? []).flatMap((channel) => {
    const address = contact.data && addressOn(channel.type, contact.data.handles);
    return address ? [{ channel, address }] : [];
  });
  return { chat: chat.data, contact: contact.data, lines, error: chat.error ?? contact.error ?? channels.error };
}

const phoneKey = ({ channel, address }: PhoneLine) => ['sandbox', 'phone', channel.id, address];

/** What the phone shows. It is read again when a message changes; nothing polls. */
export function usePhone(line: PhoneLine) {
  return useQuery({
    queryKey: phoneKey(line),
    queryFn: ({ signal }) => client.sandbox.readPhone(line.channel.id, { address: line.address }, { signal }),
    placeholderData: (before) => before,
  });
}

export const useBehaviour = (channelId: string) =>
  useQuery({
    queryKey: ['sandbox', 'behaviour', channelId],
    queryFn: ({ signal }) => client.sandbox.getChannel(channelId, { signal }),
  });

export const useRequests = (channelId: string) =>
  useQuery({
    queryKey: ['sandbox', 'requests', channelId],
    queryFn: ({ signal }) => client.sandbox.listRequests(channelId, { signal }),
    placeholderData: (before) => before,
  });

const REREAD_MS = 120;

/** Reads the phone and the log of requests again after messages, at most some times a second, and once more when held ones are due. */
export function useLivePhone(line: PhoneLine, delayMs: number): () => void {
  const queries = useQueryClient();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const reread = () => {
    void queries.invalidateQueries({ queryKey: phoneKey(line) });
    void queries.invalidateQueries({ queryKey: ['sandbox', 'requests', line.channel.id] });
  };
  const soon = () => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [REREAD_MS, delayMs + 400].map((ms) => setTimeout(reread, ms));
  };
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  useFeedEvent('*', ({ event }) => {
    if (event.startsWith('message.')) soon();
  });
  useReconnected(soon);
  return soon;
}

export function useChangeBehaviour(channelId: string) {
  const queries = useQueryClient();
  const key = ['sandbox', 'behaviour', channelId];
  return useMutation({
    mutationFn: (changes: types.UpdateSandboxChannelBody) => client.sandbox.updateChannel(channelId, changes),
    onMutate: (changes) => queries.setQueryData<Behaviour>(key, (before) => before && { ...before, ...changes }),
    onSuccess: (after) => queries.setQueryData(key, after),
    onError: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useResetBehaviour(channelId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.sandbox.resetChannel(channelId, {}),
    onSuccess: (after) => queries.setQueryData(['sandbox', 'behaviour', channelId], after),
  });
}

export type Write = Omit<types.WriteAsSandboxCustomerBody, 'from'>;

export const useWrite = (line: PhoneLine, name: string | undefined, onWritten: () => void) =>
  useMutation({
    mutationFn: (message: Write) =>
      client.sandbox.writeAsCustomer(line.channel.id, { from: line.address, ...(name && { name }), ...message }),
    onSuccess: onWritten,
  });
