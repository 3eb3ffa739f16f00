import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';

const MINUTES_5 = 300_000;
const all = { pagination: { limit: 100 } };

export function useSnippets() {
  const { client, can } = useSession();
  const { data } = useQuery({
    queryKey: ['snippets', 'all'],
    enabled: can('snippets.read'),
    staleTime: MINUTES_5,
    queryFn: async ({ signal }) => (await client.snippets.search({ ...all, sortBy: 'asc(shortcut)' }, { signal })).data,
  });
  return data ?? [];
}

/** The templates of a channel that can be sent. */
export function useTemplates(channelId: string, isWanted: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['templates', 'sendable', channelId],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = `and(eq(channelId,"${channelId}"),eq(status,"approved"))`;
      return (await client.templates.search({ ...all, query, sortBy: 'asc(name)' }, { signal })).data;
    },
  });
}

/** A template of a sent message, for its name and buttons. */
export function useTemplate(templateId: string | null) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['templates', templateId],
    enabled: templateId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.templates.get(templateId ?? '', { signal }).catch(() => null),
  });
  return data ?? null;
}

/** The files of a note, as attachments. */
export function useNoteFiles(fileIds: readonly string[]) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['files', ...fileIds],
    enabled: fileIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const files = await Promise.all(fileIds.map((id) => client.files.get(id, { signal }).catch(() => null)));
      return files.flatMap((file) =>
        file ? [{ fileId: file.id, mimeType: file.mimeType, fileName: file.name, url: null }] : [],
      );
    },
  });
  return data ?? [];
}
